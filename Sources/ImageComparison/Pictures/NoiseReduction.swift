import Basics
import Foundation

/// Noise in an image: small differences of many pixels, as of compression, dithering or a converted color profile.
enum NoiseReduction {
  /// The largest difference of a channel that counts as noise.
  private static let most = 8
  /// The share of an image's pixels that noise affects at least.
  private static let share = 0.2
  /// So few pairs of colors are recolored areas, not noise.
  private static let recolored = 6
  /// A color with at least this share of the pixels is a ground or a flat object.
  private static let flatShare = 0.002
  private static let flatColors = 96

  /// Returns the largest difference of a channel that is noise; 0 if there is no noise.
  static func level(_ before: PixelView, _ after: PixelView) -> Int {
    guard before.width == after.width, before.height == after.height else { return 0 }
    var counts = [Int](repeating: 0, count: most + 1)
    var pairs: Set<UInt64> = []
    for y in 0..<before.height {
      let (one, other) = (before.row(y, from: 0), after.row(y, from: 0))
      guard memcmp(one.base, other.base, before.width * 4) != 0 else { continue }
      for x in 0..<before.width where one[x] != other[x] {
        let distance = PixelView.distance(one[x], other[x])
        guard distance <= most else { continue }
        counts[distance] += 1
        if pairs.count <= recolored { pairs.insert(UInt64(one[x]) << 32 | UInt64(other[x])) }
      }
    }
    let small = counts.reduce(0, +)
    guard pairs.count > recolored, Double(small) >= share * Double(before.width * before.height) else { return 0 }
    // Content that was moved or replaced differs by any distance, small ones included.
    var (sum, level) = (0, 0)
    while level < most, Double(sum) < 0.985 * Double(small) {
      level += 1
      sum += counts[level]
    }
    return level
  }

  /// Returns the newer image without noise: pixels get the older image's color at the same place or, elsewhere, the
  /// color of the ground.
  static func reduced(_ after: Bitmap, against before: Bitmap, level: Int) -> Bitmap {
    guard level > 0 else { return after }
    let flat = flatColors(of: before)
    var result = after
    let isSameSize = before.size == after.size
    result.bytes.withUnsafeMutableBytes { bytes in
      before.bytes.withUnsafeBytes { old in
        var known: [UInt32: UInt32] = [:]
        for offset in stride(from: 0, to: bytes.count, by: 4) {
          let pixel = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          if isSameSize {
            let earlier = old.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            if PixelView.distance(pixel, earlier) <= level {
              bytes.storeBytes(of: earlier, toByteOffset: offset, as: UInt32.self)
              continue
            }
          }
          let color = known[pixel] ?? nearest(to: pixel, among: flat, within: level)
          if known.count < colorLimit { known[pixel] = color }
          bytes.storeBytes(of: color, toByteOffset: offset, as: UInt32.self)
        }
      }
    }
    return result
  }

  /// The maximum number of remembered colors.
  private static let colorLimit = 1 << 16

  /// Returns the nearest of several colors, or the color itself if all are farther than `level`.
  private static func nearest(to pixel: UInt32, among flat: [UInt32], within level: Int) -> UInt32 {
    var best = (distance: level + 1, color: pixel)
    for color in flat {
      let distance = PixelView.distance(color, pixel)
      if distance < best.distance { best = (distance, color) }
    }
    return best.color
  }

  /// Returns the most common colors, the commonest first.
  private static func flatColors(of picture: Bitmap) -> [UInt32] {
    var counts: [UInt32: Int] = [:]
    let pixels = picture.width * picture.height
    let step = max(1, pixels >> 16) * 4
    picture.bytes.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count & ~3, by: step) {
        counts[bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self), default: 0] += 1
      }
    }
    let least = Int(flatShare * Double(pixels / max(1, step / 4)))
    return counts.filter { $0.value > least }.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
      .prefix(flatColors).map(\.key)
  }
}

import Basics
import Foundation

/// Recognizes images of the same view on a screen of another device scale, or on a turned screen.
struct ScaleAnalysis {
  let change: ImageChange
  /// Rectangles in the smaller image whose shapes differ beyond the scale.
  private(set) var rest: [PixelRect] = []
  /// The new image's pixels per pixel of the smaller image.
  private var enlargement = 1.0
  /// The number of pixels in `rest`.
  private(set) var differing = 0

  /// The least factor that is a device scale rather than a resized view.
  private static let least = 1.2
  /// The share of differing pixels that the scale must explain, besides a whole factor.
  private static let explainedShare = 0.6
  /// The largest area to compare, in pixels of the smaller image.
  private static let areaLimit = 1 << 24

  /// Returns nil if neither explains the sizes.
  init?(before: Bitmap, after: Bitmap) {
    guard !before.bytes.isEmpty, !after.bytes.isEmpty else { return nil }
    guard before.size != after.size else {
      guard let turned = Self.halfTurn(before, after) else { return nil }
      change = turned
      return
    }
    if let turned = Self.turn(before, after) {
      change = turned
      return
    }
    let factors = (
      x: Double(after.width) / Double(before.width), y: Double(after.height) / Double(before.height)
    )
    let factor = (factors.x + factors.y) / 2
    // The sides may be rounded to whole pixels.
    let slack = min(0.02, 1.0 / Double(min(before.width, before.height, after.width, after.height)) + 0.002)
    guard factor >= Self.least || factor <= 1 / Self.least, abs(factors.x / factors.y - 1) <= 2 * slack else {
      return nil
    }
    let small = factor > 1 ? before : after
    guard small.width * small.height <= Self.areaLimit else { return nil }
    let reduced = Self.averaged(factor > 1 ? after : before, to: small.size)
    let (one, other) = factor > 1 ? (small, reduced) : (reduced, small)
    let ratio = factor > 1 ? factor : 1 / factor
    let isUsual = [1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4].contains { abs($0 - ratio) < 0.02 }
    var places: [PixelRect] = []
    var (count, isSame) = (0, false)
    one.withView { old in
      other.withView { new in
        let differing = PixelComparison(threshold: 0.02, countsAntialiased: true)
          .compare(old, new, rows: 0..<old.height).differing
        let shapes = ShapeComparison(old, new, differing: differing, slack: 1.6)
        isSame = Double(shapes.explained.count) >= Self.explainedShare * Double(differing.count)
        places = shapes.rest.regions(reach: 8).filter { $0.count >= 12 }.map(\.bounds)
        count = shapes.rest.count
      }
    }
    guard isSame || isUsual && places.count <= 12 else { return nil }
    change = ImageChange(.scaled(from: before.size), at: PixelRect(after.size))
    enlargement = factor > 1 ? factor : 1
    rest = places
    differing = Int(Double(count) * enlargement * enlargement)
  }

  /// Returns a rectangle of the smaller image in the new image.
  func enlarged(_ rect: PixelRect) -> PixelRect {
    PixelRect(
      left: Int(Double(rect.x) * enlargement), top: Int(Double(rect.y) * enlargement),
      right: Int((Double(rect.right) * enlargement).rounded(.up)),
      bottom: Int((Double(rect.bottom) * enlargement).rounded(.up))
    ).intersection(change.place)
  }

  // MARK: Turned screens

  private static func turn(_ before: Bitmap, _ after: Bitmap) -> ImageChange? {
    guard before.size.transposed == after.size, before.width != before.height else { return nil }
    let place = PixelRect(after.size)
    for quarters in [1, 3] where isTurned(before, after, quarters) {
      return ImageChange(.rotated(degrees: quarters * 90), at: place)
    }
    let ratio = Double(before.width) / Double(before.height)
    guard ratio >= 1.2 || ratio <= 1 / 1.2 else { return nil }
    return ImageChange(.turned(from: before.size), at: place, content: "")
  }

  /// The share of pixels that differ if an image was turned rather than an object moved.
  private static let turnedShare = 0.1

  private static func halfTurn(_ before: Bitmap, _ after: Bitmap) -> ImageChange? {
    let isSquare = before.width == before.height
    guard let degrees = (isSquare ? [2, 1, 3] : [2]).first(where: { isTurned(before, after, $0) }) else { return nil }
    let differing = stride(from: 0, to: before.bytes.count, by: 4).count {
      before.bytes[$0..<$0 + 4] != after.bytes[$0..<$0 + 4]
    }
    guard Double(differing * 4) >= turnedShare * Double(before.bytes.count) else { return nil }
    return ImageChange(.rotated(degrees: degrees * 90), at: PixelRect(after.size))
  }

  private static func isTurned(_ before: Bitmap, _ after: Bitmap, _ quarters: Int) -> Bool {
    before.withView { old in
      after.withView { new in
        (0..<new.height).allSatisfy { y in
          let row = new.row(y, from: 0)
          return (0..<new.width).allSatisfy { x in
            let place =
              switch quarters {
              case 1: (x: y, y: old.height - 1 - x)
              case 2: (x: old.width - 1 - x, y: old.height - 1 - y)
              default: (x: old.width - 1 - y, y: x)
              }
            return row[x] == old.pixel(place.x, place.y)
          }
        }
      } ?? false
    } ?? false
  }

  // MARK: Scaling

  /// Returns a smaller image whose pixels are averages of areas.
  private static func averaged(_ picture: Bitmap, to size: PixelSize) -> Bitmap {
    func spans(_ count: Int, _ from: Int) -> [(range: Range<Int>, weights: [Float])] {
      let factor = Double(from) / Double(count)
      return (0..<count).map { index in
        let (start, end) = (Double(index) * factor, min(Double(from), Double(index + 1) * factor))
        let range = Int(start)..<max(Int(start) + 1, min(from, Int(end.rounded(.up))))
        return (range, range.map { Float(max(0, min(end, Double($0 + 1)) - max(start, Double($0)))) })
      }
    }
    let (columns, rows) = (spans(size.width, picture.width), spans(size.height, picture.height))
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
    picture.withView { view in
      var sums = [SIMD4<Float>](repeating: .zero, count: size.width)
      for (y, row) in rows.enumerated() {
        for x in sums.indices { sums[x] = .zero }
        for (line, weight) in zip(row.range, row.weights) {
          let source = view.row(line, from: 0)
          for (x, column) in columns.enumerated() {
            var sum = SIMD4<Float>.zero
            for (place, share) in zip(column.range, column.weights) {
              let pixel = SIMD4<UInt32>(repeating: source[place]) &>> SIMD4(0, 8, 16, 24)
              sum += SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: pixel & 255)) * share
            }
            sums[x] += sum * weight
          }
        }
        for (x, column) in columns.enumerated() {
          let area = column.weights.reduce(0, +) * row.weights.reduce(0, +)
          let color = (sums[x] / max(area, 0.0001)).rounded(.toNearestOrAwayFromZero)
          for channel in 0..<4 { bytes[(y * size.width + x) * 4 + channel] = UInt8(max(0, min(255, color[channel]))) }
        }
      }
    }
    return Bitmap(width: size.width, height: size.height, format: .rgba, bytes: bytes) ?? picture
  }
}

extension Bitmap {
  /// Passes read access to the pixels of an RGBA bitmap. Returns nil if the image is empty.
  func withView<Result>(_ body: (PixelView) -> Result) -> Result? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, width > 0, height > 0 else { return nil }
      return body(PixelView(base: base, stride: width, width: width, height: height))
    }
  }
}

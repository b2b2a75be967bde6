import Basics
import CPixelLoops
import Drawing

/// Resizes bitmaps with a Lanczos-3 filter, one axis at a time.
///
/// Works on premultiplied values, so transparent pixels don't bleed color into their neighbors, and directly on sRGB
/// values (not linear light), as browsers and design tools do. The result is the same on every machine.
package enum Resampler {
  /// Aspect fill: the largest centered part of the bitmap that has the wanted proportions, at the wanted size in
  /// pixels.
  ///
  /// A bitmap of that size is returned unchanged. A bitmap without pixels yields transparent pixels; a negative or
  /// overflowing size yields a bitmap of 0 × 0.
  ///
  /// - Parameter focus: The point to keep as close to the center as the edges allow: (0, 0) is the top left corner of
  ///   the bitmap, (1, 1) the bottom right one. Defaults to its center.
  package static func fill(_ bitmap: Bitmap, width: Int, height: Int, focus: Point? = nil) -> Bitmap {
    guard bitmap.width > 0, bitmap.height > 0, width > 0, height > 0 else {
      return resampled(bitmap, width: width, height: height, window: .whole(of: bitmap.size))
    }
    let step = min(Double(bitmap.width) / Double(width), Double(bitmap.height) / Double(height))
    var window = Window(
      width: min(Double(bitmap.width), step * Double(width)), height: min(Double(bitmap.height), step * Double(height)),
      centeredIn: bitmap.size)
    if let focus { window.move(to: focus, in: bitmap.size) }
    return resampled(bitmap, width: width, height: height, window: window)
  }

  /// Returns the whole bitmap at the given size in pixels, ignoring proportions.
  package static func scale(_ bitmap: Bitmap, toWidth width: Int, height: Int) -> Bitmap {
    resampled(bitmap, width: width, height: height, window: .whole(of: bitmap.size))
  }

  /// The visible part of the source, in source pixels.
  private struct Window {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(width: Double, height: Double, centeredIn size: PixelSize) {
      x = (Double(size.width) - width) / 2
      y = (Double(size.height) - height) / 2
      self.width = width
      self.height = height
    }

    mutating func move(to focus: Point, in size: PixelSize) {
      guard focus.x.isFinite, focus.y.isFinite else { return }
      x = min(max(0, focus.x * Double(size.width) - width / 2), Double(size.width) - width)
      y = min(max(0, focus.y * Double(size.height) - height / 2), Double(size.height) - height)
    }

    static func whole(of size: PixelSize) -> Window {
      Window(width: Double(size.width), height: Double(size.height), centeredIn: size)
    }
  }

  private static func resampled(_ bitmap: Bitmap, width: Int, height: Int, window: Window) -> Bitmap {
    guard bitmap.width != width || bitmap.height != height else { return bitmap }
    let target = PixelSize(width: width, height: height)
    guard bitmap.format == .bgraPremultiplied else {
      let premultiplied = bitmap.converted(to: .bgraPremultiplied)
      return resampled(premultiplied, width: width, height: height, window: window).converted(to: bitmap.format)
    }
    guard width > 0, height > 0, bitmap.width > 0, bitmap.height > 0,
      Bitmap.byteCount(width: width, height: height) != nil
    else { return Bitmap(clear: target) }
    let columns = ResamplingAxis(source: bitmap.width, origin: window.x, length: window.width, count: width)
    // Avatars are squares.
    let isSquare =
      bitmap.height == bitmap.width && height == width && window.y == window.x && window.height == window.width
    let rows =
      isSquare
      ? columns : ResamplingAxis(source: bitmap.height, origin: window.y, length: window.height, count: height)
    return ResamplingPasses(columns: columns, rows: rows).run(on: bitmap, to: target) ?? Bitmap(clear: target)
  }

  /// Aspect fit: the whole bitmap centered in the wanted size in pixels, surrounded by transparent pixels.
  package static func fit(_ bitmap: Bitmap, width: Int, height: Int) -> Bitmap {
    guard bitmap.width > 0, bitmap.height > 0, width > 0, height > 0 else {
      return scale(bitmap, toWidth: width, height: height)
    }
    let step = min(Double(width) / Double(bitmap.width), Double(height) / Double(bitmap.height))
    let inner = PixelSize(
      width: min(width, max(1, Int((Double(bitmap.width) * step).rounded()))),
      height: min(height, max(1, Int((Double(bitmap.height) * step).rounded()))))
    let scaled = scale(bitmap, toWidth: inner.width, height: inner.height).converted(to: .bgraPremultiplied)
    guard inner.width < width || inner.height < height, let count = Bitmap.byteCount(width: width, height: height)
    else { return scaled }
    var bytes = [UInt8](repeating: 0, count: count)
    let (left, top) = ((width - inner.width) / 2, (height - inner.height) / 2)
    let length = inner.width * 4
    for row in 0..<inner.height {
      let target = ((top + row) * width + left) * 4
      bytes.replaceSubrange(target..<target + length, with: scaled.bytes[row * length..<(row + 1) * length])
    }
    return Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes) ?? scaled
  }
}

/// The source pixels and weights of every output pixel along one axis, computed once for all rows or columns.
///
/// The weights are 14-bit integers that add up to exactly one, so everything after them is integer arithmetic and the
/// same on every machine. The weights themselves are computed with +, −, × and ÷ only, which IEEE 754 defines exactly.
/// The sine of the C library isn't, so there is a sine function here.
package struct ResamplingAxis {
  /// The weight 1.0.
  package static let one = 1 << weightBits
  static let weightBits = 14
  /// Lanczos: three lobes on each side.
  private static let lobes = 3.0

  /// The first source pixel of each output pixel.
  package private(set) var starts: [Int]
  /// `taps` weights for each output pixel; `starts[i] ..< starts[i] + taps` always lies within the source.
  package private(set) var weights: [Int16]
  package let taps: Int

  /// The range of source pixels that are read.
  var sourceRange: Range<Int> {
    guard let first = starts.min(), let last = starts.max() else { return 0..<0 }
    return first..<last + taps
  }

  /// Maps `source[origin ..< origin + length]` (fractions are allowed) to `count` output pixels. Source pixels outside
  /// of that window still contribute at its edges.
  package init(source: Int, origin: Double, length: Double, count: Int) {
    let step = length / Double(count)
    // When minifying, the filter is widened to cover all source pixels of an output pixel, which prevents aliasing.
    let widening = max(1, step)
    let reach = ResamplingAxis.lobes * widening
    // Rows of weights all have the same length at first, padded with zeros.
    let longest = min(source, Int(2 * reach) + 2)
    var long = [Int16](repeating: 0, count: count * longest)
    var exact = [Double](repeating: 0, count: longest)
    var spans: [(start: Int, lead: Int, count: Int)] = []
    spans.reserveCapacity(count)
    long.withUnsafeMutableBufferPointer { long in
      for index in 0..<count {
        let center = origin + (Double(index) + 0.5) * step
        let first = min(max(0, Int(center - reach + 0.5)), source - 1)
        let last = max(first + 1, min(source, Int(center + reach + 0.5)))
        for pixel in first..<last {
          exact[pixel - first] = ResamplingAxis.lanczos((Double(pixel) + 0.5 - center) / widening)
        }
        let row = UnsafeMutableBufferPointer(rebasing: long[index * longest..<index * longest + last - first])
        ResamplingAxis.quantize(exact, into: row)
        let lead = row.prefix { $0 == 0 }.count
        let trail = row.reversed().prefix { $0 == 0 }.count
        spans.append((first + lead, lead, row.count - lead - trail))
      }
    }
    let taps = spans.reduce(1) { max($0, $1.count) }
    self.taps = taps
    starts = spans.map { min($0.start, source - taps) }
    weights = [Int16](repeating: 0, count: count * taps)
    for (index, span) in spans.enumerated() {
      let from = index * longest + span.lead
      let to = index * taps + span.start - starts[index]
      for tap in 0..<span.count { weights[to + tap] = long[from + tap] }
    }
  }

  /// Rounds running sums instead of single weights, so that thousands of tiny weights still add up to exactly `one`.
  private static func quantize(_ exact: [Double], into weights: UnsafeMutableBufferPointer<Int16>) {
    var total = 0.0
    for index in 0..<weights.count { total += exact[index] }
    let share = Double(one) / total
    var sum = 0.0
    var given = 0
    for index in 0..<weights.count {
      sum += exact[index]
      let upToHere = index == weights.count - 1 ? one : Int((sum * share).rounded())
      weights[index] = Int16(clamping: upToHere - given)
      given = upToHere
    }
  }

  /// The Lanczos kernel: sinc(x) · sinc(x / 3), zero for |x| ≥ 3.
  package static func lanczos(_ x: Double) -> Double {
    guard abs(x) < lobes else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let third = sinePi(x / lobes)
    // sin(3a) = 3 sin(a) − 4 sin³(a)
    let whole = third * (3 - 4 * third * third)
    let angle = Double.pi * x
    return lobes * whole * third / (angle * angle)
  }

  /// Returns sin(πx) for |x| ≤ 1, by its Taylor series (to x¹⁷, better than 1e-12) within a quarter turn.
  static func sinePi(_ x: Double) -> Double {
    let near = abs(x) <= 0.5 ? x : (x > 0 ? 1 : -1) - x
    let angle = near * Double.pi
    let square = angle * angle
    // 1 / 17!, −1 / 15!, …
    var sum = 1 / 355_687_428_096_000.0
    sum = sum * square - 1 / 1_307_674_368_000
    sum = sum * square + 1 / 6_227_020_800
    sum = sum * square - 1 / 39_916_800
    sum = sum * square + 1 / 362_880
    sum = sum * square - 1 / 5040
    sum = sum * square + 1 / 120
    sum = sum * square - 1 / 6
    return angle * (1 + sum * square)
  }
}

/// The two resampling passes, one output row at a time: source rows are scaled horizontally, then combined vertically.
///
/// Only a single row of 16-bit values with six fractional bits is kept between the passes, neither rounded to bytes nor
/// clamped. No value overflows: weights add up to one, their magnitudes to less than two, so a sum stays below 2 · 255
/// · 2⁶ · 2¹⁴ < 2³¹.
struct ResamplingPasses {
  let columns: ResamplingAxis
  let rows: ResamplingAxis

  /// The number of pixels that the second pass processes at a time.
  private static let quad = 4

  /// Returns nil if the sizes overflow.
  func run(on bitmap: Bitmap, to target: PixelSize) -> Bitmap? {
    // Only the columns that the second pass reads.
    let needed = columns.sourceRange
    let pairs = ResamplingWeights(columns, from: needed.lowerBound)
    let padded = needed.count + 2 * ResamplingPasses.quad + pairs.quads * ResamplingPasses.quad
    var row = [Int16](repeating: 0, count: padded * 4)
    return Bitmap.filled(target) { pixels in
      row.withUnsafeMutableBufferPointer { row in
        bitmap.bytes.withUnsafeBufferPointer { source in
          rows.weights.withUnsafeBufferPointer { weights in
            guard let row = row.baseAddress, let source = source.baseAddress, let weights = weights.baseAddress else {
              return
            }
            for (y, first) in rows.starts.enumerated() {
              fp_merge_rows(
                source + first * bitmap.stride + needed.lowerBound * 4, bitmap.stride, needed.count,
                weights + y * rows.taps, rows.taps, row)
              pairs.merge(row, into: pixels + y * target.width * 4)
            }
          }
        }
      }
    }?.bitmap
  }
}

/// The weights of the columns in the order of the inner loop: from an even pixel on, in groups of four, each pair of
/// pixels for all four channels.
private struct ResamplingWeights {
  let quads: Int
  private var starts: [UInt32] = []
  private var weights: [Int16]

  /// - Parameter origin: The source column at which the row begins.
  init(_ axis: ResamplingAxis, from origin: Int) {
    let begins = axis.starts.map { ($0 - origin) & ~1 }
    // An odd start needs one more pixel.
    quads = (axis.taps + 1 + 3) / 4
    weights = [Int16](repeating: 0, count: begins.count * quads * 16)
    for (index, begin) in begins.enumerated() {
      starts.append(UInt32(truncatingIfNeeded: begin))
      let lead = axis.starts[index] - origin - begin
      for tap in 0..<axis.taps {
        let place = lead + tap
        let first = (index * quads * 2 + place / 2) * 8 + place % 2
        for channel in 0..<4 { weights[first + channel * 2] = axis.weights[index * axis.taps + tap] }
      }
    }
  }

  /// Computes one row of the result.
  func merge(_ row: UnsafePointer<Int16>, into target: UnsafeMutablePointer<UInt8>) {
    starts.withUnsafeBufferPointer { starts in
      weights.withUnsafeBufferPointer { weights in
        fp_merge_columns(row, starts.baseAddress, weights.baseAddress, quads, starts.count, target)
      }
    }
  }
}

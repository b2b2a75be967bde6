/// What every output pixel of one axis takes from which source pixels, computed once for all rows or columns.
///
/// The weights are integers of 14 bits that add up to exactly one, so everything after them is integer arithmetic and
/// the same on every machine. The weights themselves come from +, −, × and ÷ alone, which IEEE 754 defines to the bit;
/// the C library's sine is not so defined, hence our own.
struct ResamplingAxis {
  /// One, as a weight.
  static let one = 1 << weightBits
  static let weightBits = 14
  /// Lanczos: three lobes on each side.
  private static let lobes = 3.0

  /// The first source pixel of each output pixel.
  private(set) var starts: [Int]
  /// `taps` of them for each output pixel; all of `starts[i] ..< starts[i] + taps` lies in the source.
  private(set) var weights: [Int16]
  let taps: Int

  /// The source pixels that are read at all.
  var sourceRange: Range<Int> {
    guard let first = starts.min(), let last = starts.max() else { return 0..<0 }
    return first..<last + taps
  }

  /// Maps `source[origin ..< origin + length]` (fractions are fine) to `count` output pixels. Pixels outside of that
  /// window still have a say at its edges where the source has them.
  init(source: Int, origin: Double, length: Double, count: Int) {
    let step = length / Double(count)
    // Minifying widens the filter to the source pixels of its output pixel: nothing is skipped, so nothing aliases.
    let widening = max(1, step)
    let reach = ResamplingAxis.lobes * widening
    let rows = (0..<count).map { index in
      ResamplingAxis.row(around: origin + (Double(index) + 0.5) * step, reach, widening, source)
    }
    taps = rows.reduce(1) { max($0, $1.weights.count) }
    starts = []
    weights = []
    starts.reserveCapacity(count)
    weights.reserveCapacity(count * taps)
    for row in rows {
      let start = min(row.start, source - taps)
      starts.append(start)
      let lead = row.start - start
      weights.append(contentsOf: repeatElement(0, count: lead))
      weights.append(contentsOf: row.weights)
      weights.append(contentsOf: repeatElement(0, count: taps - lead - row.weights.count))
    }
  }

  /// The weights around one position, without zeros at the ends.
  private static func row(
    around center: Double, _ reach: Double, _ widening: Double, _ source: Int
  ) -> (start: Int, weights: [Int16]) {
    let first = min(max(0, Int(center - reach + 0.5)), source - 1)
    let last = max(first + 1, min(source, Int(center + reach + 0.5)))
    let exact = (first..<last).map { lanczos((Double($0) + 0.5 - center) / widening) }
    var fixed = quantized(exact)
    let lead = fixed.prefix { $0 == 0 }.count
    fixed.removeFirst(lead)
    while fixed.last == 0 { fixed.removeLast() }
    return (first + lead, fixed)
  }

  /// Rounds running sums instead of single weights: thousands of tiny ones still add up to exactly `one`.
  private static func quantized(_ exact: [Double]) -> [Int16] {
    let total = exact.reduce(0, +)
    var sum = 0.0
    var given = 0
    return exact.map { weight in
      sum += weight
      let upToHere = Int((sum / total * Double(one)).rounded())
      defer { given = upToHere }
      return Int16(clamping: upToHere - given)
    }
  }

  /// The Lanczos kernel: sinc(x) · sinc(x / 3), zero from 3 on.
  static func lanczos(_ x: Double) -> Double {
    guard abs(x) < lobes else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let angle = Double.pi * x
    return lobes * sinePi(x) * sinePi(x / lobes) / (angle * angle)
  }

  /// sin(πx) for |x| ≤ 3, by its Taylor series (to x¹⁷, better than 1e-12) within a quarter turn.
  static func sinePi(_ x: Double) -> Double {
    let nearest = x.rounded()
    let angle = (x - nearest) * Double.pi
    let square = angle * angle
    var sum = 0.0
    for power in stride(from: 16.0, through: 2, by: -2) { sum = (1 - sum) * square / (power * (power + 1)) }
    let sine = angle * (1 - sum)
    return Int(nearest) & 1 == 0 ? sine : -sine
  }
}

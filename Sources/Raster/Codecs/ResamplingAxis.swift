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
    // Rows of weights of one length first, with zeros at their ends.
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

  /// Rounds running sums instead of single weights: thousands of tiny ones still add up to exactly `one`.
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

  /// The Lanczos kernel: sinc(x) · sinc(x / 3), zero from 3 on.
  static func lanczos(_ x: Double) -> Double {
    guard abs(x) < lobes else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let third = sinePi(x / lobes)
    // sin(3a) = 3 sin(a) − 4 sin³(a)
    let whole = third * (3 - 4 * third * third)
    let angle = Double.pi * x
    return lobes * whole * third / (angle * angle)
  }

  /// sin(πx) for |x| ≤ 1, by its Taylor series (to x¹⁷, better than 1e-12) within a quarter turn.
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

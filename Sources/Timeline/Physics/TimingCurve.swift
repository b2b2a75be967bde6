/// How far an animation is at each share of its time: a cubic Bézier curve from (0, 0) to (1, 1), as CSS and Core Animation
/// have it.
package struct TimingCurve: Sendable, Equatable {
  /// The two points between; their first numbers lie from 0 to 1.
  private let first: (time: Double, value: Double)
  private let second: (time: Double, value: Double)

  package init(_ time1: Double, _ value1: Double, _ time2: Double, _ value2: Double) {
    first = (min(max(time1, 0), 1), value1)
    second = (min(max(time2, 0), 1), value2)
  }

  package static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)
  package static let easeIn = TimingCurve(0.42, 0, 1, 1)
  package static let easeOut = TimingCurve(0, 0, 0.58, 1)
  /// `kCAMediaTimingFunctionDefault`.
  package static let coreAnimation = TimingCurve(0.25, 0.1, 0.25, 1)

  /// The value at a share of the time; exactly 0 at and before the start, 1 at and after the end.
  package func value(at share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    // Halving is as good as Newton's way here and never strays: time only grows along the curve.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<54 {
      let middle = (low + high) / 2
      if Self.at(middle, first.time, second.time) < share { low = middle } else { high = middle }
    }
    return Self.at((low + high) / 2, first.value, second.value)
  }

  private static func at(_ s: Double, _ first: Double, _ second: Double) -> Double {
    ((1 - 3 * second + 3 * first) * s + (3 * second - 6 * first)) * s * s + 3 * first * s
  }

  package static func == (one: TimingCurve, other: TimingCurve) -> Bool {
    one.first == other.first && one.second == other.second
  }
}

/// The critically damped spring that returns content from beyond its end: `e^(−f t) (x₀ + (v₀ + f x₀) t)`.
package struct Spring: Sendable {
  /// `f`, in 1 / s: the square root of stiffness over mass.
  package let frequency: Double

  package init(frequency: Double) { self.frequency = frequency }

  package static let bounce = Spring(frequency: 10)
  /// For bars and keyboards: iOS's own spring (mass 3, stiffness 1000, no bounce), past the middle after a tenth of a
  /// second.
  package static let keyboard = Spring(frequency: (1000.0 / 3).squareRoot())

  /// The progress from 0 to 1 of an animation that ends after `duration` seconds.
  ///
  /// - Parameter seconds: The time since its start.
  package func progress(after seconds: Double, of duration: Double) -> Double {
    guard seconds > 0 else { return 0 }
    guard seconds < duration else { return 1 }
    func way(_ seconds: Double) -> Double { 1 - state(from: 1, velocity: 0, after: seconds).displacement }
    return way(seconds) / way(duration)
  }

  /// Displacement and velocity `time` seconds after a release at `displacement` with `velocity` per second.
  package func state(
    from displacement: Double, velocity: Double, after time: Double
  ) -> (displacement: Double, velocity: Double) {
    let (left, slope) = (ExactMath.exp(-frequency * time), velocity + frequency * displacement)
    let place = left * (displacement + slope * time)
    return (place, left * slope - frequency * place)
  }
}

/// The progress of an animation by its share of time: a cubic Bézier curve from (0, 0) to (1, 1), as in CSS and Core
/// Animation.
package struct TimingCurve: Sendable {
  /// The two control points; their times are between 0 and 1.
  private let first: (time: Double, value: Double)
  private let second: (time: Double, value: Double)

  package init(_ time1: Double, _ value1: Double, _ time2: Double, _ value2: Double) {
    first = (min(max(time1, 0), 1), value1)
    second = (min(max(time2, 0), 1), value2)
  }

  package static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)
  package static let easeIn = TimingCurve(0.42, 0, 1, 1)

  /// The value at a share of the time; exactly 0 at and before the start, 1 at and after the end.
  package func value(at share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    // Bisection is as good as Newton's method here and never diverges: time increases monotonically along the curve.
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
}

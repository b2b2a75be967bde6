/// A damped spring that pulls towards 0: the solutions of `m x″ + c x′ + k x = 0`.
package struct Spring: Sendable, Equatable {
  package let mass: Double
  package let stiffness: Double
  package let damping: Double

  package init(mass: Double, stiffness: Double, damping: Double) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
  }

  /// What brings content back that was pulled beyond its end: critically damped, `e^(−10 t) (x₀ + (v₀ + 10 x₀) t)`.
  package static let bounce = Spring(mass: 1, stiffness: 100, damping: 20)

  /// 1 where it comes to rest soonest, less where it swings, more where it creeps.
  package var ratio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// Displacement and velocity `time` seconds after it was let go at `displacement` with `velocity` a second.
  package func state(
    from displacement: Double, velocity: Double, after time: Double
  ) -> (displacement: Double, velocity: Double) {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = ratio
    // Near the critical ratio both other solutions divide by what is nearly 0.
    if abs(ratio - 1) < 1e-6 { return critical(displacement, velocity, frequency, time) }
    return ratio < 1
      ? swinging(displacement, velocity, frequency, ratio, time)
      : creeping(displacement, velocity, frequency, ratio, time)
  }

  private func critical(_ x: Double, _ v: Double, _ frequency: Double, _ time: Double) -> (Double, Double) {
    let (left, slope) = (Functions.exp(-frequency * time), v + frequency * x)
    let displacement = left * (x + slope * time)
    return (displacement, left * slope - frequency * displacement)
  }

  private func swinging(
    _ x: Double, _ v: Double, _ frequency: Double, _ ratio: Double, _ time: Double
  ) -> (Double, Double) {
    let damped = frequency * (1 - ratio * ratio).squareRoot()
    let left = Functions.exp(-ratio * frequency * time)
    let (cosine, sine) = Functions.circle(damped * time)
    let amplitude = (v + ratio * frequency * x) / damped
    let displacement = left * (x * cosine + amplitude * sine)
    let velocity = left * damped * (amplitude * cosine - x * sine) - ratio * frequency * displacement
    return (displacement, velocity)
  }

  private func creeping(
    _ x: Double, _ v: Double, _ frequency: Double, _ ratio: Double, _ time: Double
  ) -> (Double, Double) {
    let root = (ratio * ratio - 1).squareRoot()
    // The slower one as a quotient: its difference would lose digits.
    let (fast, slow) = (-frequency * (ratio + root), -frequency / (ratio + root))
    let slowShare = (v - fast * x) / (slow - fast)
    let (slowly, quickly) = (slowShare * Functions.exp(slow * time), (x - slowShare) * Functions.exp(fast * time))
    return (slowly + quickly, slow * slowly + fast * quickly)
  }
}

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

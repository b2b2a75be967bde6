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

  /// A spring told by its period in seconds without damping, and by how much it bounces, from -1 (not at all, slowly) to 1
  /// (for ever); 0 is critical. As SwiftUI's springs are told.
  package init(duration: Double, bounce: Double) {
    let frequency = 2 * Double.pi / duration
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(mass: 1, stiffness: frequency * frequency, damping: 2 * ratio * frequency)
  }

  /// What brings content back that was pulled beyond its end: critically damped, `e^(−10 t) (x₀ + (v₀ + 10 x₀) t)`.
  package static let bounce = Spring(mass: 1, stiffness: 100, damping: 20)

  /// 1 where it comes to rest soonest, less where it swings, more where it creeps.
  package var ratio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// The same with a ratio of at most 1: how WebKit's solver takes a spring that is damped more.
  package var cappedAtCritical: Spring {
    Spring(mass: mass, stiffness: stiffness, damping: min(damping, 2 * (stiffness * mass).squareRoot()))
  }

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

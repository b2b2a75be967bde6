/// How a scroll view slows down when it is let go: its velocity is multiplied by `rate` each millisecond.
///
/// `x(t) = v (r^(1000 t) − 1) / k` with `k = 1000 ln r`. The rates are those of `UIScrollView.DecelerationRate`.
package struct Deceleration: Sendable, Equatable {
  /// What the velocity is multiplied by in a millisecond; above 0 and below 1.
  package let rate: Double
  /// `k`, a negative number: how the velocity changes in a second, for each unit of velocity.
  private let decay: Double

  package init(rate: Double) {
    self.rate = rate
    decay = 1000 * Functions.ln(rate)
  }

  package static let normal = Deceleration(rate: 0.998)
  package static let fast = Deceleration(rate: 0.99)

  /// How far it is after `time` seconds, let go at `velocity` points a second.
  package func distance(_ velocity: Double, after time: Double) -> Double {
    velocity * (Functions.exp(decay * time) - 1) / decay
  }

  package func velocity(_ velocity: Double, after time: Double) -> Double { velocity * Functions.exp(decay * time) }

  /// How far it gets in the end.
  package func travel(_ velocity: Double) -> Double { -velocity / decay }

  /// Seconds until less than `threshold` points are left; 0 where no more are left from the start.
  package func duration(_ velocity: Double, threshold: Double) -> Double {
    let left = abs(travel(velocity))
    return left > threshold ? Functions.ln(threshold / left) / decay : 0
  }

  /// Seconds until it has gone `distance`; nil if it never gets there.
  package func time(_ velocity: Double, distance: Double) -> Double? {
    let left = 1 + decay * distance / velocity
    return left > 0 && left <= 1 ? Functions.ln(left) / decay : nil
  }
}

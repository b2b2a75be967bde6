/// How a scroll view slows down when it is let go: its velocity is multiplied by `rate` each millisecond.
///
/// `x(t) = v (r^(1000 t) − 1) / k` with `k = 1000 ln r`. The rates are those of `UIScrollView.DecelerationRate`.
public struct Deceleration: Sendable, Equatable {
  /// What the velocity is multiplied by in a millisecond; above 0 and below 1.
  public let rate: Double
  /// `k`, a negative number: how the velocity changes in a second, for each unit of velocity.
  private let decay: Double

  public init(rate: Double) {
    self.rate = rate
    decay = 1000 * Functions.ln(rate)
  }

  /// As scroll views have it unless they say otherwise.
  public static let normal = Deceleration(rate: 0.998)
  /// As paging scroll views have it.
  public static let fast = Deceleration(rate: 0.99)

  /// Points a second that a thumb lets go at, at most: Android's `ViewConfiguration` (`MAXIMUM_FLING_VELOCITY`), Chromium and
  /// Flutter cut off what is faster. UIKit states no limit.
  package static let fastest = 8000.0

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

/// How far content follows a finger that pulls it beyond its end: `(1 − 1 / (c x / d + 1)) d`, as UIScrollView does.
package struct RubberBand: Sendable, Equatable {
  /// How stiff it is: how far content follows at first, for a point of the finger.
  package let coefficient: Double
  /// What is never quite reached, in points: the viewport's height.
  package let dimension: Double

  package init(coefficient: Double = 0.55, dimension: Double) {
    self.coefficient = coefficient
    self.dimension = dimension
  }

  /// How far content is beyond its end when the finger pulled it by `pull`, either with its sign.
  package func shown(_ pull: Double) -> Double {
    let shown = (1 - 1 / (abs(pull) * coefficient / dimension + 1)) * dimension
    return pull < 0 ? -shown : shown
  }

  /// The pull that shows so much; what can't be shown is taken for just less than the dimension.
  package func pull(_ shown: Double) -> Double {
    let share = min(abs(shown) / dimension, 1 - 1e-6)
    let pull = (1 / (1 - share) - 1) * dimension / coefficient
    return shown < 0 ? -pull : pull
  }
}

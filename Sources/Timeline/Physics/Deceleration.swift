/// The deceleration of a scroll view after a release: its velocity is multiplied by `rate` each millisecond.
///
/// `x(t) = v (r^(1000 t) − 1) / k` with `k = 1000 ln r`. The rates are those of `UIScrollView.DecelerationRate`.
public struct Deceleration: Sendable, Equatable {
  /// The factor for the velocity per millisecond; between 0 and 1, exclusive.
  public let rate: Double
  /// `k`, a negative number: the relative change of the velocity per second.
  private let decay: Double

  public init(rate: Double) {
    self.rate = rate
    decay = 1000 * ExactMath.ln(rate)
  }

  /// The default of scroll views.
  public static let normal = Deceleration(rate: 0.998)
  /// The rate of paging scroll views.
  public static let fast = Deceleration(rate: 0.99)

  /// The maximum fling velocity in points per second: Android's `ViewConfiguration` (`MAXIMUM_FLING_VELOCITY`),
  /// Chromium and Flutter clamp to it. UIKit documents no limit.
  package static let fastest = 8000.0

  /// The distance after `time` seconds, for a release at `velocity` points per second.
  package func distance(_ velocity: Double, after time: Double) -> Double {
    velocity * (ExactMath.exp(decay * time) - 1) / decay
  }

  package func velocity(_ velocity: Double, after time: Double) -> Double { velocity * ExactMath.exp(decay * time) }

  /// The total distance.
  package func travel(_ velocity: Double) -> Double { -velocity / decay }

  /// The seconds until less than `threshold` points remain; 0 if that is so from the start.
  package func duration(_ velocity: Double, threshold: Double) -> Double {
    let left = abs(travel(velocity))
    return left > threshold ? ExactMath.ln(threshold / left) / decay : 0
  }

  /// The seconds until it has moved `distance`; nil if it never does.
  package func time(_ velocity: Double, distance: Double) -> Double? {
    let left = 1 + decay * distance / velocity
    return left > 0 && left <= 1 ? ExactMath.ln(left) / decay : nil
  }
}

/// The resistance of content pulled beyond its end: `(1 − 1 / (c x / d + 1)) d`, as in UIScrollView.
package struct RubberBand: Sendable, Equatable {
  /// The stiffness: how far content initially moves per point of the finger.
  package let coefficient: Double
  /// The limit that is never quite reached, in points: the viewport's height.
  package let dimension: Double

  package init(coefficient: Double = 0.55, dimension: Double) {
    self.coefficient = coefficient
    self.dimension = dimension
  }

  /// The displayed distance beyond the end for a `pull` of the finger; both are signed.
  package func shown(_ pull: Double) -> Double {
    let shown = (1 - 1 / (abs(pull) * coefficient / dimension + 1)) * dimension
    return pull < 0 ? -shown : shown
  }

  /// The pull for a displayed distance; an impossible distance is treated as slightly less than the dimension.
  package func pull(_ shown: Double) -> Double {
    let share = min(abs(shown) / dimension, 1 - 1e-6)
    let pull = (1 / (1 - share) - 1) * dimension / coefficient
    return shown < 0 ? -pull : pull
  }
}

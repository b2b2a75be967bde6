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

@testable import Timeline

/// Android's fling (`OverScroller`): distance and duration for an initial velocity.
struct AndroidFling: Sendable {
  private static let friction = 0.015
  private static let inflexion = 0.35
  private static let rate = ExactMath.ln(0.78) / ExactMath.ln(0.9)

  /// Friction times gravity in inches per second², times points per inch, times a factor that Android tuned by hand.
  private let resistance: Double

  /// - Parameter pointsPerInch: 160 for Android's density-independent pixels.
  init(pointsPerInch: Double = 160) {
    resistance = Self.friction * 9.80665 * 39.37 * pointsPerInch * 0.84
  }

  /// Returns the distance in points for a velocity in points per second, with the same sign.
  func distance(_ velocity: Double) -> Double {
    guard velocity != 0 else { return 0 }
    let distance = resistance * ExactMath.exp(Self.rate / (Self.rate - 1) * strength(velocity))
    return velocity < 0 ? -distance : distance
  }

  /// Returns the duration in seconds.
  func duration(_ velocity: Double) -> Double {
    velocity == 0 ? 0 : ExactMath.exp(strength(velocity) / (Self.rate - 1))
  }

  private func strength(_ velocity: Double) -> Double { ExactMath.ln(Self.inflexion * abs(velocity) / resistance) }
}

/// Chromium's return of overscrolled content on macOS: `(x₀ + 0.31 v₀ t) e^(−12.5 t)`.
enum ChromiumElastic {
  static func displacement(from displacement: Double, velocity: Double, after time: Double) -> Double {
    (displacement + 0.31 * velocity * time) * ExactMath.exp(-12.5 * time)
  }
}

/// Exponential and logarithm computed only with basic arithmetic.
///
/// The system library's results differ in the last bit between machines and versions; IEEE 754 fixes the results of the
/// operations used here. The error is a few units in the last place for the arguments used in motion.
package enum ExactMath {
  private static let ln2High = 0.693147180369123816490
  private static let ln2Low = 1.90821492927058770002e-10

  /// e to the power of `x`; 0 below -700, `greatestFiniteMagnitude` above 700.
  package static func exp(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    guard x < 700 else { return .greatestFiniteMagnitude }
    let power = (x / (ln2High + ln2Low)).rounded()
    let rest = (x - power * ln2High) - power * ln2Low
    var (sum, degree) = (1.0, 14.0)
    while degree > 0 {
      sum = 1 + sum * rest / degree
      degree -= 1
    }
    return Double(sign: .plus, exponent: Int(power), significand: sum)
  }

  /// The natural logarithm of a positive number; -infinity for others.
  package static func ln(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x > 0 ? x : -.infinity }
    var (power, part) = (Double(x.exponent), x.significand)
    if part > 1.4142135623730951 { (power, part) = (power + 1, part / 2) }
    let ratio = (part - 1) / (part + 1)
    var (sum, degree) = (0.0, 23.0)
    while degree > 0 {
      sum = 1 / degree + sum * ratio * ratio
      degree -= 2
    }
    return power * ln2High + (2 * ratio * sum + power * ln2Low)
  }
}

/// Lengths and positions in points, as whole multiples of 2⁻²⁰ point (about a millionth).
///
/// Sums of such numbers are exact in a `Double` up to 2³³ points (8.6 billion), in any order. Therefore a position
/// found by a tree equals the position found by summation, moving away and back restores the exact value, and the
/// distance of content that did not move is exactly 0.
package enum Points {
  /// Halves of a step are rounded away from zero. Non-finite values are unchanged.
  package static func snapped(_ length: Double) -> Double { (length * steps).rounded() / steps }

  /// The number of steps per point.
  static let steps: Double = 1_048_576
}

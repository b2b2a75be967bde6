/// Lengths and places in points, all of them whole multiples of 2⁻²⁰ of a point (a millionth).
///
/// Sums of such numbers are exact in a `Double` up to 2³³ points (8.6 billion), whatever the order they are added in. So a place
/// found by a tree is the place found by adding up, what is moved away and back is where it was to the bit, and a jump
/// of 0 is 0.
package enum Points {
  /// Halves of a millionth go away from zero. Not finite stays not finite.
  package static func snapped(_ length: Double) -> Double { (length * steps).rounded() / steps }

  /// How many steps make a point.
  static let steps: Double = 1_048_576
}

import Foundation
import Testing
import Timeline

struct FunctionsTests {
  /// Returns whether our function and the system's agree within a number of units in the last place.
  private func isSame(_ one: Double, _ other: Double, units: Double = 4) -> Bool {
    abs(one - other) <= units * max(other.ulp, 1e-16)
  }

  @Test("the exponential is the system's, but for its last bits")
  func exponential() {
    for step in -4000...4000 {
      let x = Double(step) / 100
      #expect(isSame(ExactMath.exp(x) / exp(x), 1), "\(x)")
    }
    #expect(ExactMath.exp(0) == 1)
    #expect(ExactMath.exp(-1e9) == 0)
    #expect(ExactMath.exp(1e9).isFinite)
  }

  @Test("the logarithm is the system's, but for its last bits")
  func logarithm() {
    for step in 1...4000 {
      let x = Double(step) * Double(step) / 1000
      #expect(isSame(ExactMath.ln(x), log(x)), "\(x)")
    }
    #expect(ExactMath.ln(1) == 0)
    #expect(ExactMath.ln(0) == -.infinity)
    #expect(ExactMath.ln(-1) == -.infinity)
  }

  @Test("lengths are whole millionths, the nearest, halves away from zero")
  func points() {
    #expect(Points.snapped(60) == 60)
    #expect(Points.snapped(0.5 / 1_048_576) == 1.0 / 1_048_576)
    #expect(Points.snapped(-0.5 / 1_048_576) == -1.0 / 1_048_576)
    #expect(abs(Points.snapped(60.4) - 60.4) < 5e-7)
  }

  @Test("sums of lengths are exact in any order")
  func sums() {
    let lengths = (1...1000).map { Points.snapped(Double($0) / 7) }
    #expect(lengths.reduce(0, +) == lengths.reversed().reduce(0, +))
  }
}

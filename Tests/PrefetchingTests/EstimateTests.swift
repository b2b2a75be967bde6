import Prefetching
import Testing

@Suite("Estimates")
struct EstimateTests {
  /// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, standard deviation of the sample 2.1381, t for 7 degrees of freedom 2.365.
  @Test("a mean has the interval of Student's t")
  func interval() throws {
    let estimate = Estimate([2, 4, 4, 4, 5, 5, 7, 9])
    #expect(estimate.mean == 5)
    #expect(abs(try #require(estimate.margin) - 1.7878) < 1e-3)
  }

  @Test("a single value has no interval")
  func single() { #expect(Estimate([3]) == Estimate([3]) && Estimate([3]).margin == nil) }

  /// Student's t for 120 degrees of freedom is 1.980 in every table.
  @Test("many values come near the normal distribution")
  func many() throws {
    let values = (0..<121).map { Double($0 % 2) }
    let mean = 60.0 / 121
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 120
    let margin = try #require(Estimate(values).margin)
    #expect(abs(margin / (variance / 121).squareRoot() - 1.980) < 1e-3)
  }

  @Test("a difference is taken viewer by viewer")
  func paired() throws {
    let difference = Estimate(of: [10, 20, 30], minus: [9, 19, 29])
    #expect(difference.mean == 1)
    #expect(difference.isSignificant)
  }

  @Test("shares of waits are the nearest rank's")
  func waits() {
    var outcome = PrefetchOutcome()
    outcome.waits = [5, 1, 4, 2, 3]
    #expect(outcome.wait(atMostOf: 0.5) == 3)
    #expect(outcome.wait(atMostOf: 0.9) == 5)
    #expect(outcome.wait(atMostOf: 0) == 1)
  }
}

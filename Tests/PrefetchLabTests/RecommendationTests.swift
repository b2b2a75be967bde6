import Prefetching
import Testing

@Suite("What is recommended")
struct RecommendationTests {
  @Test("the lowest cost, if it is so beyond doubt")
  func lowest() {
    let best = Recommendation(among: [
      Candidate(name: "simple", costs: [10, 11, 12], rank: 0), Candidate(name: "good", costs: [5, 6, 7.1], rank: 1),
    ])
    #expect(best.chosen == 1 && best.lowest == 1)
  }

  @Test("the simplest of those that may be as good")
  func simplest() {
    let best = Recommendation(among: [
      Candidate(name: "complex", costs: [9, 12, 10], rank: 5), Candidate(name: "simple", costs: [11, 10, 11], rank: 1),
      Candidate(name: "bad", costs: [90, 91, 92], rank: 0),
    ])
    #expect(best.lowest == 0 && best.chosen == 1)
  }
}

import Prefetching
import Testing

@Suite("What is recommended")
struct RecommendationTests {
  @Test("the lowest cost, if it is so beyond doubt")
  func lowest() {
    let best = Candidate.recommended(among: [
      Candidate(costs: [10, 11, 12], rank: 0), Candidate(costs: [5, 6, 7.1], rank: 1),
    ])
    #expect(best == 1)
  }

  @Test("the simplest of those that may be as good")
  func simplest() {
    let best = Candidate.recommended(among: [
      Candidate(costs: [9, 12, 10], rank: 5), Candidate(costs: [11, 10, 11], rank: 1),
      Candidate(costs: [90, 91, 92], rank: 0),
    ])
    #expect(best == 1)
  }
}

import PrefetchLab
import Prefetching
import Testing

@Suite("Recommendations")
struct RecommendationTests {
  @Test("the lowest cost, if it is so beyond doubt")
  func lowest() {
    let best = Candidate.recommended(among: [
      Candidate(costs: [10, 11, 12], rank: 0), Candidate(costs: [5, 6, 7.1], rank: 1),
    ])
    #expect(best == 1)
  }

  @Test("among policies without a significant difference the simplest is recommended")
  func simplest() {
    let best = Candidate.recommended(among: [
      Candidate(costs: [9, 12, 10], rank: 5), Candidate(costs: [11, 10, 11], rank: 1),
      Candidate(costs: [90, 91, 92], rank: 0),
    ])
    #expect(best == 1)
  }

  @Test(
    "a best setting that is the last that was tried is warned of, but for 0, below which there is none",
    arguments: [
      (2.0, []), (4, ["the best budget, 4, is the largest value in the sweep"]),
      (1, ["the best budget, 1, is the smallest value in the sweep"]),
    ] as [(Double, [String])])
  func edges(_ chosen: Double, _ warnings: [String]) {
    let sweep = PrefetchReport.Sweep(
      axes: ["budget": [1, 2, 3, 4], "text": [0, 1], "page": [3]], count: 8, settings: [],
      chosen: ["budget": chosen, "text": 0, "page": 3])
    #expect(sweep.edges.count == warnings.count)
    #expect(zip(sweep.edges, warnings).allSatisfy { $0.hasPrefix($1) })
  }

  @Test("estimated sizes that a choice rests on are warned of")
  func estimates() {
    let feed = PrefetchReport.Feed(name: "f", cards: 14, exported: 2, screen: "375@2x-light", kinds: [:], bytes: 0)
    #expect(feed.estimatesDecide.hasPrefix("the recommendation depends on estimated sizes of 12 of 14 cards"))
  }
}

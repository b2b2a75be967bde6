import Foundation
import Prefetching
import Support
import Testing

/// The page's script passes the same vectors (`Tests/Scripts/prefetch-vectors.test.mjs`).
@Suite("Loading by weights and budget")
struct PlanVectorTests {
  struct Vectors: Decodable {
    struct CardType: Decodable {
      var w: [Int]
      var pages: Int?
      var states: Bool?
    }

    struct Case: Decodable, CustomTestStringConvertible {
      var about: String
      var cards: [String]
      var seen: [Int]
      var active: Int
      var stays: Bool
      var direction: Int
      var weights: [String: Double]?
      var wanted: [String]

      var testDescription: String { about }
    }

    var usual: [String: Double]
    var types: [String: CardType]
    var cases: [Case]
  }

  static let vectors: Vectors? = try? JSONDecoder().decode(
    Vectors.self, from: Data(contentsOf: Checkout.url("Tests/Vectors/prefetch-plans.json")))

  @Test("a plan is what the page's script chooses for the same state", arguments: vectors?.cases ?? [])
  func plan(_ one: Vectors.Case) throws {
    let vectors = try #require(Self.vectors)
    var weights = PrefetchWeights()
    for (name, value) in vectors.usual.merging(one.weights ?? [:], uniquingKeysWith: { $1 }) {
      if name == "budget" {
        weights.budget = value
      } else {
        let isKnown = weights.set(name, to: value)
        #expect(isKnown)
      }
    }
    let reading = PolicyReading(
      items: try one.cards.map { Self.item(try #require(vectors.types[$0])) }, seen: one.seen[0]...one.seen[1],
      active: one.active, stays: one.stays, direction: one.direction)
    var wanted: [PartRequest] = []
    WeightedPlan(weights).plan(reading, into: &wanted)
    let names = wanted.map { part in
      let rest = part.part > 0 ? "+\(part.part)" : ""
      return "\(part.item)\(rest)\(part.isUrgent ? "!" : "")"
    }
    #expect(names == one.wanted)
  }

  private static func item(_ type: Vectors.CardType) -> PrefetchItem {
    let w = type.w
    let load = CardLoad(
      photos: w[0], pages: w[1], videos: w[2], animations: w[3], webApps: w[4], isAdvertisement: w[5] > 0)
    let (pages, states) = (type.pages ?? 0, type.states == true ? 1 : 0)
    return PrefetchItem(
      load: load, parts: Array(repeating: 1, count: 1 + pages + states), near: min(2, pages) + states, height: 1)
  }

  @Test("there are vectors")
  func areThere() { #expect((Self.vectors?.cases.count ?? 0) > 50) }
}

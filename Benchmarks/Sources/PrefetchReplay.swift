import Foundation
import Prefetching

/// Runs of the prefetch laboratory that `Benchmarks/Prefetch/validate.py` repeats in a real browser.
struct PrefetchReplay {
  struct Run: Decodable {
    struct Item: Decodable {
      /// The numbers of photos, pages, videos, animations and web apps, and whether it is an ad.
      var w: [Int]
      var parts: [Int]
      var pages: Int?
      var states: Bool?
      var height: Double
    }

    /// Kilobits per second, round-trip seconds, and the share of lost packets.
    var link: [Double]
    var policy: String
    var weights: [String: Double]
    var items: [Item]
    /// Card numbers with seconds.
    var visits: [[Double]]
  }

  struct Result: Encodable {
    var waits: [Double]
    var loaders: Int
  }

  func results(of file: URL) throws -> [Result] {
    try JSONDecoder().decode([Run].self, from: Data(contentsOf: file)).map { run in
      var weights = PrefetchWeights(budget: run.weights["budget"] ?? 12)
      for (name, value) in run.weights where name != "budget" { _ = weights.set(name, to: value) }
      guard run.link.count == 3, let policy = PrefetchPolicy(name: run.policy, weights: weights) else {
        throw CocoaError(.coderInvalidValue)
      }
      var link = NetworkLink(
        name: "", trace: try RateTrace(constant: run.link[0] * 1000), roundTrip: run.link[1], serverTime: 0.002,
        loss: run.link[2])
      // A bare connection, without name lookup and key exchange.
      link.setupTrips = 1
      link.payload = NetworkLink.packetPayload
      let visits = run.visits.map { ViewerModel.Visit(item: Int($0[0]), dwell: $0[1]) }
      var simulation = PrefetchRun(
        items: run.items.map(\.item), visits: visits, loop: .closed, link: link, policy: policy)
      let outcome = simulation.run()
      return Result(waits: outcome.waits, loaders: outcome.loaderCount)
    }
  }
}

extension PrefetchReplay.Run.Item {
  var item: PrefetchItem {
    let w = w + Array(repeating: 0, count: max(0, 6 - w.count))
    let load = CardLoad(
      photos: w[0], pages: w[1], videos: w[2], animations: w[3], webApps: w[4], isAdvertisement: w[5] > 0)
    return PrefetchItem(
      load: load, parts: parts, near: min(2, pages ?? 0) + (states == true ? 1 : 0), height: height)
  }
}

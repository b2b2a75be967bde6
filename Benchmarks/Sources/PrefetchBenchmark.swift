import Foundation
import Prefetching
import RunSupport

/// The cost of a sweep in the prefetch laboratory: several settings with simulated readers of a generated feed.
struct PrefetchBenchmark {
  struct Result: Encodable {
    var settings: Int
    var viewers: Int
    var cards: Int
    var jobs: Int
    /// Wall time, using all processors.
    var seconds: Double
    /// Wall time in microseconds per viewed card.
    var visit: Double
  }

  let settings = 100
  let viewers = 10
  let cards = 1000

  func run(jobs: Int) async throws -> Result {
    guard let link = NetworkLink.profile("3g") else { throw CocoaError(.featureUnsupported) }
    let viewer = ViewerModel(loop: .closed, dwell: .weibull(mean: 2, shape: 0.8), back: 0.05, fling: 0.02, session: 50)
    let laboratory = PrefetchLaboratory(
      items: GeneratedFeed.videos.items(count: cards, seed: 1), viewer: viewer, visits: cards, seed: 1)
    let paths = laboratory.paths(of: 0..<viewers)
    let started = Date()
    var budget = 0
    var loaders = 0.0
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      budget += 1
      return budget > settings ? nil : PrefetchWeights(budget: Double(budget) / 4)
    } work: { weights in
      Estimate(laboratory.outcomes(of: .weighted(weights), over: link, paths: paths).map { $0[.loaders] }).mean
    } take: {
      loaders += $1
    }
    let seconds = Date().timeIntervalSince(started)
    // Use the result, so that the compiler can't remove the runs.
    guard loaders > 0 else { throw CocoaError(.featureUnsupported) }
    return Result(
      settings: settings, viewers: viewers, cards: cards, jobs: jobs, seconds: seconds,
      visit: seconds * 1e6 / Double(settings * viewers * cards))
  }
}

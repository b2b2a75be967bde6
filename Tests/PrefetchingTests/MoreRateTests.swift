import Prefetching
import Testing

/// docs/prefetching.md explains the conditions, and the counterexamples.
@Suite("A link with more rate")
struct MoreRateTests {
  /// Policies that don't limit concurrent loads of a card's first view.
  static let policies: [PrefetchPolicy] = [
    .none, .next(3), .system, .ranges(ahead: 2.5, behind: 1.5), .distance(screens: 2), .oracle,
  ]

  /// Returns a link twice, the second time with at least the same rate at every moment.
  static func links(_ random: inout SeededRandom, _ transport: NetworkLink.Transport, setupTrips: Double) throws
    -> [NetworkLink]
  {
    let steps = (0..<4).map { _ in
      RateTrace.Step(duration: 0.2 + 5 * random.unit(), rate: 50_000 * pow2(random.unit() * 7))
    }
    let (roundTrip, loss) = (random.unit() * 0.6, random.unit() * 0.3)
    let more = steps.map { step in
      let factor = random.unit() < 0.3 ? 1 : 1 + random.unit() * random.unit() * 20
      return RateTrace.Step(duration: step.duration, rate: step.rate * factor)
    }
    return try [steps, more].map { steps in
      var link = NetworkLink(
        name: "test", trace: try RateTrace(steps), roundTrip: roundTrip, transport: transport, hasSlowStart: false,
        loss: loss)
      link.setupTrips = setupTrips
      return link
    }
  }

  private static func pow2(_ exponent: Double) -> Double {
    (0..<Int(exponent)).reduce(1) { power, _ in power * 2 } * (1 + exponent - exponent.rounded(.down))
  }

  /// Either one connection with streams in one session, or in several sessions, free connections, one per load.
  @Test(
    "never shows a card later to a viewer by the clock, where loads are not bounded and start alike", arguments: 0..<60)
  func neverLater(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed, stream: 1)
    // Fewer parts than streams of a connection.
    let items = RunTests.mixed(&random, count: 30)
    let isStreams = seed % 2 == 0
    let viewer = ViewerModel(
      loop: .open, dwell: .weibull(mean: 1.5, shape: 0.8), back: 0.1, fling: 0.05, session: isStreams ? nil : 15)
    let links = try Self.links(
      &random, isStreams ? .streams : .connections(1000), setupTrips: isStreams ? 3 : 0)
    for policy in Self.policies {
      let laboratory = PrefetchLaboratory(
        items: items, viewer: viewer, visits: 90, seed: seed)
      let paths = laboratory.paths(of: 0..<2)
      let (less, more) = (
        laboratory.outcomes(of: policy, over: links[0], paths: paths),
        laboratory.outcomes(of: policy, over: links[1], paths: paths)
      )
      for (less, more) in zip(less, more) {
        #expect(zip(less.waits, more.waits).allSatisfy { $0 > $1 - 1e-6 }, "\(policy.name)")
        #expect(more.loaderCount <= less.loaderCount, "\(policy.name)")
      }
    }
  }

  struct Counterexample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The size of each card in kilobytes. Each is viewed for a second, or until a second after it has loaded.
    var sizes: [Double]
    var loop = ViewerModel.DwellStart.open
    var transport = NetworkLink.Transport.streams
    var roundTrip = 0.0
    /// The screens that are loaded ahead. Nothing is canceled.
    var ahead = 2.0
    /// In kilobytes per second.
    var rates: (Double, Double)
    var loaders: (Int, Int)
  }

  static let counterexamples = [
    Counterexample(
      testDescription: "one load at a time", sizes: [42, 90, 0, 10], transport: .connections(1), rates: (20, 30),
      loaders: (2, 3)),
    Counterexample(
      testDescription: "a viewer who waits", sizes: [0, 0, 70, 58, 60], loop: .closed, rates: (20, 40), loaders: (1, 2)),
    Counterexample(
      testDescription: "connections that cost something", sizes: [70, 0, 120, 0, 120, 10],
      transport: .connections(1000), roundTrip: 0.25, ahead: 1, rates: (40, 60), loaders: (3, 4)),
  ]

  /// Each lacks one of the conditions that would make it impossible.
  @Test("has more loaders in these cases, counted by hand", arguments: counterexamples)
  func moreLoaders(_ one: Counterexample) throws {
    let items = one.sizes.map { PrefetchItem(kind: .photo, parts: [Int($0 * 1000)], height: 1) }
    func loaders(_ rate: Double) throws -> Int {
      let link = try RunTests.link(rate * 8000, roundTrip: one.roundTrip, transport: one.transport)
      return RunTests.run(items, link, .distance(screens: one.ahead), visits: items.count, loop: one.loop).loaderCount
    }
    #expect(try loaders(one.rates.0) == one.loaders.0)
    #expect(try loaders(one.rates.1) == one.loaders.1)
  }
}

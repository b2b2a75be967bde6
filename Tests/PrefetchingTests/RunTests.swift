import Prefetching
import Testing

@Suite("Runs of the prefetch laboratory")
struct RunTests {
  static func link(
    _ rate: Double, roundTrip: Double = 0, slowStart: Bool = false, transport: NetworkLink.Transport = .connections(6)
  ) throws -> NetworkLink {
    NetworkLink(
      name: "test", trace: try RateTrace(constant: rate), roundTrip: roundTrip, transport: transport, serverTime: 0,
      hasSlowStart: slowStart)
  }

  static func photos(_ count: Int, bytes: Int = 1000) -> [PrefetchItem] {
    (0..<count).map { _ in PrefetchItem(kind: .photo, parts: [bytes], height: 1) }
  }

  static func run(
    _ items: [PrefetchItem], _ link: NetworkLink, _ policy: PrefetchPolicy, visits: Int = 20, dwell: Double = 1,
    loop: ViewerModel.DwellStart = .closed
  ) -> PrefetchOutcome {
    let path = (0..<visits).map { ViewerModel.Visit(item: $0 % items.count, dwell: dwell) }
    var run = PrefetchRun(items: items, visits: path, loop: loop, link: link, policy: policy)
    return run.run()
  }

  /// 8,000 bits at 8,000 bits per second.
  @Test("without prefetching every card is waited for")
  func none() throws {
    let outcome = Self.run(Self.photos(5), try Self.link(8000), .none, visits: 5)
    #expect(outcome.loaderCount == 5)
    #expect(outcome.waits.allSatisfy { abs($0 - 1) < 1e-9 })
    #expect(abs(outcome.seconds - 10) < 1e-9)
  }

  @Test("with the next one loaded meanwhile only the first is waited for")
  func next() throws {
    let outcome = Self.run(Self.photos(5), try Self.link(8001), .next(1), visits: 5)
    #expect(outcome.loaderCount == 1)
  }

  /// 10 segments of 1,460 bytes are in flight at once, then 20, with a round trip of 1 s in between.
  @Test("a connection starts slowly")
  func slowStart() throws {
    let link = try Self.link(1e9, roundTrip: 1, slowStart: true)
    let outcome = Self.run(Self.photos(1, bytes: 30 * 1460), link, .none, visits: 1, dwell: 0)
    // Three round trips for the connection, one for the request, one for the first window, one for the second.
    #expect(abs(outcome.waits[0] - 6) < 1e-9)
  }

  /// The first card leaves a window of 20 segments. 30 segments arrive as 20 and 10, or as 10 and 20 after a pause.
  @Test("a connection that has rested starts slowly again", arguments: [(0.0, 2.25), (0.5, 3), (100, 3)])
  func rest(_ dwell: Double, _ wait: Double) throws {
    let link = try Self.link(1e9, roundTrip: 1, slowStart: true)
    let outcome = Self.run(Self.photos(2, bytes: 30 * 1460), link, .none, visits: 2, dwell: dwell)
    #expect(abs(outcome.waits[1] - wait) < 1e-9)
  }

  @Test("headers of packets take their share of the rate")
  func headers() throws {
    var link = try Self.link(8000)
    link.payload = 0.5
    #expect(abs(Self.run(Self.photos(1), link, .none, visits: 1).waits[0] - 2) < 1e-9)
  }

  /// Two cards share 8,000 bits per second from 1 s on. The first is canceled at 2 s but arrives until 3 s. At 2 s,
  /// 4,000 of the second card's 16,000 bits have arrived; it gets half the rate until 3 s.
  @Test(
    "anything that is given up still comes for a round trip",
    arguments: [NetworkLink.Transport.connections(6), .streams])
  func givenUp(_ transport: NetworkLink.Transport) throws {
    let items = [10_000, 2000, 0].map { PrefetchItem(kind: .photo, parts: [$0], height: 1) }
    var link = try Self.link(8000, roundTrip: 1, transport: transport)
    link.setupTrips = 0
    let outcome = Self.run(items, link, .next(1), visits: 2, dwell: 2, loop: .open)
    #expect(abs(outcome.waits[1] - 2) < 1e-9)
    #expect(outcome.cancellations == 1 && abs(outcome.cancelledBytes - 1000) < 1e-6)
  }

  @Test("anything that is given up counts as wasted")
  func cancelled() throws {
    let items = Self.photos(3, bytes: 1_000_000)
    let outcome = Self.run(items, try Self.link(8000), .next(2), visits: 3, dwell: 1, loop: .open)
    #expect(outcome.cancellations > 0)
    #expect(outcome.wasted > 0 && outcome.wasted <= outcome.bytes)
  }

  static let policies: [PrefetchPolicy] = [
    .none, .next(3), .system, .ranges(ahead: 2.5, behind: 1.5), .distance(screens: 2), .oracle,
    .weighted(PrefetchWeights(budget: 4)),
  ]

  static func mixed(_ random: inout SeededRandom, count: Int) -> [PrefetchItem] {
    (0..<count).map { _ in
      let size = Int(random.unit() * 80_000)
      return switch random.next() % 4 {
      case 0: PrefetchItem(kind: .text, parts: [size / 10], height: 0.2)
      case 1: PrefetchItem(kind: .video, parts: [200_000, size * 10], height: 0.8)
      case 2: PrefetchItem(kind: .carousel, parts: [size, size, 0], height: 0.9)
      default: PrefetchItem(kind: .photo, parts: [size], height: 0.7)
      }
    }
  }

  @Test("bytes are kept, nothing is shown before it is asked for, and the same seed gives the same", arguments: 0..<40)
  func conservation(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let items = Self.mixed(&random, count: 30)
    let rate = 50_000 + random.unit() * 5_000_000
    let viewer = ViewerModel(
      loop: seed % 2 == 0 ? .open : .closed, dwell: .weibull(mean: 1.5, shape: 0.8), back: 0.1, fling: 0.05)
    let link = try Self.link(
      rate, roundTrip: random.unit() * 0.5, slowStart: true, transport: seed % 3 == 0 ? .streams : .connections(6))
    for policy in Self.policies {
      let laboratory = PrefetchLaboratory(
        items: items, viewer: viewer, visits: 60, seed: seed)
      let outcomes = laboratory.outcomes(of: policy, over: link, paths: laboratory.paths(of: 0..<2))
      #expect(outcomes == laboratory.outcomes(of: policy, over: link, paths: laboratory.paths(of: 0..<2)))
      for outcome in outcomes {
        #expect(outcome.waits.allSatisfy { $0 >= 0 && $0.isFinite })
        #expect(outcome.bytes * 8 <= rate * outcome.seconds * (1 + 1e-9))
        #expect(outcome.wasted >= 0 && outcome.wasted <= outcome.bytes * (1 + 1e-9))
        #expect(outcome.loaderCount <= outcome.visits && outcome.visits == 60)
        // All transferred bytes are complete, canceled, or unfinished at the end.
        let kept = outcome.loadedBytes + outcome.cancelledBytes + outcome.unfinishedBytes
        #expect(abs(kept - outcome.bytes) < 1 + outcome.bytes * 1e-6)
      }
    }
  }

  @Test("streams wait until their connection stands, and then come together")
  func coldStreams() throws {
    var link = try Self.link(16_000, roundTrip: 1, transport: .streams)
    link.serverTime = 0.5
    let outcome = Self.run(Self.photos(2), link, .next(1), visits: 2, dwell: 1)
    // Three round trips for the connection, one for the request, half a second, and two times 8,000 bits.
    #expect(abs(outcome.waits[0] - 5.5) < 1e-9)
    #expect(outcome.loaderCount == 1)
  }

  /// For sequential loads, both are the same.
  @Test("one stream at a time starts as slowly as a connection does", arguments: 0..<10)
  func slowStream(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let items = (0..<10).map { _ in
      PrefetchItem(kind: .photo, parts: [Int(random.unit() * 400_000)], height: 1)
    }
    let roundTrip = random.unit()
    let outcomes = try [NetworkLink.Transport.streams, .connections(6)].map { transport in
      Self.run(
        items, try Self.link(4e6, roundTrip: roundTrip, slowStart: true, transport: transport), .none, visits: 20)
    }
    #expect(zip(outcomes[0].waits, outcomes[1].waits).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(outcomes[0].stalled > 1)
  }

  @Test("nothing happens before its cause: asked, begun, there; and nothing is shown before it is there")
  func order() throws {
    var random = SeededRandom(seed: 3)
    let items = Self.mixed(&random, count: 40)
    let path = (0..<60).map { ViewerModel.Visit(item: $0 % 40, dwell: 0.3 + random.unit()) }
    for policy in Self.policies {
      var run = PrefetchRun(
        items: items, visits: path, loop: .closed, link: try Self.link(600_000, roundTrip: 0.2, slowStart: true),
        policy: policy, isLogged: true)
      let outcome = run.run()
      let log = try #require(run.log)
      #expect(log.visits.count == 60 && log.loads.count == outcome.requests)
      var arrived: [Int: Double] = [:]
      for load in log.loads {
        #expect(load.asked <= load.began && load.began <= load.ended)
        if load.end == .loaded, load.part == 0 { arrived[load.item] = load.ended }
      }
      for visit in log.visits {
        let shown = try #require(visit.shown)
        #expect(visit.began <= shown && shown <= visit.ended)
        if items[visit.item].parts[0] > 0 { #expect(try #require(arrived[visit.item]) <= shown) }
      }
    }
  }

  @Test("an item of nothing is there at once")
  func empty() throws {
    let items = (0..<4).map { _ in PrefetchItem(kind: .text, parts: [0], height: 1) }
    let outcome = Self.run(items, try Self.link(8000), .none, visits: 4)
    #expect(outcome.loaderCount == 0 && outcome.requests == 0 && outcome.seconds == 4)
  }

  /// 5 GB at 8 Mbit/s.
  @Test("an item of five gigabytes takes as long as it takes")
  func huge() throws {
    let items = [PrefetchItem(kind: .video, parts: [5_000_000_000], height: 1)]
    let outcome = Self.run(items, try Self.link(8e6), .none, visits: 1)
    #expect(abs(outcome.waits[0] - 5000) < 1e-3)
  }

  @Test("a run ends also after a long time, when a moment is less than the clock can tell")
  func longRun() throws {
    let items = Self.photos(3000, bytes: 30_000)
    let outcome = Self.run(
      items, try Self.link(1e8, roundTrip: 0.05, slowStart: true), .next(5), visits: 3000, dwell: 1e4)
    #expect(outcome.visits == 3000)
  }
}

/// What lies between a feed's pictures and whoever looks at them.
public struct Link: Hashable, Sendable {
  /// How requests share the way to an origin.
  public enum Transport: Hashable, Sendable {
    /// One request at a time on each connection; more wait (HTTP/1.1: browsers open six).
    case connections(Int)
    /// All on one connection (HTTP/2 and 3).
    case streams
  }

  /// For people.
  public var name: String
  /// How much it carries, over time.
  public var trace: RateTrace
  /// Seconds from a request to its answer's first byte, on a connection that stands.
  public var roundTrip: Double
  /// How requests share it.
  public var transport: Transport
  /// Seconds that the server takes before it answers.
  public var serverTime: Double
  /// Round trips that a new connection costs before its first request: by default a name, the connection, and its keys.
  public var setupTrips = 3.0
  /// Whether a connection's window starts small and doubles each round trip.
  public var hasSlowStart: Bool
  /// The share of what is sent that is lost and sent again, from 0 to below 1: what arrives is the rest of the rate.
  public var loss: Double
  /// The share of the rate that is not headers of packets: above 0, at most 1.
  public var payload = 1.0

  public init(
    name: String, trace: RateTrace, roundTrip: Double, transport: Transport = .connections(6),
    serverTime: Double = 0.03,
    hasSlowStart: Bool = true, loss: Double = 0
  ) {
    self.name = name
    self.trace = trace
    self.roundTrip = max(0, roundTrip)
    self.transport = transport
    self.serverTime = max(0, serverTime)
    self.hasSlowStart = hasSlowStart
    self.loss = min(max(0, loss), 0.99)
  }

  /// Ten segments of 1 460 bytes (RFC 6928), in bits.
  static let initialWindow = 10 * 1460 * 8.0

  /// Of packets of 1 500 bytes: IP has 20 of them, TCP 32 with its time stamps.
  package static let packetPayload = 1448.0 / 1500

  /// A window after its connection has rested: it is halved for each time that a sender would wait for an acknowledgement,
  /// down to the one that connections start with (RFC 2861, as Linux does it).
  ///
  /// - Parameter rest: Seconds between the last bit and the next.
  func window(_ window: Double, afterRest rest: Double) -> Double {
    // No shorter than a round trip and a fifth of a second, Linux's least.
    let halvings = (rest / (roundTrip + 0.2)).rounded(.down)
    guard hasSlowStart, halvings >= 1, window > Self.initialWindow else { return window }
    return halvings > 60 ? Self.initialWindow : max(Self.initialWindow, window / Double(1 << Int(halvings)))
  }

  /// Bits a second on average.
  public var meanRate: Double {
    let time = trace.steps.reduce(0) { $0 + $1.duration }
    return trace.steps.reduce(0) { $0 + $1.duration * $1.rate } / time * (1 - loss)
  }
}

extension Link {
  /// Links that people know by name, after Network Link Conditioner, Chrome's DevTools (the two of 4G) and WebPageTest (cable,
  /// LTE).
  public static let profiles = [
    profile("edge", kilobits: 240, roundTrip: 0.84), profile("3g", kilobits: 780, roundTrip: 0.2),
    profile("very-bad", kilobits: 1000, roundTrip: 1, loss: 0.1),
    profile("slow-4g", kilobits: 1440, roundTrip: 0.5625), profile("fast-4g", kilobits: 8100, roundTrip: 0.165),
    profile("cable", kilobits: 5000, roundTrip: 0.028), profile("lte", kilobits: 12_000, roundTrip: 0.07),
  ]

  private static func profile(_ name: String, kilobits: Double, roundTrip: Double, loss: Double = 0) -> Link {
    var link = Link(name: name, trace: RateTrace(unchecked: kilobits * 1000), roundTrip: roundTrip, loss: loss)
    link.payload = packetPayload
    return link
  }

  /// The profile of that name; nil where there is none.
  public static func profile(_ name: String) -> Link? { profiles.first { $0.name == name } }
}

/// How much a link carries, over time: steps of a rate each, that begin again when they end.
public struct RateTrace: Hashable, Sendable {
  /// A rate for a time.
  public struct Step: Hashable, Sendable {
    /// Seconds, above 0.
    public var duration: Double
    /// Bits a second, not below 0.
    public var rate: Double

    public init(duration: Double, rate: Double) {
      self.duration = duration
      self.rate = rate
    }
  }

  /// Why steps are no trace.
  public enum Fault: Error, Hashable, Sendable {
    case empty
    /// By number, from 0: it is shorter than `shortestStep`, or its rate below 0, or one of them is no finite number.
    case badStep(Int)
    /// No step carries anything: nothing would ever arrive.
    case neverCarries
    /// Less arrives than `lowestRate`, or less in a step than `leastBits`: runs would hardly end.
    case hardlyCarries
    case tooMany(limit: Int)
  }

  /// Steps that a trace may have: a day of tenths of a second.
  package static let stepLimit = 1_000_000
  /// Seconds.
  package static let shortestStep = 0.001
  /// Bits a second on average, of what arrives: a kilobyte.
  package static let lowestRate = 8000.0
  /// Bits a step on average: a run has to stop at each, so that steps must carry more the shorter they are.
  package static let leastBits = 800.0

  /// At least one.
  public let steps: [Step]

  /// - Parameter loss: The share of the rate that does not arrive, from 0 to below 1.
  /// - Throws: `Fault`
  public init(_ steps: [Step], loss: Double = 0) throws(Fault) {
    guard !steps.isEmpty else { throw .empty }
    guard steps.count <= Self.stepLimit else { throw .tooMany(limit: Self.stepLimit) }
    for (index, step) in steps.enumerated() {
      guard step.duration >= Self.shortestStep, step.duration.isFinite, step.rate >= 0, step.rate.isFinite else {
        throw .badStep(index)
      }
    }
    guard steps.contains(where: { $0.rate > 0 }) else { throw .neverCarries }
    let (seconds, bits) = steps.reduce((0, 0)) { ($0.0 + $1.duration, $0.1 + $1.duration * $1.rate * (1 - loss)) }
    guard bits >= seconds * Self.lowestRate, bits >= Double(steps.count) * Self.leastBits else { throw .hardlyCarries }
    self.steps = steps
  }

  /// The same rate for ever: runs stop at no step of it, and so it may be as low as one likes.
  ///
  /// - Throws: `Fault` where it is not above 0.
  public init(constant rate: Double) throws(Fault) {
    guard rate > 0 else { throw .neverCarries }
    guard rate.isFinite else { throw .badStep(0) }
    self.init(unchecked: rate)
  }

  fileprivate init(unchecked rate: Double) { steps = [Step(duration: 3600, rate: rate)] }

  /// The same trace with each rate times `share`, which is above 0.
  func scaled(by share: Double) -> RateTrace {
    RateTrace(unchecked: steps.map { Step(duration: $0.duration, rate: $0.rate * share) })
  }

  private init(unchecked steps: [Step]) { self.steps = steps }
}

/// A place on a trace, which only moves on.
struct TraceCursor: Sendable {
  private let steps: [RateTrace.Step]
  private var index = 0
  /// Seconds until the step ends.
  private(set) var left: Double

  init(_ trace: RateTrace) {
    steps = trace.steps
    left = steps[0].duration
  }

  /// Bits a second, here.
  var rate: Double { steps[index].rate }

  mutating func nextStep() {
    index = index + 1 == steps.count ? 0 : index + 1
    left = steps[index].duration
  }

  /// - Parameter seconds: Not below 0.
  mutating func advance(by seconds: Double) {
    var seconds = seconds
    while seconds >= left {
      seconds -= left
      nextStep()
    }
    left -= seconds
  }
}

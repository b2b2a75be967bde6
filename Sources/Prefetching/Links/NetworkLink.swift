/// The network between a feed's images and a viewer.
public struct NetworkLink: Hashable, Sendable {
  /// How requests share the way to an origin.
  public enum Transport: Hashable, Sendable {
    /// One request at a time on each connection; others wait (HTTP/1.1: browsers open six).
    case connections(Int)
    /// All requests on one connection (HTTP/2 and 3).
    case streams
  }

  /// The display name.
  public var name: String
  /// The capacity over time.
  public var trace: RateTrace
  /// Seconds from a request to the first byte of its response, on an open connection.
  public var roundTrip: Double
  /// How requests share the link.
  public var transport: Transport
  /// Seconds that the server takes to respond.
  public var serverTime: Double
  /// Round trips of a new connection before its first request: by default DNS, TCP and TLS.
  public var setupTrips = 3.0
  /// Whether a connection's window starts small and doubles each round trip.
  public var hasSlowStart: Bool
  /// The fraction of sent data that is lost and sent again, from 0 to below 1, which reduces the effective rate.
  public var loss: Double
  /// The fraction of the rate that isn't packet headers: above 0, at most 1.
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

  /// The payload of packets of 1 500 bytes: IP headers take 20 bytes, TCP headers with timestamps 32.
  package static let packetPayload = 1448.0 / 1500

  /// Returns the window of a connection after a pause: it is halved for each retransmission timeout, down to the
  /// initial window (RFC 2861, as in Linux).
  ///
  /// - Parameter rest: Seconds between the last bit and the next.
  func window(_ window: Double, afterRest rest: Double) -> Double {
    // The timeout is the round trip plus a fifth of a second, Linux's minimum.
    let halvings = (rest / (roundTrip + 0.2)).rounded(.down)
    guard hasSlowStart, halvings >= 1, window > Self.initialWindow else { return window }
    return halvings > 60 ? Self.initialWindow : max(Self.initialWindow, window / Double(1 << Int(halvings)))
  }

  /// The mean rate in bits a second.
  public var meanRate: Double {
    let time = trace.steps.reduce(0) { $0 + $1.duration }
    return trace.steps.reduce(0) { $0 + $1.duration * $1.rate } / time * (1 - loss)
  }
}

extension NetworkLink {
  /// Well-known links by name, after Network Link Conditioner, Chrome's DevTools (both 4G links) and WebPageTest
  /// (cable, LTE).
  public static let profiles = [
    profile("edge", kilobits: 240, roundTrip: 0.84), profile("3g", kilobits: 780, roundTrip: 0.2),
    profile("very-bad", kilobits: 1000, roundTrip: 1, loss: 0.1),
    profile("slow-4g", kilobits: 1440, roundTrip: 0.5625), profile("fast-4g", kilobits: 8100, roundTrip: 0.165),
    profile("cable", kilobits: 5000, roundTrip: 0.028), profile("lte", kilobits: 12_000, roundTrip: 0.07),
  ]

  private static func profile(_ name: String, kilobits: Double, roundTrip: Double, loss: Double = 0) -> NetworkLink {
    var link = NetworkLink(name: name, trace: RateTrace(unchecked: kilobits * 1000), roundTrip: roundTrip, loss: loss)
    link.payload = packetPayload
    return link
  }

  /// Returns the profile of that name; nil if there is none.
  public static func profile(_ name: String) -> NetworkLink? { profiles.first { $0.name == name } }
}

/// The capacity of a link over time: steps with constant rates, which repeat.
public struct RateTrace: Hashable, Sendable {
  /// A period with a constant rate.
  public struct Step: Hashable, Sendable {
    /// Seconds, above 0.
    public var duration: Double
    /// Bits a second, at least 0.
    public var rate: Double

    public init(duration: Double, rate: Double) {
      self.duration = duration
      self.rate = rate
    }
  }

  /// The reason why steps are invalid.
  public enum Fault: Error, Hashable, Sendable {
    case empty
    /// The index of a step that is shorter than `shortestStep`, has a negative rate, or contains a non-finite number.
    case badStep(Int)
    /// All rates are zero, so nothing would ever arrive.
    case neverCarries
    /// The mean rate is below `lowestRate`, or the bits per step below `leastBits`, so runs would take too long.
    case hardlyCarries
    case tooMany(limit: Int)
  }

  /// The maximum number of steps: a day in tenths of a second.
  package static let stepLimit = 1_000_000
  /// The minimum duration of a step in seconds.
  package static let shortestStep = 0.001
  /// The minimum mean effective rate in bits a second: a kilobyte.
  package static let lowestRate = 8000.0
  /// The minimum mean bits per step: runs stop at each step, so shorter steps must carry more.
  package static let leastBits = 800.0

  /// The steps; at least one.
  public let steps: [Step]

  /// - Parameter loss: The fraction of the rate that is lost, from 0 to below 1.
  /// - Throws: `Fault`.
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

  /// Creates a constant rate. As runs stop at no step, it may be arbitrarily low.
  ///
  /// - Throws: `Fault` if it isn't above 0.
  public init(constant rate: Double) throws(Fault) {
    guard rate > 0 else { throw .neverCarries }
    guard rate.isFinite else { throw .badStep(0) }
    self.init(unchecked: rate)
  }

  fileprivate init(unchecked rate: Double) { steps = [Step(duration: 3600, rate: rate)] }

  /// Returns the trace with all rates multiplied by `share`, which is above 0.
  func scaled(by share: Double) -> RateTrace {
    RateTrace(unchecked: steps.map { Step(duration: $0.duration, rate: $0.rate * share) })
  }

  private init(unchecked steps: [Step]) { self.steps = steps }
}

/// A position on a trace that only moves forward.
struct TraceCursor: Sendable {
  private let steps: [RateTrace.Step]
  private var index = 0
  /// Seconds until the step ends.
  private(set) var left: Double

  init(_ trace: RateTrace) {
    steps = trace.steps
    left = steps[0].duration
  }

  /// The current rate in bits a second.
  var rate: Double { steps[index].rate }

  mutating func nextStep() {
    index = index + 1 == steps.count ? 0 : index + 1
    left = steps[index].duration
  }

  /// - Parameter seconds: At least 0.
  mutating func advance(by seconds: Double) {
    var seconds = seconds
    while seconds >= left {
      seconds -= left
      nextStep()
    }
    left -= seconds
  }
}

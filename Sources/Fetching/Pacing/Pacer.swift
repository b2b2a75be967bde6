import CivilTime
import Files
import Synchronization

/// Keeps to a host's pace: no two requests closer than its service allows, and none that its limit would refuse.
final class Pacer: Sendable {
  private struct Host {
    /// Seconds since 1970.
    var next = 0.0
    var limit: (remaining: Int, all: Int?, reset: Double)?
    var answers = 0
  }

  private let hosts = Mutex<[String: Host]>([:])
  private let clock: FetchClock
  /// The longest wait, in seconds.
  private let maxWait: Double

  init(_ clock: FetchClock, maxWait: Double) {
    (self.clock, self.maxWait) = (clock, maxWait)
  }

  /// Seconds to wait before the next request of pages, which is counted as made then.
  ///
  /// - Parameter gap: Seconds from one request to the next at least.
  func wait(_ origin: String, gap: Double) -> Double {
    let now = clock.now()
    return hosts.withLock { hosts in
      var host = hosts[origin] ?? Host()
      var start = max(now, host.next)
      if let limit = host.limit, limit.reset > now {
        if limit.remaining <= 0 {
          // One second more: clocks differ. What is too far away is asked for anyway, and the refusal told.
          if limit.reset + 1 - now <= maxWait { start = max(start, limit.reset + 1) }
        } else if let all = limit.all, limit.remaining * 10 < all {
          // The last tenth is spread over the time that is left.
          start = max(start, now + min(10, (limit.reset - now) / Double(limit.remaining + 1)))
        }
        host.limit?.remaining -= 1
      }
      host.next = start + gap
      hosts[origin] = host
      return start - now
    }
  }

  /// Nothing is asked of the host for so many seconds: it has said so.
  func hold(_ origin: String, for seconds: Double) {
    let now = clock.now()
    guard seconds <= maxWait else { return }
    hosts.withLock { $0[origin, default: Host()].next = max($0[origin]?.next ?? 0, now + seconds) }
  }

  /// The host has answered, and not that too much was asked.
  func noteAnswer(of origin: String) { hosts.withLock { $0[origin, default: Host()].answers += 1 } }

  /// How often the host has answered so.
  func answers(of origin: String) -> Int { hosts.withLock { $0[origin]?.answers ?? 0 } }

  func note(_ rate: RateLimit, of origin: String) {
    guard let remaining = rate.remaining, let reset = rate.reset else { return }
    let now = clock.now()
    hosts.withLock { $0[origin, default: Host()].limit = (remaining, rate.limit, now + reset) }
  }
}

/// What an answer says of how much more may be asked, in the headers of any of the services:
///
/// - `X-RateLimit-Remaining`, `X-RateLimit-Reset` in ISO 8601 (Mastodon, api/rate-limits.md),
/// - `RateLimit-Remaining`, `RateLimit-Reset` in seconds since 1970 (Bluesky, advanced-guides/rate-limits.md),
/// - `x-rate-limit-remaining`, `x-rate-limit-reset` in seconds since 1970 (X, x-api/fundamentals/rate-limits),
/// - `Retry-After` in seconds or as a date (RFC 9110, 10.2.3).
struct RateLimit: Hashable, Sendable {
  var limit: Int?
  var remaining: Int?
  /// Seconds from the answer until the limit is lifted, by the server's own clock where it tells it.
  var reset: Double?
  /// Seconds that the answer asks to wait for.
  var retryAfter: Double?

  /// - Parameter now: Seconds since 1970.
  init(_ head: HTTPHead, now: Double) {
    let server = head.header("Date").flatMap { HTTPDate.seconds($0) }.map(Double.init) ?? now
    for prefix in ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"] {
      limit = limit ?? head.header(prefix + "Limit").flatMap(Self.count)
      remaining = remaining ?? head.header(prefix + "Remaining").flatMap(Self.count)
      reset =
        reset ?? head.header(prefix + "Reset").flatMap { Self.moment($0, server) }.flatMap { Self.span($0 - server) }
    }
    if let text = head.header("Retry-After") {
      retryAfter = (Double(text) ?? HTTPDate.seconds(text).map { Double($0) - server }).flatMap(Self.span)
    }
  }

  private static func count(_ text: String) -> Int? { Int(text).map { min(max($0, 0), 1_000_000_000) } }

  /// As many seconds as can be counted with; nil for what is no number.
  private static func span(_ seconds: Double) -> Double? {
    seconds.isNaN ? nil : min(max(seconds, -1_000_000_000), 1_000_000_000)
  }

  /// A date, seconds since 1970, or seconds from now: what is too small to be a year's date is a span.
  private static func moment(_ text: String, _ server: Double) -> Double? {
    if let number = Double(text) { return number < 1_000_000_000 ? server + number : number }
    if let moment = ISO8601Moment(text) {
      // A second begun is one to wait for.
      return Double(moment.seconds + (text.contains(".") ? 1 : 0))
    }
    return HTTPDate.seconds(text).map(Double.init)
  }

  /// Seconds to wait before a request that was refused is made again; nil where the answer says nothing of it. Clocks differ
  /// and seconds are rounded, so that it is one more than said, and one at least.
  var wait: Double? { (retryAfter ?? reset).map { max(1, $0 + 1) } }
}

/// How long to wait before something that failed is tried again: a random time up to 1, 2, 4, … 60 seconds, so that many
/// who failed together do not come back together.
enum Backoff {
  /// Attempts at one request, the first one included.
  static let attempts = 5

  /// - Parameter failures: How often it has failed, 1 or more.
  static func bound(after failures: Int) -> Double { min(60, Double(1 << min(6, max(0, failures - 1)))) }
}

/// Attempts at one request that have failed. Where many ask a host at once, those that its limit turns away while it answers
/// the others only wait for their turn: that is no failure.
struct Failures: Sendable {
  private(set) var count = 0
  private var answers: Int

  /// - Parameter answers: Of the host, until now.
  init(answers: Int) {
    self.answers = answers
  }

  /// - Parameters:
  ///   - isLimit: The host says that too much is asked.
  ///   - answers: Of the host, until now.
  mutating func add(isLimit: Bool, answers now: Int) {
    if isLimit, now > answers { count = 0 }
    (count, answers) = (count + 1, now)
  }
}

/// What fetching knows of time and chance. Tests give one that runs ahead by itself.
struct FetchClock: Sendable {
  /// Seconds since 1970.
  var now: @Sendable () -> Double
  /// Waits so many seconds; throws where the wait is cut short.
  var sleep: @Sendable (Double) async throws -> Void
  /// A number from 0 up to a bound.
  var random: @Sendable (Double) -> Double

  /// The machine's.
  static let system = FetchClock(
    now: { Double(FileStamp.now) / 1e9 },
    sleep: { try await Task.sleep(for: .seconds($0)) },
    random: { $0 > 0 ? Double.random(in: 0...$0) : 0 })
}

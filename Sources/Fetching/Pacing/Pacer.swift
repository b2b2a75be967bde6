import Basics
import Files
import Synchronization

/// Paces requests to a host: keeps the minimum distance that its service requires, and respects its rate limit.
final class Pacer: Sendable {
  private struct Host {
    /// Seconds since 1970.
    var next = 0.0
    var limit: (remaining: Int, all: Int?, reset: Double)?
    var answers = 0
  }

  private let hosts = Mutex<[String: Host]>([:])
  private let clock: FetchClock
  /// The maximum wait in seconds.
  private let maxWait: Double

  init(_ clock: FetchClock, maxWait: Double) {
    (self.clock, self.maxWait) = (clock, maxWait)
  }

  /// Returns the seconds to wait before the next page request, and records the request for that time.
  ///
  /// - Parameter gap: Minimum seconds between requests.
  func wait(_ origin: String, gap: Double) -> Double {
    let now = clock.now()
    return hosts.withLock { hosts in
      var host = hosts[origin] ?? Host()
      var start = max(now, host.next)
      if let limit = host.limit, limit.reset > now {
        if limit.remaining <= 0 {
          // One second more, since clocks differ. If the reset is too far away, the request is sent anyway, and its
          // refusal reported.
          if limit.reset + 1 - now <= maxWait { start = max(start, limit.reset + 1) }
        } else if let all = limit.all, limit.remaining * 10 < all {
          // The last tenth of the limit is spread over the remaining time.
          start = max(start, now + min(10, (limit.reset - now) / Double(limit.remaining + 1)))
        }
        host.limit?.remaining -= 1
      }
      host.next = start + gap
      hosts[origin] = host
      return start - now
    }
  }

  /// Blocks requests to the host for some seconds, as it demanded.
  func hold(_ origin: String, for seconds: Double) {
    let now = clock.now()
    guard seconds <= maxWait else { return }
    hosts.withLock { $0[origin, default: Host()].next = max($0[origin]?.next ?? 0, now + seconds) }
  }

  /// Records a response other than a rate limit.
  func noteAnswer(of origin: String) { hosts.withLock { $0[origin, default: Host()].answers += 1 } }

  /// Returns the number of such responses.
  func answers(of origin: String) -> Int { hosts.withLock { $0[origin]?.answers ?? 0 } }

  func note(_ rate: RateLimit, of origin: String) {
    guard let remaining = rate.remaining, let reset = rate.reset else { return }
    let now = clock.now()
    hosts.withLock { $0[origin, default: Host()].limit = (remaining, rate.limit, now + reset) }
  }
}

/// The rate limit stated in a response, in the headers of any of the services:
///
/// - `X-RateLimit-Remaining`, `X-RateLimit-Reset` in ISO 8601 (Mastodon, api/rate-limits.md),
/// - `RateLimit-Remaining`, `RateLimit-Reset` in seconds since 1970 (Bluesky, advanced-guides/rate-limits.md),
/// - `x-rate-limit-remaining`, `x-rate-limit-reset` in seconds since 1970 (X, x-api/fundamentals/rate-limits),
/// - `Retry-After` in seconds or as a date (RFC 9110, 10.2.3).
struct RateLimit: Hashable, Sendable {
  var limit: Int?
  var remaining: Int?
  /// Seconds from the response until the reset, by the server's clock if it is stated.
  var reset: Double?
  /// Seconds to wait, as stated in the response.
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

  /// Returns a finite number of seconds in range; nil if it isn't a number.
  private static func span(_ seconds: Double) -> Double? {
    seconds.isNaN ? nil : min(max(seconds, -1_000_000_000), 1_000_000_000)
  }

  /// Parses a date, seconds since 1970, or seconds from now: numbers too small for a date are durations.
  private static func moment(_ text: String, _ server: Double) -> Double? {
    if let number = Double(text) { return number < 1_000_000_000 ? server + number : number }
    if let moment = ISO8601Moment(text) {
      // Round up fractions of a second.
      return Double(moment.seconds + (text.contains(".") ? 1 : 0))
    }
    return HTTPDate.seconds(text).map(Double.init)
  }

  /// Seconds to wait before retrying a refused request; nil if unknown. One more than stated, since clocks differ and
  /// seconds are rounded; at least one.
  var wait: Double? { (retryAfter ?? reset).map { max(1, $0 + 1) } }
}

/// Exponential back-off with jitter: a random time up to 1, 2, 4, … 60 seconds, so that clients that failed together
/// don't return together.
enum Backoff {
  /// The maximum number of attempts, including the first one.
  static let attempts = 5

  /// - Parameter failures: The number of failures, at least 1.
  static func bound(after failures: Int) -> Double { min(60, Double(1 << min(6, max(0, failures - 1)))) }
}

/// The failed attempts of one request. If many requests run concurrently, those that the rate limit rejects while
/// others succeed only wait for their turn, which isn't a failure.
package struct FailedAttempts: Sendable {
  package private(set) var count = 0
  private var answers: Int

  /// - Parameter answers: The host's responses so far.
  package init(answers: Int) {
    self.answers = answers
  }

  /// - Parameters:
  ///   - isLimit: Whether the host reports too many requests.
  ///   - answers: The host's responses so far.
  package mutating func add(isLimit: Bool, answers now: Int) {
    if isLimit, now > answers { count = 0 }
    (count, answers) = (count + 1, now)
  }
}

/// The time and randomness that fetching depends on. Tests use a clock that advances by itself.
package struct FetchClock: Sendable {
  /// Returns seconds since 1970.
  var now: @Sendable () -> Double
  /// Waits for some seconds; throws if interrupted.
  var sleep: @Sendable (Double) async throws -> Void
  /// Returns a random number from 0 up to a bound.
  var random: @Sendable (Double) -> Double

  package init(
    now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Double) async throws -> Void,
    random: @escaping @Sendable (Double) -> Double
  ) {
    (self.now, self.sleep, self.random) = (now, sleep, random)
  }

  /// The clock of the machine.
  static let system = FetchClock(
    now: { Double(FileStamp.now) / 1e9 },
    sleep: { try await Task.sleep(for: .seconds($0)) },
    random: { $0 > 0 ? Double.random(in: 0...$0) : 0 })
}

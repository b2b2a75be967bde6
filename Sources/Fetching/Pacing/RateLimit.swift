import CivilTime

/// What an answer says of how much more may be asked, in the headers of any of the services:
///
/// - `X-RateLimit-Remaining`, `X-RateLimit-Reset` in ISO 8601 (Mastodon, api/rate-limits.md),
/// - `RateLimit-Remaining`, `RateLimit-Reset` in seconds since 1970 (Bluesky, advanced-guides/rate-limits.md),
/// - `x-rate-limit-remaining`, `x-rate-limit-reset` in seconds since 1970 (X, x-api/fundamentals/rate-limits),
/// - `Retry-After` in seconds or as a date (RFC 9110, 10.2.3).
package struct RateLimit: Hashable, Sendable {
  package var limit: Int?
  package var remaining: Int?
  /// Seconds from the answer until the limit is lifted, by the server's own clock where it tells it.
  package var reset: Double?
  /// Seconds that the answer asks to wait for.
  package var retryAfter: Double?

  /// - Parameter now: Seconds since 1970.
  package init(_ head: HTTPHead, now: Double) {
    let server = head.header("Date").flatMap { HTTPDate.seconds($0) }.map(Double.init) ?? now
    for prefix in ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"] {
      limit = limit ?? head.header(prefix + "Limit").flatMap { Int($0) }
      remaining = remaining ?? head.header(prefix + "Remaining").flatMap { Int($0) }
      reset = reset ?? head.header(prefix + "Reset").flatMap { Self.moment($0, server) }.map { $0 - server }
    }
    if let text = head.header("Retry-After") {
      retryAfter = Double(text) ?? HTTPDate.seconds(text).map { Double($0) - server }
    }
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
  package var wait: Double? { (retryAfter ?? reset).map { max(1, $0 + 1) } }
}

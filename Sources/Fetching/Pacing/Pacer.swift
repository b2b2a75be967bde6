import Synchronization

/// Keeps to a host's pace: no two requests closer than its service allows, and none that its limit would refuse.
package final class Pacer: Sendable {
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

  package init(_ clock: FetchClock, maxWait: Double) {
    (self.clock, self.maxWait) = (clock, maxWait)
  }

  /// Seconds to wait before the next request of pages, which is counted as made then.
  ///
  /// - Parameter gap: Seconds from one request to the next at least.
  package func wait(_ origin: String, gap: Double) -> Double {
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
  package func hold(_ origin: String, for seconds: Double) {
    let now = clock.now()
    guard seconds <= maxWait else { return }
    hosts.withLock { $0[origin, default: Host()].next = max($0[origin]?.next ?? 0, now + seconds) }
  }

  /// The host has answered, and not that too much was asked.
  package func noteAnswer(of origin: String) { hosts.withLock { $0[origin, default: Host()].answers += 1 } }

  /// How often the host has answered so.
  package func answers(of origin: String) -> Int { hosts.withLock { $0[origin]?.answers ?? 0 } }

  package func note(_ rate: RateLimit, of origin: String) {
    guard let remaining = rate.remaining, let reset = rate.reset else { return }
    let now = clock.now()
    hosts.withLock { $0[origin, default: Host()].limit = (remaining, rate.limit, now + reset) }
  }
}

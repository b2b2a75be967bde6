/// How long to wait before something that failed is tried again: a random time up to 1, 2, 4, … 60 seconds, so that many
/// who failed together do not come back together.
package enum Backoff {
  /// Attempts at one request, the first one included.
  package static let attempts = 5

  /// - Parameter failures: How often it has failed, 1 or more.
  package static func bound(after failures: Int) -> Double { min(60, Double(1 << min(6, max(0, failures - 1)))) }
}

/// Attempts at one request that have failed. Where many ask a host at once, those that its limit turns away while it answers
/// the others only wait for their turn: that is no failure.
package struct Failures: Sendable {
  package private(set) var count = 0
  private var answers: Int

  /// - Parameter answers: Of the host, until now.
  package init(answers: Int) {
    self.answers = answers
  }

  /// - Parameters:
  ///   - isLimit: The host says that too much is asked.
  ///   - answers: Of the host, until now.
  package mutating func add(isLimit: Bool, answers now: Int) {
    if isLimit, now > answers { count = 0 }
    (count, answers) = (count + 1, now)
  }
}

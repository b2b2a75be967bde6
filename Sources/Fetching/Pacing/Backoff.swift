/// How long to wait before something that failed is tried again: a random time up to 1, 2, 4, … 60 seconds, so that many
/// who failed together do not come back together.
package enum Backoff {
  /// Attempts at one request, the first one included.
  package static let attempts = 5

  /// - Parameter failures: How often it has failed, 1 or more.
  package static func bound(after failures: Int) -> Double { min(60, Double(1 << min(6, max(0, failures - 1)))) }
}

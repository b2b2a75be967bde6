/// When to act on changes that come in bursts: once nothing more has come for a while, and at the latest some time after the
/// first. Knows no clock; times are seconds of one that only ever goes forward.
package struct Debounce: Sendable {
  /// Seconds without a change after which the burst is over.
  package let quiet: Double
  /// Seconds after which changes are acted on though more of them come.
  package let longest: Double
  private var first: Double?
  private var last = 0.0

  package init(quiet: Double, longest: Double) {
    (self.quiet, self.longest) = (quiet, max(quiet, longest))
  }

  /// Something changed.
  package mutating func note(at time: Double) {
    first = first ?? time
    last = max(last, time)
  }

  /// Seconds to wait from `time` on; 0 when it is time to act, nil where nothing has changed.
  package func wait(at time: Double) -> Double? {
    first.map { max(0, min(last + quiet, $0 + longest) - time) }
  }

  /// Begins anew.
  package mutating func reset() { (first, last) = (nil, 0) }
}

import Prefetching

/// Segments one after the other into a bounded buffer, as a player of videos loads them: the plan that recorded links are
/// compared by.
struct SegmentPlan: Sendable {
  struct Outcome: Hashable, Sendable {
    /// Seconds in which the buffer was empty after playing had started.
    var stall: Double
    /// Seconds from the first request to the end of play.
    var session: Double

    init(stall: Double, session: Double) {
      self.stall = stall
      self.session = session
    }
  }

  /// Bits of each.
  let segments: [Double]
  /// Seconds of play of each.
  let duration: Double
  /// Seconds of play that the buffer holds.
  let buffer: Double

  init(segments: [Double], duration: Double, buffer: Double) {
    self.segments = segments
    self.duration = duration
    self.buffer = buffer
  }

  /// - Parameter latency: Seconds that each segment costs before its first bit; the trace moves on meanwhile.
  func run(over trace: RateTrace, latency: Double) -> Outcome {
    var cursor = TraceCursor(trace)
    var outcome = Outcome(stall: 0, session: 0)
    var buffered = 0.0
    for (number, bits) in segments.enumerated() {
      let wait = max(0, buffered + duration - buffer)
      cursor.advance(by: wait + latency)
      buffered -= wait
      let seconds = latency + cursor.carry(bits)
      outcome.session += wait + seconds
      if number > 0 {
        outcome.stall += max(0, seconds - buffered)
        buffered = max(0, buffered - seconds)
      }
      buffered += duration
    }
    outcome.session += buffered
    return outcome
  }
}

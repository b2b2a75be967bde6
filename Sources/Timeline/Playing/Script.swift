/// Events with their times, to be played from the start.
package struct Script: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// Seconds.
    package let time: Double
    package let event: Event

    package init(at time: Double, _ event: Event) { (self.time, self.event) = (time, event) }
  }

  /// In the order of their times.
  package var entries: [Entry]
  /// Seconds until the last frame.
  package var duration: Double

  package init(_ entries: [Entry], duration: Double) { (self.entries, self.duration) = (entries, duration) }
}

/// An entry that can't be played.
package struct ScriptIssue: Error, Equatable, Sendable, CustomStringConvertible {
  /// Its number, from 0.
  package let entry: Int
  package let time: Double
  package let issue: TimelineIssue

  package var description: String { "event \(entry + 1), at \(time) s: \(issue)" }
}

extension Timeline {
  /// Plays a script and gives its frames one by one, the first at 0 s. What happens at a frame's time is on that frame.
  ///
  /// - Parameter rate: frames a second; at least 1. At the moments they share, all rates show the same frames.
  /// - Throws: `ScriptIssue`, or `TimelineIssue` for a duration that is none, or what `each` throws.
  package mutating func play(_ script: Script, rate: Int, each: (Frame) throws -> Void) throws {
    guard script.duration >= 0, script.duration <= Self.longest else {
      throw TimelineIssue.time(script.duration, after: 0)
    }
    var next = script.entries.indices.lowerBound
    var (number, time) = (0, 0.0)
    while time <= script.duration {
      while next < script.entries.count, !(script.entries[next].time > time) {
        let entry = script.entries[next]
        do throws(TimelineIssue) { try handle(entry.event, at: entry.time) } catch {
          throw ScriptIssue(entry: next, time: entry.time, issue: error)
        }
        next += 1
      }
      try each(frame(at: time))
      number += 1
      // A quotient, so that a moment is the same number at every rate that has it.
      time = Double(number) / Double(max(rate, 1))
    }
  }
}

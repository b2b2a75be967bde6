/// Timed events to play from the start.
package struct TimelineScript: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// Seconds.
    package let time: Double
    package let event: TimelineEvent

    package init(at time: Double, _ event: TimelineEvent) { (self.time, self.event) = (time, event) }
  }

  /// In order of time.
  package var entries: [Entry]
  /// The time of the last frame in seconds.
  package var duration: Double

  package init(_ entries: [Entry], duration: Double) { (self.entries, self.duration) = (entries, duration) }
}

/// An entry that can't be played.
package struct TimelineScriptIssue: Error, Equatable, Sendable, CustomStringConvertible {
  /// The index, from 0.
  package let entry: Int
  package let time: Double
  package let issue: TimelineIssue

  package init(entry: Int, time: Double, issue: TimelineIssue) {
    (self.entry, self.time, self.issue) = (entry, time, issue)
  }

  package var description: String { "event \(entry + 1), at \(time) s: \(issue)" }
}

extension Timeline {
  /// Plays a script and passes on its frames one by one, the first at 0 s. An event at a frame's time is included in
  /// that frame.
  ///
  /// - Parameter rate: Frames per second; at least 1. All rates show the same frames at common times.
  /// - Throws: `TimelineScriptIssue`, or `TimelineIssue` for an invalid duration, or an error of `each`.
  package mutating func play(_ script: TimelineScript, rate: Int, each: (Frame) throws -> Void) throws {
    guard script.duration >= 0, script.duration <= Self.longest else {
      throw TimelineIssue.time(script.duration, after: 0)
    }
    var next = script.entries.indices.lowerBound
    var (number, time) = (0, 0.0)
    while time <= script.duration {
      while next < script.entries.count, !(script.entries[next].time > time) {
        let entry = script.entries[next]
        do throws(TimelineIssue) { try handle(entry.event, at: entry.time) } catch {
          throw TimelineScriptIssue(entry: next, time: entry.time, issue: error)
        }
        next += 1
      }
      try each(frame(at: time))
      number += 1
      // A quotient, so that a moment has the same value at every rate.
      time = Double(number) / Double(max(rate, 1))
    }
  }
}

/// An event on a timeline. Lengths are in points, velocities in points per second.
public enum TimelineEvent: Equatable, Sendable {
  /// A finger touches down, moves, and lets go at the last point; the content continues at the finger's velocity.
  case drag([TouchPoint])
  /// Content released at a velocity; positive is toward the end.
  case fling(velocity: Double)
  /// A step of a mouse wheel; positive is toward the end.
  case wheel(Double)
  /// A tap on the status bar.
  case scrollToTop
  case scroll(ScrollTarget, isAnimated: Bool)
  /// The reader expands or collapses an item to a new height; its top stays in place.
  case expand(ItemID, height: Double)
  case batch(Batch)
  /// A measured height replaces an estimate.
  case measured(ItemID, height: Double)
  /// The areas covered by bars and keyboards.
  case insets(top: Double, bottom: Double, isAnimated: Bool)
  /// A spinner with a height is shown above the content until `refreshed`.
  case refreshing(height: Double)
  case refreshed
  /// A new window size, with the new heights of all items in order, if they change.
  case resize(Viewport, heights: [Double]?)
  /// Whether animations are disabled.
  case reducedMotion(Bool)

  package var kind: EventKind {
    switch self {
    case .drag: .drag
    case .fling: .fling
    case .wheel: .wheel
    case .scrollToTop, .scroll: .scroll
    case .expand: .expand
    case .batch: .batch
    case .measured: .measured
    case .insets: .insets
    case .refreshing: .refreshing
    case .refreshed: .refreshed
    case .resize: .resize
    case .reducedMotion: .reducedMotion
    }
  }
}

/// The kind of event, for reports of jumps.
public enum EventKind: String, Equatable, Sendable, CaseIterable {
  case drag, fling, wheel, scroll, expand, batch, measured, insets, refreshing, refreshed, resize, reducedMotion
}

/// Simultaneous changes of the column's items.
public struct Batch: Equatable, Sendable {
  /// The destination of items.
  public enum Place: Equatable, Sendable {
    case start, end
    case before(ItemID), after(ItemID)
  }

  /// A change of a batch.
  public enum Change: Equatable, Sendable {
    case insert([ColumnItem], Place)
    case delete([ItemID])
    /// A new height, and a new gap if given.
    case reload(ItemID, height: Double, gap: Double? = nil)
    case move(ItemID, Place)
  }

  /// In this order; each applies to the result of the previous ones.
  public let changes: [Change]
  /// Whether a reader at the resting edge follows new items there.
  public let mayFollow: Bool
  /// Whether the changes are animated, for a quarter of a second.
  public let isAnimated: Bool

  public init(_ changes: [Change], mayFollow: Bool = false, isAnimated: Bool = true) {
    self.changes = changes
    self.mayFollow = mayFollow
    self.isAnimated = isAnimated
  }

  /// A new message: at the end, and followed by a reader who is there.
  public static func append(_ items: [ColumnItem]) -> Batch { Batch([.insert(items, .end)], mayFollow: true) }

  /// The result of a refresh at the top of a feed. Followed only if the rules say so.
  public static func refresh(_ items: [ColumnItem]) -> Batch { Batch([.insert(items, .start)], mayFollow: true) }

  /// Older items loaded at either end: never followed.
  public static func loadMore(_ items: [ColumnItem], at edge: Edge) -> Batch {
    Batch([.insert(items, edge == .top ? .start : .end)], isAnimated: false)
  }
}

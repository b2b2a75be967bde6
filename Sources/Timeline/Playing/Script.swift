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

/// Something that happens to a timeline. Lengths are in points, velocities in points a second.
public enum Event: Equatable, Sendable {
  /// A finger comes down, moves and lets go at the last point; the content slides on as fast as the finger was.
  case drag([TouchPoint])
  /// Content let go at a velocity, above 0 towards the end.
  case fling(velocity: Double)
  /// A wheel's step, above 0 towards the end.
  case wheel(Double)
  /// A tap on the status bar.
  case scrollToTop
  case scroll(ScrollTarget, isAnimated: Bool)
  /// The reader expands or collapses an item to a height; its top stays.
  case expand(ItemID, height: Double)
  case batch(Batch)
  /// A measured height takes an estimate's place.
  case measured(ItemID, height: Double)
  /// What bars and keyboards cover.
  case insets(top: Double, bottom: Double, isAnimated: Bool)
  /// A spinner of a height stands above the content, until `refreshed`.
  case refreshing(height: Double)
  case refreshed
  /// A window of another size, and the heights that all items have in it, in order, where they have others.
  case resize(Viewport, heights: [Double]?)
  /// Whether nothing is to be animated.
  case reducedMotion(Bool)

  var kind: EventKind {
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

/// What happened, for a jump's report.
public enum EventKind: String, Equatable, Sendable, CaseIterable {
  case drag, fling, wheel, scroll, expand, batch, measured, insets, refreshing, refreshed, resize, reducedMotion
}

/// Changes of what is in the column, that take effect together.
public struct Batch: Equatable, Sendable {
  /// Where items come to stand.
  public enum Place: Equatable, Sendable {
    case start, end
    case before(ItemID), after(ItemID)
  }

  /// One change of a batch.
  public enum Change: Equatable, Sendable {
    case insert([ColumnItem], Place)
    case delete([ItemID])
    /// Another height, and another gap where one is given.
    case reload(ItemID, height: Double, gap: Double? = nil)
    case move(ItemID, Place)
  }

  /// In this order, each as the ones before it left the column.
  public let changes: [Change]
  /// Whether a reader at the resting edge is taken along to what comes there.
  public let mayFollow: Bool
  /// Whether what comes, goes and changes is on its way for a quarter of a second.
  public let isAnimated: Bool

  public init(_ changes: [Change], mayFollow: Bool = false, isAnimated: Bool = true) {
    self.changes = changes
    self.mayFollow = mayFollow
    self.isAnimated = isAnimated
  }

  /// What has just been said: at the end, and followed by a reader who is there.
  public static func append(_ items: [ColumnItem]) -> Batch { Batch([.insert(items, .end)], mayFollow: true) }

  /// What a refresh brought to the top of a feed. Nobody is taken along unless the rules say so.
  public static func refresh(_ items: [ColumnItem]) -> Batch { Batch([.insert(items, .start)], mayFollow: true) }

  /// More of what was there before the reader came, at either end: never followed.
  public static func loadMore(_ items: [ColumnItem], at edge: Edge) -> Batch {
    Batch([.insert(items, edge == .top ? .start : .end)], isAnimated: false)
  }
}

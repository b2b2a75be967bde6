/// A report that the last item was pushed out of view while the reader was at the end, so that a reader waiting for an
/// answer misses it, even if the visible text stays in place.
public struct PushedEnd: Equatable, Sendable {
  /// Seconds.
  public let time: Double
  /// The former last item, which still exists.
  public let item: ItemID
  /// The distance in points from the visible area down to the item's end, once everything rests.
  public let distance: Double
  /// The event at that time.
  public let cause: EventKind

  package init(time: Double, item: ItemID, distance: Double, cause: EventKind) {
    (self.time, self.item, self.distance, self.cause) = (time, item, distance, cause)
  }
}

extension Timeline {
  /// Handles an event, and records whether it pushes the last item out of view for a reader at the end. Only the final
  /// resting positions count, not animations in progress.
  mutating func watchingEnd(
    _ kind: EventKind, _ change: (inout Timeline) throws(TimelineIssue) -> Void
  ) throws(TimelineIssue) {
    let seen = isAtEnd ? screen.items.filter { !$0.isLeaving }.map(\.id) : []
    try change(&self)
    guard let last = seen.last(where: column.contains), let index = column.index(of: last) else { return }
    let distance = column.bottom(at: index) - aim - viewport.visible.upperBound
    guard distance > roomAtEnd else { return }
    pushedEnds.append(PushedEnd(time: now, item: last, distance: distance, cause: kind))
  }

  /// The distance from the end, in points, that still counts as at the end.
  private var roomAtEnd: Double { if case .within(let distance) = rules.follow { distance } else { 0 } }

  /// Whether the reader of a list that rests at its end is at the end, or is being scrolled there.
  private var isAtEnd: Bool {
    rules.restingEdge == .bottom && restingOffset - aim <= roomAtEnd
  }

  /// The offset that the current animation leads to.
  private var aim: Double {
    if case .animation(let animation) = motion, now < animation.end { animation.to } else { offset }
  }
}

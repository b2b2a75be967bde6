/// The last item, pushed out of what is seen while the reader was at the end: whoever waits for an answer does not see it come.
/// What was read may stand still all the while.
public struct PushedEnd: Equatable, Sendable {
  /// Seconds.
  public let time: Double
  /// What was the last one and is still there.
  public let item: ItemID
  /// Points that its end comes to rest below what is seen.
  public let distance: Double
  /// What happened then.
  public let cause: EventKind
}

extension Timeline {
  /// Lets something happen, and tells where it pushes the last item out of what a reader at the end sees. What counts is
  /// where everything comes to rest: an end that is only on its way is not lost.
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

  /// Points from the end that are still at it.
  private var roomAtEnd: Double { if case .within(let distance) = rules.follow { distance } else { 0 } }

  /// Whether the reader of a list that rests at its end is there, or is being taken there.
  private var isAtEnd: Bool {
    rules.restingEdge == .bottom && restingOffset - aim <= roomAtEnd
  }

  /// Where what moves the content by itself leads.
  private var aim: Double {
    if case .animation(let animation) = motion, now < animation.end { animation.to } else { offset }
  }
}

/// A part of a card that is to be loaded.
package struct WantedPart: Hashable, Sendable {
  package var item: Int
  package var part: Int
  /// It is in sight.
  package var isUrgent: Bool
}

/// Where a viewer is.
package struct PolicyReading: Sendable {
  package var items: [PrefetchItem]
  /// Cards in the viewport, from the top.
  package var seen: ClosedRange<Int>
  package var active: Int
  /// Whether the viewer has been there for half a second.
  package var stays: Bool
  /// 1 down, -1 up.
  package var direction: Int
  /// Cards that the last move went over.
  package var speed: Int
  /// What will be active, from now on.
  package var future: ArraySlice<Viewer.Visit>

  package init(
    items: [PrefetchItem], seen: ClosedRange<Int>, active: Int, stays: Bool, direction: Int, speed: Int = 1,
    future: ArraySlice<Viewer.Visit> = []
  ) {
    (self.items, self.seen, self.active, self.stays) = (items, seen, active, stays)
    (self.direction, self.speed, self.future) = (direction, speed, future)
  }
}

extension ChatLayoutList {
  // MARK: Self-sizing

  /// An item gets its height while nothing else happens; what the offset changes by.
  @discardableResult
  package mutating func measure(_ path: Path, height: Double) -> Double {
    guard sections.indices.contains(path.section), sections[path.section].items.indices.contains(path.item) else {
      return 0
    }
    let item = sections[path.section].items[path.item]
    let difference = height - item.height
    guard difference != 0, let top = frames.first(where: { $0.id == item.id })?.y else { return 0 }
    let bottom = visibleBottom
    sections[path.section].items[path.item].height = height
    let after = contentHeight
    guard settings.keepsOffsetAtBottom, isTaller(after), top.rounded() <= bottom.rounded() else { return 0 }
    let adjustment = min(after - viewport.height + viewport.insetTop + viewport.insetBottom, difference)
    offset += adjustment
    return adjustment
  }

  // MARK: Snapshots

  /// A place to come back to: how far inwards an item begins or ends from an edge of the visible area.
  package struct Snapshot: Equatable, Sendable {
    package let id: ItemID
    package let edge: Edge
    package let offset: Double

    package init(_ id: ItemID, _ edge: Edge, offset: Double) { (self.id, self.edge, self.offset) = (id, edge, offset) }
  }

  /// The first item that begins in the visible area, or the last; nil where none does within a viewport's height of it.
  package func snapshot(at edge: Edge) -> Snapshot? {
    let reach = (visibleTop - viewport.height)...(max(visibleTop, visibleBottom) + viewport.height)
    let near = frames.filter { $0.bottom >= reach.lowerBound && $0.y <= reach.upperBound }
    switch edge {
    case .top:
      return near.first { $0.y >= visibleTop }
        .map { Snapshot($0.id, .top, offset: $0.y - visibleTop - settings.insets.top) }
    case .bottom:
      return near.last { $0.y <= visibleBottom }
        .map { Snapshot($0.id, .bottom, offset: visibleBottom - $0.bottom - settings.insets.bottom) }
    }
  }

  /// The offset that brings a snapshot back, as far as the content reaches; nil where its item is gone.
  package func offset(restoring snapshot: Snapshot) -> Double? {
    guard let frame = frames.first(where: { $0.id == snapshot.id }) else { return nil }
    switch snapshot.edge {
    case .top: return offsets.clamp(frame.y - snapshot.offset - viewport.insetTop - settings.insets.top)
    case .bottom:
      return offsets.clamp(
        frame.bottom + snapshot.offset - viewport.height + viewport.insetBottom + settings.insets.bottom)
    }
  }

  // MARK: Pinned items

  /// The item that is pinned at an edge of the visible area, and the one that pushes it.
  package func pinned(at edge: Edge) -> PinnedItem? {
    let pins = frames.filter { $0.pin == edge }
      .map { PinnedItem.Candidate(id: $0.id, top: $0.y, height: $0.height, gap: $0.gap) }
    return PinnedItem(edge, at: edge == .top ? visibleTop : visibleBottom, among: pins)
  }
}

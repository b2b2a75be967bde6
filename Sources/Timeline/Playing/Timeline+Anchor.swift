extension Timeline {
  /// What may stay where it is on the screen, best first: what is held, the resting edge's item, then those after it, then
  /// those before.
  func anchors(of screen: Screen, keeping pivot: ItemID? = nil) -> [FrameAnchor] {
    let visible = viewport.visible
    let shown = screen.items.filter { !$0.isLeaving && $0.top < visible.upperBound && $0.bottom > visible.lowerBound }
    var found: [FrameAnchor] = []
    if let pivot, let item = shown.first(where: { $0.id == pivot }) { found.append(anchor(item, .top)) }
    if let held, now < held.until, shown.contains(where: { $0.id == held.anchor.id }),
      let y = screen.y(of: held.anchor.id, held.anchor.edge)
    {
      found.append(FrameAnchor(id: held.anchor.id, edge: held.anchor.edge, y: y))
    }
    // What may be one; then what was never measured, and so moves what it stands beside; then headers and what is still
    // on its way in.
    for rank in 0...2 {
      let some = shown.filter { ($0.canAnchor && $0.alpha == 1 ? ($0.isExact ? 0 : 1) : 2) == rank }
      let whole = some.filter {
        rules.restingEdge == .top ? $0.top >= visible.lowerBound : $0.bottom <= visible.upperBound
      }
      found += (rules.restingEdge == .top ? whole : whole.reversed()).map { anchor($0, rules.restingEdge) }
      // One that reaches over the whole visible area stays by its top: text grows at its end.
      found += some.filter { item in !whole.contains { $0.id == item.id } }.map { anchor($0, .top) }
    }
    return found
  }

  private func anchor(_ item: FrameItem, _ edge: Edge) -> FrameAnchor {
    FrameAnchor(id: item.id, edge: edge, y: edge == .top ? item.y : item.bottom)
  }

  /// The reader's place, to come back to: of all that is on the screen, the item that would stay.
  package var place: Anchor? {
    guard let anchor = anchors(of: screen).first else { return nil }
    let visible = viewport.visible
    let from = anchor.edge == .top ? visible.lowerBound : visible.upperBound
    return .item(anchor.id, edge: anchor.edge, distance: anchor.y - from)
  }

  /// What is on the screen now.
  package var frame: Frame {
    let (offset, phase) = state
    let (screen, bounds, visible) = (self.screen, self.bounds, viewport.visible)
    let (top, bottom) = (-offset + screen.shifts.base, screen.y(at: column.count) - trailingGap + column.trailing)
    // Short content leaves room at one end, a pull at either. What is on its way to be taller is short until then.
    let short = max(0, visible.upperBound - visible.lowerBound - (bottom - top))
    let isAtTop = rules.shortContent == .top
    let (roomAbove, roomBelow) = (
      max(isAtTop ? 0 : short, -bounds.offsets.lowerBound - viewport.insetTop),
      max(isAtTop ? short : 0, visible.upperBound - (column.height - bounds.offsets.upperBound))
    )
    let overscroll = offset - bounds.offsets.clamp(offset)
    // A keyboard that goes still covers what its going uncovers.
    let isPulled = phase == .dragging || phase == .bouncing || phase == .animating(.inset)
    let pull = isPulled ? overscroll : 0
    return Frame(
      time: now, offset: offset, offsets: bounds.offsets, phase: phase, items: screen.items,
      anchor: anchors(of: screen).first, pinned: pinned(on: screen), scrolled: offset - unscrolled,
      blankAbove: max(0, min(top, visible.upperBound) - visible.lowerBound - roomAbove - max(0, -pull)),
      blankBelow: max(0, visible.upperBound - max(bottom, visible.lowerBound) - roomBelow - max(0, pull)),
      overscroll: overscroll, refreshHeight: refreshHeight)
  }

  private func pinned(on screen: Screen) -> PinnedItem? {
    let edge = viewport.visible.lowerBound
    guard let index = column.index(at: screen.offset + edge) else { return nil }
    // Where a transition shifts headers, those next to this place may have passed the edge.
    let near = [column.lastPinned(upTo: index), column.firstPinned(from: index + 1)].compactMap { $0 }
    let candidates = near.map { index in
      let placed = column.placed(at: index)
      return PinnedItem.Candidate(id: placed.id, top: screen.y(at: index), height: placed.height, gap: placed.gap)
    }
    return PinnedItem(.top, at: edge, among: candidates)
  }

  private var trailingGap: Double { column.count == 0 ? 0 : column.placed(at: column.count - 1).gap }
}

extension Timeline {
  /// The effects of an edit of the column on the screen.
  struct Edit {
    /// The transitions that start now; their side of the anchor is determined later.
    var transitions: [Transition] = []
    /// The intended movement of the anchor on the screen, because its reference edge moves; positive is down.
    var moved = 0.0
    /// Whether there are new items at the resting edge.
    var isNewAtRestingEdge = false
    /// Items that moved elsewhere: they can't be the anchor any longer.
    var displaced: Set<ItemID> = []
    /// The new anchor if nothing remains of the screen's content.
    var heir: FrameAnchor?
  }

  /// Edits the column or the viewport, and adjusts the offset and its motion so that the anchor stays in place on the
  /// screen. Any remaining movement is a jump.
  mutating func change(
    _ kind: EventKind, keeping pivot: ItemID? = nil, mayFollow: Bool = false, isCompensated: Bool = true,
    edit: (inout Timeline) throws(TimelineIssue) -> Edit
  ) throws(TimelineIssue) {
    let (oldBounds, old) = (bounds, state)
    // Don't keep the screen: it would share the column's blocks, and the edit would copy them.
    let anchors = anchors(of: screen, keeping: pivot)
    let follows = mayFollow && old.phase != .dragging && isNearRestingEdge(old)
    let edit = try edit(&self)
    transitions.removeAll { $0.end <= now }
    // With many rapid changes, the oldest transitions end early: each query visits all running ones.
    transitions.removeFirst(max(0, transitions.count - Self.mostTransitions))

    let kept = anchors.first { column.contains($0.id) && !edit.displaced.contains($0.id) }
    var offset = old.offset
    if isCompensated, let anchor = kept ?? edit.heir, let y = screen(at: offset).y(of: anchor.id, anchor.edge) {
      offset = Points.snapped(offset + (y - anchor.y - edit.moved))
    }
    var declared = isCompensated ? -edit.moved : 0
    if follows, edit.isNewAtRestingEdge {
      declared += scroll(
        to: restingOffset, from: offset, .follow, ScrollTarget(rules.restingEdge == .top ? .start : .end))
    } else {
      declared += carryOn(from: old.offset, to: offset, oldBounds)
    }
    unscrolled += self.offset - old.offset - declared
    if let kept { judge(kept, declared, kind) }
    add(edit.transitions, beside: kept ?? edit.heir)
  }

  /// More than the eye can follow.
  private static let mostTransitions = 64

  /// Continues the motion at another offset and within other bounds; returns the distance that was scrolled at once.
  private mutating func carryOn(from old: Double, to offset: Double, _ oldBounds: Bounds) -> Double {
    if case .drag(var drag) = motion, now < drag.end, rules.faults.contains(.offsetSetDuringDrag), offset != old,
      let next = drag.nextPoint(after: now)
    {
      drag.lost = ((drag.lost?.amount ?? 0) + offset - old, next)
      motion = .drag(drag)
      return 0
    }
    let bounds = bounds
    motion = motion.rebased(to: offset, at: now, from: oldBounds, to: bounds, deceleration: deceleration)
    if case .animation(let animation) = motion {
      let end = animation.target.flatMap { try? self.offset(for: $0) } ?? bounds.offsets.clamp(animation.to)
      motion = .animation(animation.aimed(at: end, at: now))
    }
    // Content that became too short scrolls back at the speed of its height change.
    guard case .rest(let offset) = motion, bounds.offsets.clamp(offset) != offset else { return 0 }
    return scroll(to: bounds.offsets.clamp(offset), from: offset, .settle)
  }

  /// Scrolls in a quarter of a second, or at once with reduced motion; returns the distance that was scrolled at once.
  mutating func scroll(
    to end: Double, from offset: Double, _ reason: ScrollAnimation.Reason, _ target: ScrollTarget? = nil,
    duration: Double = Transition.duration
  ) -> Double {
    guard !isStill else {
      motion = .rest(end)
      return end - offset
    }
    motion = .animation(
      ScrollAnimation(start: now, duration: duration, from: offset, to: end, reason: reason, target: target))
    return 0
  }

  /// Records a jump if an anchor is not at its declared position.
  mutating func judge(_ anchor: FrameAnchor, _ declared: Double, _ kind: EventKind) {
    let screen = screen
    guard let y = screen.y(of: anchor.id, anchor.edge) else { return }
    let distance = y - anchor.y + declared
    guard abs(distance) >= Jump.least else { return }
    let score = screen.share(movedBy: distance) * min(1, abs(distance) / viewport.height)
    jumps.append(Jump(time: now, item: anchor.id, distance: distance, cause: kind, score: score))
  }

  /// Starts the transitions that are visible.
  private mutating func add(_ added: [Transition], beside anchor: FrameAnchor?) {
    guard !isStill, !added.isEmpty else { return }
    let pivot = anchor.flatMap { column.index(of: $0.id) } ?? 0
    let sided = added.compactMap { transition -> Transition? in
      guard let range = range(of: transition) else { return nil }
      // An item with an empty index range is a gap above an item: directly above the anchor, it counts as above it.
      var isAbove = range.isEmpty ? range.lowerBound <= pivot : range.upperBound <= pivot
      if range == pivot..<(pivot + 1) { isAbove = anchor?.edge == .bottom }
      return Transition(subject: transition.subject, growth: transition.growth, isAbove: isAbove, start: now)
    }
    let screen = screen(at: offset)
    transitions += sided.filter { transition in
      guard let range = range(of: transition) else { return false }
      let (top, bottom) = (screen.y(at: range.lowerBound), screen.y(at: range.upperBound))
      let room = abs(transition.growth)
      return top - (transition.isAbove ? room : 0) < viewport.height && bottom + (transition.isAbove ? 0 : room) > 0
    }
    if let anchor, let y = self.screen.y(of: anchor.id, anchor.edge), !transitions.isEmpty {
      held = (FrameAnchor(id: anchor.id, edge: anchor.edge, y: y), now + Transition.duration)
    }
  }

  /// The indexes affected by a transition; an empty range before an index for items deleted there.
  private func range(of transition: Transition) -> Range<Int>? {
    switch transition.subject {
    case .height(let id): return column.index(of: id).map { $0..<($0 + 1) }
    case .inserted(let first, let last), .appeared(let first, let last):
      guard let first = column.index(of: first), let last = column.index(of: last), first <= last else { return nil }
      return first..<(last + 1)
    case .deleted(_, let before):
      let index = before.flatMap { column.index(of: $0) } ?? column.count
      return index..<index
    }
  }

  func screen(at offset: Double) -> ViewportSnapshot {
    ViewportSnapshot(column, transitions, at: now, offset: offset, height: viewport.height)
  }

  var restingOffset: Double { rules.restingEdge == .top ? bounds.offsets.lowerBound : bounds.offsets.upperBound }

  /// Whether the reader is at the resting edge, or scrolling there, within the distance that the rules set for
  /// following.
  private func isNearRestingEdge(_ state: (offset: Double, phase: ScrollPhase)) -> Bool {
    guard case .within(let distance) = rules.follow else { return false }
    if state.phase == .animating(.follow) { return true }
    let left = rules.restingEdge == .top ? state.offset - restingOffset : restingOffset - state.offset
    return left <= distance
  }

  mutating func apply(_ batch: Batch) throws(TimelineIssue) {
    try change(
      .batch, mayFollow: batch.mayFollow, isCompensated: !rules.faults.contains(.batchesNotCompensated)
    ) { timeline throws(TimelineIssue) in
      let screen = timeline.screen
      var edited = timeline.column
      var made = BatchEffects()
      for change in batch.changes { try made.apply(change, to: &edited) }
      var edit = Edit()
      edit.displaced = made.displaced
      edit.heir = timeline.heir(among: screen, in: edited, made.displaced)
      edit.isNewAtRestingEdge = timeline.isNewAtRestingEdge(in: edited)
      if batch.isAnimated {
        edit.transitions = made.transitions(from: timeline.column, to: edited, screen, at: timeline.now)
      }
      timeline.transitions = timeline.transitions.map { $0.reattached(from: timeline.column, to: edited) }
      timeline.column = edited
      return edit
    }
  }

  private func isNewAtRestingEdge(in edited: Column) -> Bool {
    guard edited.count > 0 else { return false }
    return !column.contains(edited.id(at: rules.restingEdge == .top ? 0 : edited.count - 1))
  }

  /// If nothing remains of the screen's content, the following item becomes the anchor, or else the preceding one.
  private func heir(among screen: ViewportSnapshot, in edited: Column, _ displaced: Set<ItemID>) -> FrameAnchor? {
    let anchors = anchors(of: screen)
    let isLeft = { (id: ItemID) in edited.contains(id) && !displaced.contains(id) }
    guard let anchor = anchors.first, !anchors.contains(where: { isLeft($0.id) }),
      let index = column.index(of: anchor.id)
    else { return nil }
    let after = (index..<column.count).lazy.map { column.id(at: $0) }.first(where: isLeft)
    let before = (0..<index).reversed().lazy.map { column.id(at: $0) }.first(where: isLeft)
    let heir = rules.restingEdge == .top ? after ?? before : before ?? after
    return heir.map { FrameAnchor(id: $0, edge: anchor.edge, y: anchor.y) }
  }

  /// The possible anchors, best first: the held one, the item at the resting edge, then those after it, then those
  /// before.
  func anchors(of screen: ViewportSnapshot, keeping pivot: ItemID? = nil) -> [FrameAnchor] {
    let visible = viewport.visible
    let shown = screen.items.filter { !$0.isLeaving && $0.top < visible.upperBound && $0.bottom > visible.lowerBound }
    var found: [FrameAnchor] = []
    if let pivot, let item = shown.first(where: { $0.id == pivot }) { found.append(anchor(item, .top)) }
    if let held, now < held.until, shown.contains(where: { $0.id == held.anchor.id }),
      let y = screen.y(of: held.anchor.id, held.anchor.edge)
    {
      found.append(FrameAnchor(id: held.anchor.id, edge: held.anchor.edge, y: y))
    }
    // Suitable items first; then unmeasured ones, which move adjacent content; then headers and items that are still
    // appearing.
    for rank in 0...2 {
      let some = shown.filter { ($0.canAnchor && $0.alpha == 1 ? ($0.isExact ? 0 : 1) : 2) == rank }
      let whole = some.filter {
        rules.restingEdge == .top ? $0.top >= visible.lowerBound : $0.bottom <= visible.upperBound
      }
      found += (rules.restingEdge == .top ? whole : whole.reversed()).map { anchor($0, rules.restingEdge) }
      // An item that spans the visible area is anchored by its top, because text grows at its end.
      found += some.filter { item in !whole.contains { $0.id == item.id } }.map { anchor($0, .top) }
    }
    return found
  }

  private func anchor(_ item: FrameItem, _ edge: Edge) -> FrameAnchor {
    FrameAnchor(id: item.id, edge: edge, y: edge == .top ? item.y : item.bottom)
  }

  /// The current content of the screen.
  public var frame: Frame {
    let (offset, phase) = state
    let (screen, bounds, visible) = (self.screen, self.bounds, viewport.visible)
    let (top, bottom) = (-offset + screen.shifts.base, screen.y(at: column.count) - trailingGap + column.trailing)
    // Short content leaves space at one end, a pull at either. Growing content counts as short until its transition
    // ends.
    let short = max(0, visible.upperBound - visible.lowerBound - (bottom - top))
    let isAtTop = rules.shortContent == .top
    let (roomAbove, roomBelow) = (
      max(isAtTop ? 0 : short, -bounds.offsets.lowerBound - viewport.insetTop),
      max(isAtTop ? short : 0, visible.upperBound - (column.height - bounds.offsets.upperBound))
    )
    let overscroll = offset - bounds.offsets.clamp(offset)
    // A disappearing keyboard still covers the area it uncovers.
    let isPulled = phase == .dragging || phase == .bouncing || phase == .animating(.inset)
    let pull = isPulled ? overscroll : 0
    return Frame(
      time: now, offset: offset, offsets: bounds.offsets, phase: phase, items: screen.items,
      anchor: anchors(of: screen).first, pinned: pinned(on: screen), scrolled: offset - unscrolled,
      blankAbove: max(0, min(top, visible.upperBound) - visible.lowerBound - roomAbove - max(0, -pull)),
      blankBelow: max(0, visible.upperBound - max(bottom, visible.lowerBound) - roomBelow - max(0, pull)),
      overscroll: overscroll, refreshHeight: refreshHeight)
  }

  private func pinned(on screen: ViewportSnapshot) -> PinnedItem? {
    let edge = viewport.visible.lowerBound
    guard let index = column.index(at: screen.offset + edge) else { return nil }
    // If a transition shifts headers, those next to this position may have crossed the edge.
    let near = [column.lastPinned(upTo: index), column.firstPinned(from: index + 1)].compactMap { $0 }
    let candidates = near.map { index in
      let placed = column.placed(at: index)
      return PinnedItem.Candidate(id: placed.id, top: screen.y(at: index), height: placed.height, gap: placed.gap)
    }
    return PinnedItem(.top, at: edge, among: candidates)
  }

  private var trailingGap: Double { column.count == 0 ? 0 : column.placed(at: column.count - 1).gap }
}

/// The effects of a batch's changes so far.
private struct BatchEffects {
  /// The first and last item of each inserted run, in order of insertion.
  var inserted: [(first: ItemID, last: ItemID)] = []
  var deleted: Set<ItemID> = []
  /// Items that were moved.
  var displaced: Set<ItemID> = []
  /// Items with a new height, with their old one.
  var reloaded: [ItemID: (height: Double, gap: Double)] = [:]

  mutating func apply(_ change: Batch.Change, to column: inout Column) throws(TimelineIssue) {
    switch change {
    case .insert(let items, let place):
      try column.insert(items, at: index(of: place, in: column))
      if let first = items.first, let last = items.last { inserted.append((first.id, last.id)) }
      // An item that was deleted and inserted elsewhere was moved.
      for item in items where deleted.contains(item.id) { displaced.insert(item.id) }
    case .delete(let ids):
      for id in ids {
        guard column.remove(id) else { throw .noSuchItem(id) }
        deleted.insert(id)
      }
    case .reload(let id, let height, let gap):
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      let old = column.item(at: index)
      try column.setHeight(of: id, to: height, gap: gap)
      if reloaded[id] == nil { reloaded[id] = (old.height, old.gap) }
    case .move(let id, let place):
      guard let from = column.index(of: id) else { throw .noSuchItem(id) }
      // Moving an item before or after itself does nothing.
      if place == .before(id) || place == .after(id) { return }
      let item = column.item(at: from)
      column.remove(id)
      try column.insert([item], at: index(of: place, in: column))
      deleted.insert(id)
      displaced.insert(id)
      inserted.append((id, id))
    }
  }

  private func index(of place: Batch.Place, in column: Column) throws(TimelineIssue) -> Int {
    switch place {
    case .start: return 0
    case .end: return column.count
    case .before(let id):
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      return index
    case .after(let id):
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      return index + 1
    }
  }

  /// The transitions that animate the changes.
  func transitions(from old: Column, to new: Column, _ screen: ViewportSnapshot, at now: Double) -> [Transition] {
    var found = goings(from: old, to: new, screen, at: now)
    for (first, last) in inserted {
      guard let start = new.index(of: first), let end = new.index(of: last), start <= end else { continue }
      let growth = new.top(at: end + 1) - new.top(at: start)
      // At the outer edge, new items need no clipping window.
      let isOutermost = start == 0 || end == new.count - 1
      let subject: Transition.Subject =
        isOutermost ? .appeared(first: first, last: last) : .inserted(first: first, last: last)
      found.append(Transition(subject: subject, growth: growth, isAbove: false, start: now))
    }
    for (id, was) in reloaded.sorted(by: { $0.key < $1.key }) where !deleted.contains(id) {
      guard let index = new.index(of: id) else { continue }
      let growth = new.itemHeight(at: index) - was.height
      if growth != 0 { found.append(Transition(subject: .height(id), growth: growth, isAbove: false, start: now)) }
    }
    return found
  }

  /// Runs of deleted items that were partly visible.
  private func goings(from old: Column, to new: Column, _ screen: ViewportSnapshot, at now: Double) -> [Transition] {
    let gone = screen.items.filter { !$0.isLeaving && deleted.contains($0.id) }.compactMap { old.index(of: $0.id) }
    var (found, passed): ([Transition], Int) = ([], -1)
    for index in gone where index > passed {
      var (first, end) = (index, index + 1)
      while first > 0, deleted.contains(old.id(at: first - 1)) { first -= 1 }
      while end < old.count, deleted.contains(old.id(at: end)) { end += 1 }
      passed = end - 1
      let top = old.top(at: first)
      let ghosts = gone.filter { (first..<end).contains($0) }.map { index in
        Transition.DeletedItem(id: old.id(at: index), top: old.top(at: index) - top, height: old.itemHeight(at: index))
      }
      let before = (end..<old.count).lazy.map { old.id(at: $0) }.first { new.contains($0) && !deleted.contains($0) }
      let growth = top - old.top(at: end)
      found.append(Transition(subject: .deleted(ghosts, before: before), growth: growth, isAbove: false, start: now))
    }
    return found
  }
}

extension Transition {
  /// The transition reattached to the next remaining item, if the item it was above is removed.
  fileprivate func reattached(from old: Column, to new: Column) -> Transition {
    guard case .deleted(let ghosts, let before?) = subject, !new.contains(before), let index = old.index(of: before)
    else {
      return self
    }
    var transition = self
    let next = (index..<old.count).lazy.map { old.id(at: $0) }.first { new.contains($0) }
    transition.subject = .deleted(ghosts, before: next)
    return transition
  }
}

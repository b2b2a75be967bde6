extension Timeline {
  /// What an edit of the column did, for the screen.
  struct Edit {
    /// On their way from now on; which side of the anchor they lie on is told later.
    var transitions: [Transition] = []
    /// By how much the anchor is to move on the screen, because the edge it is measured from does; downwards.
    var moved = 0.0
    /// Whether there is something new at the resting edge.
    var isNewAtRestingEdge = false
    /// Items that are elsewhere now: none of them is the anchor any more.
    var displaced: Set<ItemID> = []
    /// What takes the anchor's place where nothing is left of what was on the screen.
    var heir: FrameAnchor?
  }

  /// Edits the column or the viewport, and makes the offset and what moves it go on so that the anchor stays on the
  /// screen. What it moves nevertheless is a jump.
  mutating func change(
    _ kind: EventKind, keeping pivot: ItemID? = nil, mayFollow: Bool = false, isCompensated: Bool = true,
    edit: (inout Timeline) throws(TimelineIssue) -> Edit
  ) throws(TimelineIssue) {
    let (oldBounds, old) = (bounds, state)
    // No screen is kept: it would share the column's blocks, and the edit would copy them.
    let anchors = anchors(of: screen, keeping: pivot)
    let follows = mayFollow && old.phase != .dragging && isNearRestingEdge(old)
    let edit = try edit(&self)
    transitions.removeAll { $0.end <= now }
    // What comes thick and fast is done with the sooner: each question asks all that is on its way.
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

  /// More than can be followed by eye.
  private static let mostTransitions = 64

  /// Makes the motion go on at another offset and between other bounds; what had to be scrolled at once for it.
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
    // Content that became too short is brought back, as slowly as its height changes on the screen.
    guard case .rest(let offset) = motion, bounds.offsets.clamp(offset) != offset else { return 0 }
    return scroll(to: bounds.offsets.clamp(offset), from: offset, .settle)
  }

  /// Scrolls in a quarter of a second, or at once for who wants no motion; what was scrolled at once.
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

  /// Tells of a jump where an anchor is elsewhere than what was declared says.
  mutating func judge(_ anchor: FrameAnchor, _ declared: Double, _ kind: EventKind) {
    let screen = screen
    guard let y = screen.y(of: anchor.id, anchor.edge) else { return }
    let distance = y - anchor.y + declared
    guard abs(distance) >= Jump.least else { return }
    let score = screen.share(movedBy: distance) * min(1, abs(distance) / viewport.height)
    jumps.append(Jump(time: now, item: anchor.id, distance: distance, cause: kind, score: score))
  }

  /// Starts what is on its way, as far as it is to be seen.
  private mutating func add(_ added: [Transition], beside anchor: FrameAnchor?) {
    guard !isStill, !added.isEmpty else { return }
    let pivot = anchor.flatMap { column.index(of: $0.id) } ?? 0
    let sided = added.compactMap { transition -> Transition? in
      guard let range = range(of: transition) else { return nil }
      // An item without an extent of indexes is a gap above one: one right above the anchor lies above it.
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

  /// The indexes that a transition is about; none, before an index, for what was deleted there.
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

  func screen(at offset: Double) -> Screen {
    Screen(column, transitions, at: now, offset: offset, height: viewport.height)
  }

  var restingOffset: Double { rules.restingEdge == .top ? bounds.offsets.lowerBound : bounds.offsets.upperBound }

  /// Whether the reader is at the resting edge, or on the way to it, as near as the rules ask to be taken along.
  private func isNearRestingEdge(_ state: (offset: Double, phase: ScrollPhase)) -> Bool {
    guard case .within(let distance) = rules.follow else { return false }
    if state.phase == .animating(.follow) { return true }
    let left = rules.restingEdge == .top ? state.offset - restingOffset : restingOffset - state.offset
    return left <= distance
  }
}

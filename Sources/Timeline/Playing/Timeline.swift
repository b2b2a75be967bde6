/// A column of items in a viewport over time: takes events and produces frames.
///
/// Between two events every movement is a function of time, so frames can be requested at any moments; frames at the
/// same moment are equal at 60 and at 120 frames per second. Measuring nearby items, which a list does by itself,
/// happens at whole milliseconds.
public struct Timeline: Sendable {
  /// All items with their final heights, even while a transition is running.
  public internal(set) var column: Column
  /// Includes the space for the spinner in its upper inset.
  public internal(set) var viewport: Viewport
  /// The behavior when content changes.
  public let rules: AnchorRules
  /// The current time in seconds.
  public internal(set) var now = 0.0
  /// Unexplained movements of the anchor in order of time; empty for a stable list.
  public internal(set) var jumps: [Jump] = []
  /// Each time that the last item was pushed out of view for a reader at the end, in order of time.
  public internal(set) var pushedEnds: [PushedEnd] = []

  package var motion = Motion.rest(0)
  package var transitions: [Transition] = []
  /// The offset's total change that was not caused by scrolling.
  var unscrolled = 0.0
  /// The anchor of the last change, kept during its transition.
  var held: (anchor: FrameAnchor, until: Double)?
  var refreshHeight = 0.0
  var isStill = false
  var ticks = 0
  let measuring: MeasurementPolicy?
  let deceleration: Deceleration

  /// How estimates are replaced when items come near.
  public struct MeasurementPolicy: Sendable {
    /// The distance from the visible area at which an item is measured, in points.
    public let margin: Double
    /// An item's actual height.
    public let height: @Sendable (ItemID) -> Double

    public init(margin: Double, height: @escaping @Sendable (ItemID) -> Double) {
      self.margin = margin
      self.height = height
    }
  }

  /// The maximum time in seconds: 115 days.
  public static let longest = 10_000_000.0

  /// - Parameters:
  ///   - opening: The initial scroll target; nil for the resting edge.
  ///   - measuring: Nil if estimates stay until an event replaces them.
  /// - Throws: `TimelineIssue` if the viewport is empty or the item to open at doesn't exist.
  public init(
    _ column: Column, viewport: Viewport, rules: AnchorRules, opening: ScrollTarget? = nil,
    measuring: MeasurementPolicy? = nil, deceleration: Deceleration = .normal
  ) throws(TimelineIssue) {
    try viewport.check()
    (self.column, self.viewport, self.rules) = (column, viewport, rules)
    (self.measuring, self.deceleration) = (measuring, deceleration)
    let opening = opening ?? ScrollTarget(rules.restingEdge == .top ? .start : .end)
    motion = .rest(try offset(for: opening))
    guard !rules.faults.contains(.measuresNotCompensated) else { return }
    // Nothing is visible yet, so measuring now moves nothing.
    for _ in 0..<Self.mostPasses {
      guard measureNearby() else { break }
      motion = .rest(try offset(for: opening))
    }
    (jumps, pushedEnds, unscrolled, held) = ([], [], 0, nil)
  }

  package var bounds: Bounds {
    Bounds(
      offsets: viewport.offsets(contentHeight: column.height, shortContent: rules.shortContent),
      dimension: viewport.height)
  }

  var state: (offset: Double, phase: ScrollPhase) { motion.state(at: now, in: bounds, deceleration: deceleration) }

  /// The current position in the content at the viewport's top.
  public var offset: Double { state.offset }

  /// What moves the content now.
  package var phase: ScrollPhase { state.phase }

  package var screen: ViewportSnapshot {
    ViewportSnapshot(column, transitions, at: now, offset: offset, height: viewport.height)
  }

  /// The offset for a scroll target, limited to the content's range.
  func offset(for target: ScrollTarget) throws(TimelineIssue) -> Double {
    let offsets = bounds.offsets
    switch target.place {
    case .start: return offsets.lowerBound
    case .end: return offsets.upperBound
    case .item(let id, let alignment):
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      let (top, height) = (column.top(at: index), column.itemHeight(at: index))
      let visible = viewport.visible
      let wanted =
        switch alignment {
        case .top: top - visible.lowerBound - target.distance
        case .bottom: top + height - visible.upperBound + target.distance
        case .center: top + height / 2 - (visible.lowerBound + visible.upperBound) / 2
        }
      return Points.snapped(offsets.clamp(wanted))
    }
  }

  /// Advances to a time and handles an event.
  ///
  /// - Throws: `TimelineIssue`; only the time has advanced then.
  public mutating func handle(_ event: TimelineEvent, at time: Double) throws(TimelineIssue) {
    try advance(to: time)
    switch event {
    case .drag(let points): try drag(points)
    case .fling(let velocity):
      try check(velocity)
      motion = .free(FreeScrolling(start: now, offset: offset, velocity: velocity, deceleration: deceleration))
    case .wheel(let distance):
      try check(distance)
      motion = .rest(bounds.offsets.clamp(Points.snapped(offset + distance)))
    case .scrollToTop: try scroll(to: ScrollTarget(.start), isAnimated: true, duration: Self.scrollToTopDuration)
    case .scroll(let target, let isAnimated):
      try check(target.distance)
      try scroll(to: target, isAnimated: isAnimated, duration: Self.scrollDuration)
    case .measured(let id, let height): try measure([(id, height)])
    case .reducedMotion(let isOn): isStill = isOn
    case .expand, .batch, .insets, .refreshing, .refreshed, .resize:
      try watchingEnd(event.kind) { timeline throws(TimelineIssue) in try timeline.change(event) }
    }
    measureAround()
  }

  /// Handles events that change the content or its covered areas.
  private mutating func change(_ event: TimelineEvent) throws(TimelineIssue) {
    switch event {
    case .expand(let id, let height): try expand(id, to: height)
    case .batch(let batch): try apply(batch)
    case .insets(let top, let bottom, let isAnimated):
      try change(
        to: Viewport(height: viewport.height, insetTop: top + refreshHeight, insetBottom: bottom), .insets,
        isAnimated: isAnimated)
    case .refreshing(let height): try refresh(height, .refreshing)
    case .refreshed: try refresh(0, .refreshed)
    case .resize(let viewport, let heights): try resize(to: viewport, heights)
    case .drag, .fling, .wheel, .scrollToTop, .scroll, .measured, .reducedMotion: break
    }
  }

  /// The duration of bars and keyboards appearing and disappearing, in seconds.
  public static let insetDuration = 0.5
  /// The duration of an animated scroll in seconds, whatever the distance.
  public static let scrollDuration = 0.3
  /// Scrolling to the top of a long history takes longer, so that the movement is visible.
  public static let scrollToTopDuration = 0.5

  private mutating func drag(_ points: [TouchPoint]) throws(TimelineIssue) {
    guard let first = points.first, first.time >= 0, points.allSatisfy({ abs($0.y) <= 1e9 && $0.time <= Self.longest }),
      zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time })
    else { throw .drag }
    // The finger stops the current motion and continues from the displayed offset.
    let base = bounds.unbanded(offset) + first.y
    motion = .drag(Drag(start: now, points: points, base: base, lost: nil))
  }

  private mutating func scroll(
    to target: ScrollTarget, isAnimated: Bool, duration: Double
  ) throws(TimelineIssue) {
    let (from, end) = (offset, try offset(for: target))
    if isAnimated {
      _ = scroll(to: end, from: from, .scrollTo, target, duration: duration)
    } else {
      motion = .rest(end)
    }
  }

  private mutating func expand(_ id: ItemID, to height: Double) throws(TimelineIssue) {
    try change(.expand, keeping: id) { timeline throws(TimelineIssue) in
      guard let index = timeline.column.index(of: id) else { throw .noSuchItem(id) }
      let old = timeline.column.itemHeight(at: index)
      try timeline.column.setHeight(of: id, to: height)
      let growth = timeline.column.itemHeight(at: index) - old
      let transition = Transition(subject: .height(id), growth: growth, isAbove: false, start: timeline.now)
      return Edit(transitions: growth == 0 ? [] : [transition])
    }
  }

  private mutating func refresh(_ height: Double, _ kind: EventKind) throws(TimelineIssue) {
    var wanted = viewport
    wanted.insetTop = Points.snapped(wanted.insetTop - refreshHeight + height)
    try wanted.check()
    try change(to: wanted, kind, isAnimated: true)
    refreshHeight = Points.snapped(height)
  }

  /// When bars change, a reader at the very top stays there, and content resting at the end keeps its distance from the
  /// lower bar; otherwise content stays in place on the screen.
  private mutating func change(
    to wanted: Viewport, _ kind: EventKind, isAnimated: Bool
  ) throws(TimelineIssue) {
    try wanted.check()
    let (old, atStart) = (viewport, offset == bounds.offsets.lowerBound)
    let isResting = state.phase != .dragging && state.phase != .bouncing
    var moved = 0.0
    if rules.faults.contains(.insetsNotCompensated) {
      moved = 0
    } else if rules.restingEdge == .bottom {
      moved = wanted.visible.upperBound - old.visible.upperBound
    } else if atStart, isResting {
      moved = wanted.insetTop - old.insetTop
    }
    let isAnimated = isAnimated && !isStill && state.phase == .resting
    try change(kind) { timeline throws(TimelineIssue) in
      timeline.viewport = wanted
      return Edit(moved: isAnimated ? 0 : moved)
    }
    guard isAnimated, moved != 0 else { return }
    let end = bounds.offsets.clamp(Points.snapped(offset - moved))
    _ = scroll(to: end, from: offset, .inset, duration: Self.insetDuration)
  }

  private mutating func resize(to wanted: Viewport, _ heights: [Double]?) throws(TimelineIssue) {
    try wanted.check()
    if let heights, heights.count != column.count { throw .heightCount(heights.count, items: column.count) }
    let old = viewport.visible
    try change(.resize) { timeline throws(TimelineIssue) in
      if let heights {
        var items: [ColumnItem] = []
        for (index, height) in heights.enumerated() {
          items.append(timeline.column.item(at: index))
          items[index].height = height
        }
        let (leading, trailing) = (timeline.column.leading, timeline.column.trailing)
        timeline.column = try Column(items, leading: leading, trailing: trailing)
      }
      timeline.viewport = wanted
      timeline.transitions = []
      let new = wanted.visible
      let isTop = timeline.rules.restingEdge == .top
      return Edit(moved: isTop ? new.lowerBound - old.lowerBound : new.upperBound - old.upperBound)
    }
  }

  private func check(_ amount: Double) throws(TimelineIssue) {
    guard abs(amount) <= 1_000_000 else { throw .amount(amount) }
  }

  /// Advances to a time.
  ///
  /// - Throws: `TimelineIssue.time` if the time is in the past or invalid.
  public mutating func advance(to time: Double) throws(TimelineIssue) {
    guard time >= now, time <= Self.longest else { throw .time(time, after: now) }
    while true {
      let lost = lostShift.flatMap { $0 <= time ? $0 : nil }
      let tick = nextTick(upTo: time)
      guard let next = [lost, tick].compactMap({ $0 }).min() else { break }
      now = next
      if next == lost { loseShift() }
      if next == tick {
        ticks += 1
        measureAround()
      }
    }
    now = time
    // Skip ticks at which nothing could happen.
    ticks = max(ticks, Int(time * 1000))
    if Double(ticks + 1) / 1000 <= time { ticks += 1 }
  }

  /// The frame at a time that is not in the past.
  public mutating func frame(at time: Double) throws(TimelineIssue) -> Frame {
    try advance(to: time)
    return frame
  }

  /// The next whole millisecond at which an unmeasured item may come near.
  private func nextTick(upTo time: Double) -> Double? {
    guard measuring != nil, column.estimates > 0, state.phase != .resting else { return nil }
    let next = Double(ticks + 1) / 1000
    return next <= time ? next : nil
  }

  /// When the finger discards an offset that was set during the drag.
  private var lostShift: Double? {
    guard case .drag(let drag) = motion else { return nil }
    return drag.lost?.until
  }

  private mutating func loseShift() {
    guard case .drag(var drag) = motion, let amount = drag.lost?.amount else { return }
    var shifted = drag
    // The state just before: the finger is at its new position, and the shift still applies.
    shifted.lost = (amount, .infinity)
    motion = .drag(shifted)
    let (anchor, old) = (anchors(of: screen).first, offset)
    drag.lost = nil
    motion = .drag(drag)
    unscrolled += offset - old
    if let anchor { judge(anchor, 0, .drag) }
  }

  // MARK: Measuring

  /// The maximum number of measuring passes at one moment: each may bring other items near.
  static let mostPasses = 1000

  mutating func measureAround() {
    for _ in 0..<Self.mostPasses { guard measureNearby() else { return } }
  }

  /// Measures nearby items with estimated heights; returns false if there are none.
  mutating func measureNearby() -> Bool {
    guard let measuring, column.estimates > 0 else { return false }
    let (offset, visible) = (self.offset, viewport.visible)
    let near = column.items(
      from: offset + visible.lowerBound - measuring.margin, to: offset + visible.upperBound + measuring.margin)
    let heights = near.filter { !$0.isExact }.map { ($0.id, measuring.height($0.id)) }
    guard !heights.isEmpty else { return false }
    return (try? measure(heights)) != nil
  }

  /// Replaces estimates by measured heights.
  mutating func measure(_ heights: [(id: ItemID, height: Double)]) throws(TimelineIssue) {
    for (id, height) in heights {
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      var item = column.item(at: index)
      item.height = height
      try Column.check(item)
    }
    try watchingEnd(.measured) { timeline throws(TimelineIssue) in
      try timeline.change(
        .measured, isCompensated: !timeline.rules.faults.contains(.measuresNotCompensated)
      ) { timeline throws(TimelineIssue) in
        for (id, height) in heights { try timeline.column.setHeight(of: id, to: height) }
        return Edit()
      }
    }
  }
}

// MARK: - Change

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
  package func anchors(of screen: ViewportSnapshot, keeping pivot: ItemID? = nil) -> [FrameAnchor] {
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

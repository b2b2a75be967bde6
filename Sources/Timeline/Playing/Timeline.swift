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

  var motion = Motion.rest(0)
  var transitions: [Transition] = []
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

  var bounds: Bounds {
    Bounds(
      offsets: viewport.offsets(contentHeight: column.height, shortContent: rules.shortContent),
      dimension: viewport.height)
  }

  var state: (offset: Double, phase: ScrollPhase) { motion.state(at: now, in: bounds, deceleration: deceleration) }

  /// The current position in the content at the viewport's top.
  public var offset: Double { state.offset }

  /// What moves the content now.
  package var phase: ScrollPhase { state.phase }

  var screen: ViewportSnapshot {
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

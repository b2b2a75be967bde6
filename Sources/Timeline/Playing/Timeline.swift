/// A column of items in a viewport, through time: what happens to it goes in, frames come out.
///
/// Between two events all that moves is a function of time, so frames may be asked for at any moments; those at the same
/// moment are the same, at 60 frames a second and at 120. What a list does by itself when items come near, measuring
/// them, it does on whole milliseconds.
public struct Timeline: Sendable {
  /// All items with their final heights: what is on its way on the screen is there already.
  public internal(set) var column: Column
  /// With the spinner's place in its upper inset.
  public internal(set) var viewport: Viewport
  /// How it behaves when something changes.
  public let rules: AnchorRules
  /// The moment everything was played up to, in seconds.
  public internal(set) var now = 0.0
  /// Movements of the anchor that nothing explains, in the order of their times: none in a list that keeps still.
  public internal(set) var jumps: [Jump] = []
  /// Each time the last item was pushed out of what a reader at the end sees, in the order of their times.
  public internal(set) var pushedEnds: [PushedEnd] = []

  var motion = Motion.rest(0)
  var transitions: [Transition] = []
  /// What the offset has changed by that nobody scrolled.
  var unscrolled = 0.0
  /// The anchor of the last change, kept while it is on its way.
  var held: (anchor: FrameAnchor, until: Double)?
  var refreshHeight = 0.0
  var isStill = false
  var ticks = 0
  let measuring: Measuring?
  let deceleration: Deceleration

  /// How estimates are replaced when items come near.
  public struct Measuring: Sendable {
    /// How far from the visible area an item is measured, in points.
    public let margin: Double
    /// An item's real height.
    public let height: @Sendable (ItemID) -> Double

    public init(margin: Double, height: @escaping @Sendable (ItemID) -> Double) {
      self.margin = margin
      self.height = height
    }
  }

  /// The longest that can be played, in seconds: 115 days.
  public static let longest = 10_000_000.0

  /// - Parameters:
  ///   - opening: what is shown first; nil for the resting edge.
  ///   - measuring: nil where estimates stay until an event replaces them.
  /// - Throws: `TimelineIssue`, when the viewport shows nothing or the item to open at is not there.
  public init(
    _ column: Column, viewport: Viewport, rules: AnchorRules, opening: ScrollTarget? = nil,
    measuring: Measuring? = nil, deceleration: Deceleration = .normal
  ) throws(TimelineIssue) {
    try viewport.check()
    (self.column, self.viewport, self.rules) = (column, viewport, rules)
    (self.measuring, self.deceleration) = (measuring, deceleration)
    let opening = opening ?? ScrollTarget(rules.restingEdge == .top ? .start : .end)
    motion = .rest(try offset(for: opening))
    guard !rules.faults.contains(.measuresNotCompensated) else { return }
    // Nothing has been seen yet: what is measured now moves nothing.
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

  /// The place of the content at the viewport's top now.
  public var offset: Double { state.offset }

  /// What moves the content now.
  package var phase: ScrollPhase { state.phase }

  var screen: Screen { Screen(column, transitions, at: now, offset: offset, height: viewport.height) }

  /// The offset that shows a place as asked, as far as the content reaches.
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

  /// Plays up to a time and lets something happen then.
  ///
  /// - Throws: `TimelineIssue`; but for the time that has passed, nothing has changed then.
  public mutating func handle(_ event: Event, at time: Double) throws(TimelineIssue) {
    try advance(to: time)
    switch event {
    case .drag(let points): try drag(points)
    case .fling(let velocity):
      try check(velocity)
      motion = .free(FreeScroll(start: now, offset: offset, velocity: velocity, deceleration: deceleration))
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

  /// What changes the content or what covers it.
  private mutating func change(_ event: Event) throws(TimelineIssue) {
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

  /// Seconds that bars and keyboards take to come and go.
  public static let insetDuration = 0.5
  /// Seconds that an animated scrolling to a place takes, whatever the distance.
  public static let scrollDuration = 0.3
  /// The way back to the top of a long history takes longer, so that one sees it pass.
  public static let scrollToTopDuration = 0.5

  private mutating func drag(_ points: [TouchPoint]) throws(TimelineIssue) {
    guard let first = points.first, first.time >= 0, points.allSatisfy({ abs($0.y) <= 1e9 && $0.time <= Self.longest }),
      zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time })
    else { throw .drag }
    // The finger stops what moves, and pulls on from what it shows.
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

  /// Where the bars are elsewhere, a reader at the very top stays there, and what rests at the end keeps its distance from
  /// the lower bar; all else stays on the screen.
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

  /// Plays up to a time.
  ///
  /// - Throws: `TimelineIssue.time` for one that has passed, or is none.
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
    // Ticks at which nothing could happen are passed.
    ticks = max(ticks, Int(time * 1000))
    if Double(ticks + 1) / 1000 <= time { ticks += 1 }
  }

  /// The frame at a time that has not passed.
  public mutating func frame(at time: Double) throws(TimelineIssue) -> Frame {
    try advance(to: time)
    return frame
  }

  /// The next whole millisecond at which something may come near that wasn't measured.
  private func nextTick(upTo time: Double) -> Double? {
    guard measuring != nil, column.estimates > 0, state.phase != .resting else { return nil }
    let next = Double(ticks + 1) / 1000
    return next <= time ? next : nil
  }

  /// When a finger takes back what was set under it.
  private var lostShift: Double? {
    guard case .drag(let drag) = motion else { return nil }
    return drag.lost?.until
  }

  private mutating func loseShift() {
    guard case .drag(var drag) = motion, let amount = drag.lost?.amount else { return }
    var shifted = drag
    // The moment before: the finger is where it will be, and the shift is still there.
    shifted.lost = (amount, .infinity)
    motion = .drag(shifted)
    let (anchor, old) = (anchors(of: screen).first, offset)
    drag.lost = nil
    motion = .drag(drag)
    unscrolled += offset - old
    if let anchor { judge(anchor, 0, .drag) }
  }

  // MARK: Measuring

  /// More often in a row nothing is measured, at one moment: each time may bring others near.
  static let mostPasses = 1000

  mutating func measureAround() {
    for _ in 0..<Self.mostPasses { guard measureNearby() else { return } }
  }

  /// Measures what is near and only estimated; false where there is nothing.
  mutating func measureNearby() -> Bool {
    guard let measuring, column.estimates > 0 else { return false }
    let (offset, visible) = (self.offset, viewport.visible)
    let near = column.items(
      from: offset + visible.lowerBound - measuring.margin, to: offset + visible.upperBound + measuring.margin)
    let heights = near.filter { !$0.isExact }.map { ($0.id, measuring.height($0.id)) }
    guard !heights.isEmpty else { return false }
    return (try? measure(heights)) != nil
  }

  /// Puts measured heights in the place of estimates.
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

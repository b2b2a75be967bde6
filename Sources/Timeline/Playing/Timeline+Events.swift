extension Timeline {
  /// Plays up to a time and lets something happen then.
  ///
  /// - Throws: `TimelineIssue`; but for the time that has passed, nothing has changed then.
  package mutating func handle(_ event: Event, at time: Double) throws(TimelineIssue) {
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
    case .expand(let id, let height): try expand(id, to: height)
    case .batch(let batch): try apply(batch)
    case .measured(let id, let height): try measure([(id, height)])
    case .insets(let top, let bottom, let isAnimated):
      try change(
        to: Viewport(height: viewport.height, insetTop: top + refreshHeight, insetBottom: bottom), .insets,
        isAnimated: isAnimated)
    case .refreshing(let height): try refresh(height, .refreshing)
    case .refreshed: try refresh(0, .refreshed)
    case .resize(let viewport, let heights): try resize(to: viewport, heights)
    case .reducedMotion(let isOn): isStill = isOn
    }
    measureAround()
  }

  /// Seconds that bars and keyboards take to come and go.
  package static let insetDuration = Transition.duration
  /// Seconds that an animated scrolling to a place takes, whatever the distance.
  package static let scrollDuration = 0.3
  /// The way back to the top of a long history takes longer, so that one sees it pass.
  package static let scrollToTopDuration = 0.5

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
    if rules.restingEdge == .bottom {
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
    _ = scroll(to: end, from: offset, .inset)
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
}

extension Timeline {
  /// Plays up to a time.
  ///
  /// - Throws: `TimelineIssue.time` for one that has passed, or is none.
  package mutating func advance(to time: Double) throws(TimelineIssue) {
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
  package mutating func frame(at time: Double) throws(TimelineIssue) -> Frame {
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
    try change(.measured, isCompensated: !rules.faults.contains(.measuresNotCompensated)) {
      timeline throws(TimelineIssue) in
      for (id, height) in heights { try timeline.column.setHeight(of: id, to: height) }
      return Edit()
    }
  }
}

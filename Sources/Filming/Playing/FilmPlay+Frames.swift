import Timeline

extension FilmPlay {
  mutating func frame() -> FilmFrame {
    let (frame, time) = (timeline.frame, timeline.now)
    let items = frame.items.map { item -> FilmFrame.Item in
      let showing: FilmFrame.Showing =
        (revealing[item.id].map { time < $0 } ?? false)
        ? .revealing : expanded.contains(item.id) ? .expanded : .collapsed
      return FilmFrame.Item(
        item: item, showing: showing,
        isWaiting: link.map { feed.post(item.id).bytes > 0 && !$0.isThere(item.id, at: time) } ?? false)
    }
    let jump = timeline.jumps.dropFirst(reportedJumps).reduce(0) { $0 + $1.distance }
    let waiting = items.filter(\.isWaiting).reduce(0) { $0 + feed.post($1.item.id).photos }
    return FilmFrame(
      frame: frame, items: items, finger: finger(at: time), spinner: spinner(frame, at: time),
      footer: footer(frame, at: time), keyboard: keyboardHeight(at: time), jump: jump, placeholders: waiting)
  }

  /// Comes and goes as the list moves with it.
  func keyboardHeight(at time: Double) -> Double {
    guard let keyboard else { return 0 }
    let progress = TimingCurve.easeInOut.value(at: (time - keyboard.start) / Timeline.insetDuration)
    return keyboard.from + (keyboard.to - keyboard.from) * progress
  }

  mutating func finger(at time: Double) -> Double? {
    if let touch, let last = touch.points.last {
      if time <= touch.start + last.time { return FilmTouch.place(of: touch.points, at: time - touch.start) }
      self.touch = nil
    }
    guard let tap, time <= tap.until else { return nil }
    return tap.y
  }

  /// Twelfths of a turn, one turn a second.
  func turn(_ seconds: Double) -> Int { Int(seconds * 12 + 1e-9) % 12 }

  func spinner(_ frame: Frame, at time: Double) -> (y: Double, alpha: Double, turn: Int)? {
    let top = timeline.column.count > 0 ? self.top(of: 0, frame) : -frame.offset
    guard let top else { return nil }
    if let refreshing { return (top - Self.spinnerHeight / 2, 1, turn(time - refreshing)) }
    // A pull shows it before it turns, where somebody is going to refresh.
    guard frame.overscroll < 0, script[next...].contains(where: \.isRefresh) else { return nil }
    return (top - Self.spinnerHeight / 2, min(1, -frame.overscroll / Self.spinnerHeight), 0)
  }

  func footer(_ frame: Frame, at time: Double) -> (y: Double, turn: Int?)? {
    guard screen.footer > 0 else { return nil }
    let count = timeline.column.count
    let y = count > 0 ? bottom(of: count - 1, frame) : -frame.offset
    guard let y, y < Double(screen.height) else { return nil }
    return (y, later.isEmpty ? nil : turn(time))
  }

  func top(of index: Int, _ frame: Frame) -> Double? {
    let id = timeline.column.id(at: index)
    return frame.items.first { $0.id == id && !$0.isLeaving }?.top
  }

  func bottom(of index: Int, _ frame: Frame) -> Double? {
    let id = timeline.column.id(at: index)
    if let item = frame.items.first(where: { $0.id == id && !$0.isLeaving }) { return item.bottom }
    // Above the screen, or so far below that nothing of what stands under it is seen.
    return timeline.column.bottom(at: index) - frame.offset
  }
}

extension FilmEvent {
  fileprivate var isRefresh: Bool { if case .refresh = action { true } else { false } }
}

extension FilmTouch {
  /// On straight lines between the points.
  static func place(of points: [TouchPoint], at time: Double) -> Double? {
    guard let next = points.firstIndex(where: { $0.time >= time }) else { return points.last?.y }
    guard next > 0 else { return points[next].y }
    let (from, to) = (points[next - 1], points[next])
    return from.y + (to.y - from.y) * (time - from.time) / (to.time - from.time)
  }
}

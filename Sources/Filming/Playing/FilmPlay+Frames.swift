import Timeline

extension FilmPlay {
  mutating func frame() -> FilmFrame {
    let (frame, time) = (timeline.frame, timeline.now)
    let ends = ends(of: frame)
    let items = frame.items.map { item -> FilmFrame.Item in
      let showing: FilmFrame.CardVersion =
        (revealing[item.id].map { time < $0 } ?? false)
        ? .revealing : expanded.contains(item.id) ? .expanded : .collapsed
      return FilmFrame.Item(
        item: item, showing: showing,
        isWaiting: link.map { feed.post(item.id).bytes > 0 && !$0.isThere(item.id, at: time) } ?? false,
        isEnd: ends.contains(item.id))
    }
    let jump = timeline.jumps.dropFirst(reportedJumps).reduce(0) { $0 + $1.distance }
    let waiting = items.filter(\.isWaiting).reduce(0) { $0 + feed.post($1.item.id).photos }
    return FilmFrame(
      frame: frame, items: items, finger: finger(at: time), spinner: spinner(frame, at: time),
      footer: footer(frame, at: time), keyboard: keyboardHeight(at: time), composer: composer(at: time),
      day: day(of: frame, at: time), jump: jump, placeholders: waiting)
  }

  /// Returns the last existing message; while it is appearing, the one above too.
  private func ends(of frame: Frame) -> Set<ItemID> {
    let count = timeline.column.count
    guard feed.isChat, count > 0 else { return [] }
    let last = timeline.column.id(at: count - 1)
    let shown = frame.items.filter { !$0.isLeaving }
    let whole = shown.last?.id == last ? shown.last { $0.alpha == 1 } : nil
    return Set([last, whole?.id].compactMap { $0 }.filter { feed.place(of: $0) < feed.posts.count - 1 })
  }

  /// Returns the current height of the keyboard, animated together with the list.
  func keyboardHeight(at time: Double) -> Double {
    guard let keyboard else { return 0 }
    let progress = Spring.keyboard.progress(after: time - keyboard.start, of: Timeline.insetDuration)
    return keyboard.from + (keyboard.to - keyboard.from) * progress
  }

  /// Returns the message composer, which is on top of the keyboard.
  func composer(at time: Double) -> (y: Double, draft: String)? {
    guard !screen.composers.isEmpty else { return nil }
    return (Double(screen.height) - keyboardHeight(at: time) - screen.composer(draft), draft)
  }

  /// The seconds that a pinned day stays after scrolling stops, and the seconds of its fade: as in Telegram Desktop.
  static let (dayStays, dayFades) = (1.0, 0.2)

  /// Returns the pinned day during scrolling. If its regular position is partly visible, it is drawn there in full.
  func day(of frame: Frame, at time: Double) -> FilmFrame.Day? {
    guard feed.hasDays, let (item, y) = heading(frame) else { return nil }
    let own = frame.items.first { $0.id == item && !$0.isLeaving && $0.bottom > timeline.viewport.insetTop }
    if let own { return own.y < y ? FilmFrame.Day(item: item, y: y, alpha: 1) : nil }
    guard let scrolling else { return nil }
    let (since, after) = (time - scrolling.start, time - scrolling.end - Self.dayStays)
    let alpha = min(since / Self.dayFades, 1 - after / Self.dayFades, 1)
    return alpha > 0 ? FilmFrame.Day(item: item, y: y, alpha: alpha) : nil
  }

  /// Returns the header of the visible content and its pinned position: one in the list, or one that will load with
  /// older messages.
  private func heading(_ frame: Frame) -> (item: ItemID, y: Double)? {
    if let pinned = frame.pinned { return (pinned.id, pinned.y) }
    let edge = timeline.viewport.insetTop
    let shown = frame.items.filter { !$0.isLeaving && $0.bottom > edge }
    guard let first = shown.first else { return nil }
    let place = feed.place(of: first.id)
    guard let day = feed.posts[..<(place + (feed.posts[place].isDay ? 0 : 1))].lastIndex(where: \.isDay) else {
      return nil
    }
    let next = shown.first { feed.post($0.id).isDay }
    let push = next.map { min(0, $0.y - edge - feed.posts[day].height) } ?? 0
    return (ItemID(first.id.number - Int32(clamping: place - day)), edge + push)
  }

  mutating func finger(at time: Double) -> Double? {
    if let touch, let last = touch.points.last {
      if time <= touch.start + last.time { return TouchPaths.place(of: touch.points, at: time - touch.start) }
      self.touch = nil
    }
    guard let tap, time <= tap.until else { return nil }
    return tap.y
  }

  /// Returns the rotation in twelfths, at one turn a second.
  func turn(_ seconds: Double) -> Int { Int(seconds * 12 + 1e-9) % 12 }

  func spinner(_ frame: Frame, at time: Double) -> (y: Double, alpha: Double, turn: Int)? {
    let top = timeline.column.count > 0 ? self.top(of: 0, frame) : -frame.offset
    guard let top else { return nil }
    if let refreshing { return (top - Self.spinnerHeight / 2, 1, turn(time - refreshing)) }
    // Pulling shows the spinner before it turns, if a refresh follows.
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
    // Above the screen, or so far below that the footer is invisible.
    return timeline.column.bottom(at: index) - frame.offset
  }
}

extension FilmEvent {
  fileprivate var isRefresh: Bool { if case .refresh = action { true } else { false } }
}

extension TouchPaths {
  /// Interpolates linearly between the points.
  static func place(of points: [TouchPoint], at time: Double) -> Double? {
    guard let next = points.firstIndex(where: { $0.time >= time }) else { return points.last?.y }
    guard next > 0 else { return points[next].y }
    let (from, to) = (points[next - 1], points[next])
    return from.y + (to.y - from.y) * (time - from.time) / (to.time - from.time)
  }
}

extension ScrollPhase {
  /// Whether the reader moves the content, rather than the list itself.
  var isByReader: Bool {
    switch self {
    case .dragging, .decelerating, .bouncing, .animating(.scrollTo): true
    case .resting, .animating(.follow), .animating(.settle), .animating(.inset): false
    }
  }
}

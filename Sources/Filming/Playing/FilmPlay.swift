import Diagnostics
import Timeline

/// Plays a script on a screen: executes its events, delivers pages and photos, and yields the state of each frame.
///
/// The checks of the list (whether to request the next page or photos) run a hundred times a second, independent of the
/// frame rate, so that the same moment is the same at every rate.
package struct FilmPlay: Sendable {
  let feed: FilmFeed
  let screen: FilmScreen
  let setting: FilmSetting
  let duration: Double
  let script: [FilmEvent]

  var timeline: Timeline
  var expanded: Set<ItemID> = []
  var revealing: [ItemID: Double] = [:]
  var link: FilmLink?
  /// Items that haven't arrived: from the newest, and up to the oldest. In a conversation, the newest are last.
  var arriving: Range<Int32>
  var later: Range<Int32>
  var pending: [(time: Double, order: Int, happening: PendingLoad)] = []
  var orders = 0
  var next = 0
  var looks = 0
  var isLoading = false
  /// The time when the spinner above the feed started.
  var refreshing: Double?
  var touch: (start: Double, points: [TouchPoint])?
  var tap: (until: Double, y: Double)?
  /// The animation of the keyboard: its start time, and the heights in points.
  var keyboard: (start: Double, from: Double, to: Double)?
  /// The heights covered by further bars and keyboards.
  var covered = (top: 0.0, bottom: 0.0)
  /// The draft that hasn't been sent.
  var draft: String
  /// The last known period of scrolling by the reader.
  var scrolling: (start: Double, end: Double)?
  var reportedJumps = 0
  package internal(set) var happenings: [FilmRecord.RecordedEvent] = []

  /// The place of the current event, for errors.
  var playing: Place?

  enum PendingLoad { case refreshed, page }

  /// The height of the space above the feed during a refresh, in points.
  static let spinnerHeight = 56.0
  static let looksPerSecond = 100.0

  package init(_ script: FilmScript, feed: FilmFeed, screen: FilmScreen) throws(FilmIssue) {
    (self.feed, self.screen, setting) = (feed, screen, script.setting)
    (self.script, duration) = (script.events, script.length)
    let setting = script.setting
    let length = min(setting.length ?? feed.posts.count, FilmSetting.longest)
    let arriving = min(setting.arriving, max(0, length - 1))
    let shown = min(setting.posts ?? length, length - arriving)
    let first = feed.isChat ? length - arriving - shown : arriving
    if feed.isChat {
      self.arriving = Int32(first + shown)..<Int32(length)
      later = 0..<Int32(first)
    } else {
      self.arriving = 0..<Int32(arriving)
      later = Int32(arriving + shown)..<Int32(length)
    }
    link = setting.link.map(FilmLink.init)
    draft = setting.draft
    var rules = feed.isChat ? AnchorRules.chat : AnchorRules.feed
    rules.faults = setting.faults
    let target = try Self.target(of: setting.opening, feed, length: length)
    do throws(TimelineIssue) {
      let items = (first..<(first + shown)).map { Self.item(Int32($0), feed, screen, setting) }
      let column = try Column(items, trailing: screen.footer + screen.foot)
      let measuring = setting.estimate.map { estimate in
        Timeline.MeasurementPolicy(margin: estimate.margin) { feed.post($0).height }
      }
      let viewport = Viewport(
        height: Double(screen.height), insetTop: screen.bar, insetBottom: screen.composer(setting.draft))
      timeline = try Timeline(
        column, viewport: viewport, rules: rules,
        opening: target, measuring: measuring)
    } catch {
      if case .noSuchItem = error, case .post(let name, _) = setting.opening { throw .notThere(name, time: 0) }
      throw .unplayable(error.description)
    }
  }

  static func target(
    of opening: FilmSetting.Opening, _ feed: FilmFeed, length: Int
  ) throws(FilmIssue) -> ScrollTarget {
    switch opening {
    case .start: return ScrollTarget(.start)
    case .end: return ScrollTarget(.end)
    case .post(let name, let distance):
      return ScrollTarget(.item(try feed.item(named: name, length: length), .top), distance: distance)
    }
  }

  static func item(
    _ number: Int32, _ feed: FilmFeed, _ screen: FilmScreen, _ setting: FilmSetting
  ) -> ColumnItem {
    let id = ItemID(number)
    let post = feed.post(id)
    return ColumnItem(
      id, height: setting.estimate?.height ?? post.height, gap: screen.gap, isExact: setting.estimate == nil,
      canAnchor: !post.isDay, isPinned: post.isDay)
  }

  func item(_ number: Int32) -> ColumnItem { Self.item(number, feed, screen, setting) }

  var length: Int { Int(max(later.upperBound, arriving.upperBound)) }

  /// - Throws: `Diagnostic` if an event names a missing post.
  func checkNames() throws(Diagnostic) {
    if !feed.isChat, !setting.draft.isEmpty { throw Diagnostic(FilmIssue.draftOfFeed) }
    for event in script {
      if !feed.isChat, case .draft = event.action { throw Diagnostic(FilmIssue.draftOfFeed, at: event.place) }
      do throws(FilmIssue) {
        for name in event.action.posts { _ = try feed.item(named: name, length: length) }
      } catch {
        throw Diagnostic(error, at: event.place)
      }
    }
  }

  // MARK: Playing

  /// Yields the frames in order, the first at 0 s. Events at a frame's time are included in that frame.
  ///
  /// - Parameter rate: Frames a second.
  /// - Throws: `FilmIssue`, and the errors of `each`.
  package mutating func play(rate: Int, each: (FilmFrame, [Jump]) throws -> Void) throws {
    var number = 0
    while true {
      // Computed by division, so that a moment has the same number at every rate that includes it.
      let time = Double(number) / Double(max(rate, 1))
      guard time <= duration else { return }
      try advance(to: time)
      try each(frame(), timeline.jumps)
      reportedJumps = timeline.jumps.count
      number += 1
    }
  }

  mutating func advance(to time: Double) throws(FilmIssue) {
    while true {
      let scripted = next < script.count ? script[next].time : .infinity
      let pendingTime = pending.first?.time ?? .infinity
      let look = looksAround ? Double(looks) / Self.looksPerSecond : .infinity
      let soonest = min(scripted, pendingTime, look)
      guard soonest <= time else { break }
      if soonest == scripted {
        playing = script[next].place
        next += 1
        try handle(script[next - 1])
        playing = nil
      } else if soonest == pendingTime {
        try handle(pending.removeFirst().happening, at: soonest)
      } else {
        looks += 1
        try lookAround(at: soonest)
      }
    }
    try timelineDo { timeline throws(TimelineIssue) in try timeline.advance(to: time) }
  }

  /// - Parameter post: The post that an error refers to.
  mutating func timelineDo(
    _ time: Double? = nil, about post: String? = nil, _ body: (inout Timeline) throws(TimelineIssue) -> Void
  ) throws(FilmIssue) {
    do throws(TimelineIssue) {
      try body(&timeline)
    } catch {
      if case .noSuchItem = error, let post { throw .notThere(post, time: time ?? timeline.now) }
      throw .unplayable("at \(FilmNumber.seconds(time ?? timeline.now)) s: \(error.description)")
    }
  }

  mutating func wait(_ happening: PendingLoad, until time: Double) {
    orders += 1
    pending.append((time, orders, happening))
    pending.sort { ($0.time, $0.order) < ($1.time, $1.order) }
  }

  mutating func note(_ text: String, at time: Double) {
    happenings.append(FilmRecord.RecordedEvent(time: time, text: text))
  }

  // MARK: Paging and photos

  var looksAround: Bool { setting.paging != nil || link != nil || feed.hasDays }

  mutating func lookAround(at time: Double) throws(FilmIssue) {
    try timelineDo(time) { timeline throws(TimelineIssue) in try timeline.advance(to: time) }
    if feed.hasDays, timeline.phase.isByReader {
      let isShown = scrolling.map { time < $0.end + Self.dayStays + Self.dayFades } ?? false
      scrolling = (isShown ? scrolling?.start ?? time : time, time)
    }
    let offset = timeline.offset
    if let paging = setting.paging, !isLoading, !later.isEmpty {
      let left = feed.isChat ? offset : timeline.column.height - screen.footer - offset - Double(screen.height)
      if left <= paging.within {
        note("next page requested", at: time)
        load(after: paging.latency, at: time)
      }
    }
    if link != nil {
      // Visible content first, then the content below, up to one screen height.
      let end = offset + Double(screen.height)
      let near = timeline.column.items(from: offset, to: end + Double(screen.height))
      link?.look(
        at: near.map { ($0.id, feed.post($0.id).bytes, $0.top < end) }, until: Double(looks) / Self.looksPerSecond)
    }
  }
}

// MARK: - Events

extension FilmPlay {
  mutating func handle(_ event: FilmEvent) throws(FilmIssue) {
    let time = event.time
    note(event.action.inWords, at: time)
    switch event.action {
    case .drag(let points):
      touch = (time, points)
      try happen(.drag(points), at: time)
    case .fling(let velocity): try happen(.fling(velocity: velocity), at: time)
    case .wheel(let distance): try happen(.wheel(distance), at: time)
    case .tap(let name): try tap(name, at: time)
    case .tapStatusBar:
      tap = (time + Self.tapDuration, 10)
      try happen(.scrollToTop, at: time)
    case .scroll(let name, let alignment, let isAnimated):
      let item = try feed.item(named: name, length: length)
      try happen(.scroll(ScrollTarget(.item(item, alignment)), isAnimated: isAnimated), at: time, about: name)
    case .refresh(let latency):
      refreshing = time
      try happen(.refreshing(height: Self.spinnerHeight), at: time)
      wait(.refreshed, until: time + latency)
    case .arrive(let count, let edge):
      try edge == (feed.isChat ? .bottom : .top) ? arrive(count, at: time) : append(count, at: time)
    case .edit(let name): try change(name, at: time, isByReader: false)
    case .loadMore(let latency): load(after: latency, at: time)
    case .delete(let name):
      let item = try feed.item(named: name, length: length)
      try happen(.batch(Batch([.delete([item])])), at: time, about: name)
    case .bars(let top, let bottom, let isAnimated):
      let from = isAnimated ? keyboardHeight(at: time) : bottom
      keyboard = (time, from, bottom)
      covered = (top, bottom)
      try cover(isAnimated: isAnimated, at: time)
    case .draft(let text):
      draft = text
      // The list moves along as the composer grows.
      try cover(isAnimated: false, at: time)
    case .reducedMotion(let isOn): try happen(.reducedMotion(isOn), at: time)
    }
  }

  private mutating func cover(isAnimated: Bool, at time: Double) throws(FilmIssue) {
    let (top, bottom) = (screen.bar + covered.top, screen.composer(draft) + covered.bottom)
    try happen(.insets(top: top, bottom: bottom, isAnimated: isAnimated), at: time)
  }

  mutating func happen(_ event: TimelineEvent, at time: Double, about post: String? = nil) throws(FilmIssue) {
    try timelineDo(time, about: post) { timeline throws(TimelineIssue) in try timeline.handle(event, at: time) }
  }

  static let tapDuration = 0.15

  mutating func tap(_ name: String, at time: Double) throws(FilmIssue) {
    let item = try feed.item(named: name, length: length)
    let post = feed.post(item)
    guard post.collapsed != nil else { throw .nothingToExpand(name) }
    try timelineDo(time) { timeline throws(TimelineIssue) in try timeline.advance(to: time) }
    if let shown = timeline.frame.items.first(where: { $0.id == item }) {
      tap = (time + Self.tapDuration, shown.y + post.tapPlace)
    }
    try change(name, at: time)
  }

  /// Switches an item to its other state: a text that the reader expands keeps its top in place, a text that its author
  /// edits keeps the list's anchor.
  private mutating func change(_ name: String, at time: Double, isByReader: Bool = true) throws(FilmIssue) {
    let item = try feed.item(named: name, length: length)
    let post = feed.post(item)
    guard let collapsed = post.collapsed else { throw .nothingToExpand(name) }
    let isExpanded = expanded.contains(item)
    let height = isExpanded ? collapsed : post.expanded
    let event: TimelineEvent =
      isByReader ? .expand(item, height: height) : .batch(Batch([.reload(item, height: height)]))
    try happen(event, at: time, about: name)
    if isExpanded { expanded.remove(item) } else { expanded.insert(item) }
    revealing[item] = time + Self.revealDuration
  }

  /// The duration of expanding a text in seconds.
  static let revealDuration = 0.25

  mutating func handle(_ happening: PendingLoad, at time: Double) throws(FilmIssue) {
    switch happening {
    case .refreshed:
      try arrive(arriving.count, at: time)
      refreshing = nil
      try happen(.refreshed, at: time)
    case .page:
      isLoading = false
      try append(setting.paging?.size ?? later.count, at: time)
    }
  }

  /// Adds the newest items at the top, nearest to the existing ones first; in a conversation at the end.
  mutating func arrive(_ count: Int, at time: Double) throws(FilmIssue) {
    let new: Range<Int32>
    if feed.isChat {
      new = arriving.prefix(count).startIndex..<arriving.prefix(count).endIndex
      arriving = new.upperBound..<arriving.upperBound
    } else {
      new = max(arriving.lowerBound, arriving.upperBound - Int32(clamping: count))..<arriving.upperBound
      arriving = arriving.lowerBound..<new.lowerBound
    }
    note(new.isEmpty ? "nothing new" : "\(new.count) new \(noun(new.count))", at: time)
    guard !new.isEmpty else { return }
    try happen(.batch(feed.isChat ? .append(new.map(item)) : .refresh(new.map(item))), at: time)
  }

  /// Adds older items at the other end.
  mutating func append(_ count: Int, at time: Double) throws(FilmIssue) {
    let new = feed.isChat ? later.suffix(count) : later.prefix(count)
    guard let first = new.first, let last = new.last else { return }
    note("\(new.count) more \(noun(new.count))", at: time)
    later = feed.isChat ? later.lowerBound..<first : (last + 1)..<later.upperBound
    try happen(.batch(.loadMore(new.map(item), at: feed.isChat ? .top : .bottom)), at: time)
  }

  private func noun(_ count: Int) -> String {
    let noun = feed.isChat ? "message" : "post"
    return count == 1 ? noun : noun + "s"
  }

  mutating func load(after latency: Double, at time: Double) {
    isLoading = true
    wait(.page, until: time + latency)
  }
}

// MARK: - Frames

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

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

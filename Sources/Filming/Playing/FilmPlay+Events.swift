import Timeline

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

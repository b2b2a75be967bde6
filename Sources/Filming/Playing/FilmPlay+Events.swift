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
    case .arrive(let count, .top): try arrive(count, at: time)
    case .arrive(let count, .bottom): try append(count, at: time)
    case .loadMore(let latency): load(after: latency, at: time)
    case .delete(let name):
      let item = try feed.item(named: name, length: length)
      try happen(.batch(Batch([.delete([item])])), at: time, about: name)
    case .bars(let top, let bottom, let isAnimated):
      try happen(.insets(top: screen.bar + top, bottom: bottom, isAnimated: isAnimated), at: time)
    case .reducedMotion(let isOn): try happen(.reducedMotion(isOn), at: time)
    }
  }

  mutating func happen(_ event: Event, at time: Double, about post: String? = nil) throws(FilmIssue) {
    try timelineDo(time, about: post) { timeline throws(TimelineIssue) in try timeline.handle(event, at: time) }
  }

  static let tapDuration = 0.15

  mutating func tap(_ name: String, at time: Double) throws(FilmIssue) {
    let item = try feed.item(named: name, length: length)
    let post = feed.post(item)
    guard let collapsed = post.collapsed else { throw .nothingToExpand(name) }
    let isExpanded = expanded.contains(item)
    try timelineDo(time) { timeline throws(TimelineIssue) in try timeline.advance(to: time) }
    if let shown = timeline.frame.items.first(where: { $0.id == item }) {
      tap = (time + Self.tapDuration, shown.y + post.tapPlace)
    }
    try happen(.expand(item, height: isExpanded ? collapsed : post.expanded), at: time, about: name)
    if isExpanded { expanded.remove(item) } else { expanded.insert(item) }
    revealing[item] = time + Self.revealDuration
  }

  /// Seconds that a text takes to open.
  static let revealDuration = 0.25

  mutating func handle(_ happening: Pending, at time: Double) throws(FilmIssue) {
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

  /// The newest come at the top, those nearest to what is there first.
  mutating func arrive(_ count: Int, at time: Double) throws(FilmIssue) {
    let from = max(arriving.lowerBound, arriving.upperBound - Int32(clamping: count))
    let new = from..<arriving.upperBound
    arriving = arriving.lowerBound..<from
    note(new.isEmpty ? "nothing new" : "\(new.count) new \(new.count == 1 ? "post" : "posts")", at: time)
    guard !new.isEmpty else { return }
    try happen(.batch(.refresh(new.map(item))), at: time)
  }

  mutating func append(_ count: Int, at time: Double) throws(FilmIssue) {
    let new = later.prefix(count)
    guard let last = new.last else { return }
    note("\(new.count) more \(new.count == 1 ? "post" : "posts")", at: time)
    later = (last + 1)..<later.upperBound
    try happen(.batch(.loadMore(new.map(item), at: .bottom)), at: time)
  }

  mutating func load(after latency: Double, at time: Double) {
    isLoading = true
    wait(.page, until: time + latency)
  }
}

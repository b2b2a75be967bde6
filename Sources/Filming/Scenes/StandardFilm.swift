import Prefetching
import Timeline

/// The standard tests of feeds and conversations, as films that can be played in any of them.
package enum StandardFilm: String, CaseIterable, Sendable {
  case expand, refresh
  case loadMore = "load-more"
  case fling
  case scrollToTop = "scroll-to-top"
  case badNetwork = "bad-network"
  // For conversations
  case arrival
  case arrivalAbove = "arrival-above"
  case older, keyboard, edit, delete, burst

  package static let ofFeeds: [StandardFilm] = [.expand, .refresh, .loadMore, .fling, .scrollToTop, .badNetwork]
  package static let ofChats: [StandardFilm] = [.arrival, .arrivalAbove, .older, .keyboard, .edit, .delete, .burst]

  /// - Parameter post: The post for the scene `expand`; nil for the first one whose text is cut.
  /// - Throws: `FilmIssue` if the feed lacks the content for the scene.
  package func script(for feed: FilmFeed, on screen: FilmScreen, post: String? = nil) throws(FilmIssue) -> FilmScript {
    guard feed.isChat == Self.ofChats.contains(self) else {
      let own = feed.isChat ? Self.ofChats : Self.ofFeeds
      throw .otherKind(rawValue, isOfChats: !feed.isChat, scenes: own.map(\.rawValue))
    }
    var script = FilmScript(name: rawValue)
    switch self {
    case .expand: try expand(feed, screen, post, &script)
    case .refresh: refresh(feed, screen, &script)
    case .loadMore: loadMore(feed, screen, &script)
    case .fling: fling(feed, screen, &script)
    case .scrollToTop: scrollToTop(feed, screen, &script)
    case .badNetwork: badNetwork(feed, screen, &script)
    default: try chat(feed, screen, &script)
    }
    return script
  }

  /// A text is expanded, scrolled with a finger, and collapsed again.
  private func expand(
    _ feed: FilmFeed, _ screen: FilmScreen, _ post: String?, _ script: inout FilmScript
  ) throws(FilmIssue) {
    let long = feed.posts.filter { $0.collapsed != nil }
    let name = post.map { FilmFeed.parts(ofItemNamed: $0).post }
    if let name, !long.contains(where: { $0.id == name }) {
      guard feed.posts.contains(where: { $0.id == name }) else { throw .noPost(name, known: feed.posts.map(\.id)) }
      throw .nothingToExpand(name)
    }
    guard let post = post ?? long.first?.id else { throw .nothingToExpandAnywhere }
    // A screen's worth of cards below it.
    script.setting.length = max(feed.posts.count, 8) + (post.contains("#") ? feed.posts.count * 8 : 0)
    script.setting.opening = .post(post, distance: 24)
    let height = Double(screen.height)
    let finger = TouchPaths.way(from: height * 0.72, to: height * 0.58, during: 0.5, hold: 0.15)
    script.events = [
      FilmEvent(at: 0.4, .tap(post)), FilmEvent(at: 1, .drag(finger)), FilmEvent(at: 2.2, .tap(post)),
    ]
    script.duration = 3
  }

  /// The feed is pulled down, new posts arrive during the pull, and the reader scrolls up to them.
  private func refresh(_ feed: FilmFeed, _ screen: FilmScreen, _ script: inout FilmScript) {
    script.setting.length = max(feed.posts.count, 9)
    script.setting.arriving = 3
    let height = Double(screen.height)
    let pull = [
      (0.0, 0.36), (0.1, 0.42), (0.25, 0.56), (0.5, 0.64), (0.9, 0.66), (1.1, 0.69), (1.4, 0.74), (1.5, 0.74),
    ]
    let look = TouchPaths.way(from: height * 0.3, to: height * 0.62, during: 0.25, hold: 0)
    script.events = [
      FilmEvent(at: 0.2, .drag(pull.map { TouchPoint(time: $0.0, y: $0.1 * height) })),
      FilmEvent(at: 0.55, .refresh(latency: 0.6)),
      FilmEvent(at: 2.5, .drag(look)),
    ]
    script.duration = 4.4
  }

  /// The reader reaches the end of the first page before the second one has loaded.
  private func loadMore(_ feed: FilmFeed, _ screen: FilmScreen, _ script: inout FilmScript) {
    script.setting.length = max(feed.posts.count, 24)
    script.setting.posts = 6
    script.setting.paging = FilmSetting.Paging(size: 6, within: 200, latency: 0.9)
    script.events = [
      FilmEvent(at: 0.3, .fling(5200)), FilmEvent(at: 1.3, .fling(5200)), FilmEvent(at: 3.2, .fling(3600)),
    ]
    script.duration = 5.5
  }

  /// A thumb flings as fast as it can, past posts whose heights are only measured nearby.
  private func fling(_ feed: FilmFeed, _ screen: FilmScreen, _ script: inout FilmScript) {
    let count = 300
    let cards = (0..<count).reduce(0) { $0 + feed.posts[$1 % feed.posts.count].height + screen.gap }
    script.setting.length = count
    let mean = cards / Double(count) - screen.gap
    script.setting.estimate = FilmSetting.Estimate(
      height: (mean / 10).rounded() * 10, margin: Double(screen.height) / 2)
    // The first one warms up.
    script.events = (1...10).map { flick in
      FilmEvent(at: 0.3 + 0.4 * Double(flick - 1), .fling(min(Deceleration.fastest, 2000 * Double(flick))))
    }
    script.duration = 8.5
  }

  /// A tap returns from post three thousand to the first one.
  private func scrollToTop(_ feed: FilmFeed, _ screen: FilmScreen, _ script: inout FilmScript) {
    let place = 3000
    script.setting.length = place + 20
    script.setting.opening = .post(feed.name(of: ItemID(Int32(place - 1))), distance: 0)
    script.events = [FilmEvent(at: 0.5, .tapStatusBar)]
    script.duration = 1.8
  }

  /// A link of the prefetch laboratory.
  static let badLink = "slow-4g"

  /// Photos load later than their cards, and the next page later still.
  private func badNetwork(_ feed: FilmFeed, _ screen: FilmScreen, _ script: inout FilmScript) {
    script.setting.length = max(feed.posts.count, 24)
    script.setting.posts = 12
    script.setting.paging = FilmSetting.Paging(size: 8, within: 1500, latency: 1.4)
    script.setting.link = NetworkLink.film(named: Self.badLink)
    script.events = [
      FilmEvent(at: 0.9, .fling(3200)), FilmEvent(at: 2.2, .fling(4800)), FilmEvent(at: 3.6, .fling(5200)),
    ]
    script.duration = 7.5
  }
}

/// A conversation at its end, and scrolled up.
extension StandardFilm {
  /// - Throws: `FilmIssue` if the conversation lacks the content for the scene.
  func chat(_ feed: FilmFeed, _ screen: FilmScreen, _ script: inout FilmScript) throws(FilmIssue) {
    let height = Double(screen.height)
    script.setting.length = Self.length(atLeast: 40, feed)
    script.setting.opening = .end
    switch self {
    case .arrival: arrive(&script)
    case .arrivalAbove: arriveAbove(height, &script)
    case .older: loadOlder(feed, &script)
    case .keyboard: openKeyboard(feed, height, &script)
    case .edit: script.events = try Self.lastWith(words: true, feed).map { FilmEvent(at: $0, .edit($1)) }
    case .delete: script.events = try Self.lastWith(words: false, feed).map { FilmEvent(at: $0, .delete($1)) }
    case .burst: burst(&script)
    default: break
    }
    if script.duration == nil { script.duration = 3 }
  }

  /// A message arrives while the reader is at the end, which moves the view along.
  private func arrive(_ script: inout FilmScript) {
    script.setting.arriving = 3
    script.events = [FilmEvent(at: 0.5, .arrive(1, .bottom)), FilmEvent(at: 1.5, .arrive(2, .bottom))]
  }

  /// Messages arrive while the reader is further up, with a finger on the list for the second one; the view stays.
  private func arriveAbove(_ height: Double, _ script: inout FilmScript) {
    script.setting.arriving = 3
    let up = TouchPaths.way(from: height * 0.35, to: height * 0.75, during: 0.4, hold: 0.2)
    let on = TouchPaths.way(from: height * 0.4, to: height * 0.55, during: 0.6, hold: 0.2)
    script.events = [
      FilmEvent(at: 0.2, .drag(up)), FilmEvent(at: 1.6, .arrive(1, .bottom)), FilmEvent(at: 2, .drag(on)),
      FilmEvent(at: 2.3, .arrive(2, .bottom)),
    ]
    script.duration = 4
  }

  /// Older messages load page by page while the reader scrolls up.
  private func loadOlder(_ feed: FilmFeed, _ script: inout FilmScript) {
    script.setting.length = Self.length(atLeast: 120, feed)
    script.setting.posts = 30
    script.setting.paging = FilmSetting.Paging(size: 30, within: 400, latency: 0.4)
    script.events = [
      FilmEvent(at: 0.3, .fling(-4200)), FilmEvent(at: 1.3, .fling(-5200)), FilmEvent(at: 2.6, .fling(-5200)),
    ]
    script.duration = 5
  }

  /// The keyboard moves the content up, and down again.
  private func openKeyboard(_ feed: FilmFeed, _ height: Double, _ script: inout FilmScript) {
    script.setting.arriving = 1
    script.events = [
      FilmEvent(at: 0.4, .bars(top: 0, bottom: (height * 0.4).rounded(), isAnimated: true)),
      FilmEvent(at: 1.4, .arrive(1, .bottom)), FilmEvent(at: 2.4, .bars(top: 0, bottom: 0, isAnimated: true)),
    ]
    // The next message is the reader's own, so it is shown being typed.
    if let draft = feed.posts.last?.draft {
      script.events.insert(FilmEvent(at: 1.4, .draft("")), at: 1)
      script.events.insert(FilmEvent(at: 1, .draft(draft)), at: 1)
    }
    script.duration = 3.4
  }

  /// Twelve messages arrive faster than they can be shown one by one.
  private func burst(_ script: inout FilmScript) {
    script.setting.arriving = 12
    script.events = (0..<12).map { FilmEvent(at: 0.4 + 0.09 * Double($0), .arrive(1, .bottom)) }
    script.duration = 3.4
  }

  /// Returns a multiple of the feed's length, so that the last item is the conversation's last message.
  private static func length(atLeast count: Int, _ feed: FilmFeed) -> Int {
    (count + feed.posts.count - 1) / feed.posts.count * feed.posts.count
  }

  /// Returns two of the last messages, with the time of an event for each.
  ///
  /// - Parameter words: Whether to return only messages that can be edited.
  private static func lastWith(words: Bool, _ feed: FilmFeed) throws(FilmIssue) -> [(Double, String)] {
    let end = length(atLeast: 40, feed)
    let last = (1...8).map { ItemID(Int32(clamping: end - $0)) }
    let usable = last.filter { item in
      let post = feed.post(item)
      return post.id.hasPrefix("message-") && (!words || post.collapsed != nil)
    }
    guard let newest = usable.first, let other = usable.dropFirst(2).first ?? usable.last else { throw .nothingToEdit }
    return [(0.5, feed.name(of: other)), (1.5, feed.name(of: newest))]
  }
}

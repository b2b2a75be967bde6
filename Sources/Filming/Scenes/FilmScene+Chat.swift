import Timeline

/// A conversation at its end, and read further up.
extension FilmScene {
  /// - Throws: `FilmIssue`, where the conversation has nothing to play it with.
  func chat(_ feed: FilmFeed, _ screen: FilmScreen, _ script: inout FilmScript) throws(FilmIssue) {
    let height = Double(screen.height)
    script.setting.length = Self.length(atLeast: 40, feed)
    script.setting.opening = .end
    switch self {
    case .arrival: arrive(&script)
    case .arrivalAbove: arriveAbove(height, &script)
    case .older: loadOlder(feed, &script)
    case .keyboard: openKeyboard(height, &script)
    case .edit: script.events = try Self.lastWith(words: true, feed).map { FilmEvent(at: $0, .edit($1)) }
    case .delete: script.events = try Self.lastWith(words: false, feed).map { FilmEvent(at: $0, .delete($1)) }
    case .burst: burst(&script)
    default: break
    }
    if script.duration == nil { script.duration = 3 }
  }

  /// The reader is at the end, and is taken along.
  private func arrive(_ script: inout FilmScript) {
    script.setting.arriving = 3
    script.events = [FilmEvent(at: 0.5, .arrive(1, .bottom)), FilmEvent(at: 1.5, .arrive(2, .bottom))]
  }

  /// The reader is further up, with a finger on the list when the second one comes, and stays there.
  private func arriveAbove(_ height: Double, _ script: inout FilmScript) {
    script.setting.arriving = 3
    let up = FilmTouch.way(from: height * 0.35, to: height * 0.75, during: 0.4, hold: 0.2)
    let on = FilmTouch.way(from: height * 0.4, to: height * 0.55, during: 0.6, hold: 0.2)
    script.events = [
      FilmEvent(at: 0.2, .drag(up)), FilmEvent(at: 1.6, .arrive(1, .bottom)), FilmEvent(at: 2, .drag(on)),
      FilmEvent(at: 2.3, .arrive(2, .bottom)),
    ]
    script.duration = 4
  }

  /// What is older comes page by page while the reader goes up.
  private func loadOlder(_ feed: FilmFeed, _ script: inout FilmScript) {
    script.setting.length = Self.length(atLeast: 120, feed)
    script.setting.posts = 30
    script.setting.paging = FilmSetting.Paging(size: 30, within: 400, latency: 0.4)
    script.events = [
      FilmEvent(at: 0.3, .fling(-4200)), FilmEvent(at: 1.3, .fling(-5200)), FilmEvent(at: 2.6, .fling(-5200)),
    ]
    script.duration = 5
  }

  /// The keyboard takes what is read along, and gives it back.
  private func openKeyboard(_ height: Double, _ script: inout FilmScript) {
    script.setting.arriving = 1
    script.events = [
      FilmEvent(at: 0.4, .bars(top: 0, bottom: (height * 0.4).rounded(), isAnimated: true)),
      FilmEvent(at: 1.4, .arrive(1, .bottom)), FilmEvent(at: 2.4, .bars(top: 0, bottom: 0, isAnimated: true)),
    ]
    script.duration = 3.4
  }

  /// Twelve messages come faster than they can be shown one by one.
  private func burst(_ script: inout FilmScript) {
    script.setting.arriving = 12
    script.events = (0..<12).map { FilmEvent(at: 0.4 + 0.09 * Double($0), .arrive(1, .bottom)) }
    script.duration = 3.4
  }

  /// Whole turns, so that the last item is the conversation's last message.
  private static func length(atLeast count: Int, _ feed: FilmFeed) -> Int {
    (count + feed.posts.count - 1) / feed.posts.count * feed.posts.count
  }

  /// Two of the last messages, when something happens to each.
  ///
  /// - Parameter words: Only those that can be edited.
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

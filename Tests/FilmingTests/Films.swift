import Filming
import Timeline

extension FilmFeed {
  /// Returns posts of various heights. Every third one has a truncated text.
  static func of(
    _ count: Int, heights: [Double] = [180, 412.5, 96, 560, 300], isChat: Bool = false
  ) -> FilmFeed {
    FilmFeed(
      (0..<count).map { place in
        let height = heights[place % heights.count]
        return Post(
          id: isChat ? "message-\(place)" : "p\(place)", expanded: place % 3 == 0 ? height + 210 : height,
          collapsed: place % 3 == 0 ? height : nil,
          tapPlace: 40, photos: 2, bytes: 30_000)
      }, isChat: isChat)
  }
}

extension FilmScreen {
  static let phone = FilmScreen(
    width: 375, height: 667, scale: 2, theme: "light", bar: 80, footer: 44, gap: 12, margin: 8)
}

extension FilmScreen {
  /// A screen for chats, without bars above or below.
  static let chat = FilmScreen(width: 375, height: 667, scale: 2, theme: "light")
}

extension FilmScript {
  init(_ events: [FilmEvent], duration: Double? = nil, _ change: (inout FilmSetting) -> Void = { _ in }) {
    self.init(name: "film")
    (self.events, self.duration) = (events, duration)
    change(&setting)
  }

  func played(_ feed: FilmFeed = .of(24), on screen: FilmScreen = .phone, rate: Int = 60) throws -> PlayedFilm {
    try PlayedFilm(self, feed: feed, screen: screen, rate: rate)
  }
}

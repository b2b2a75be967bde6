import Foundation

/// A card, as far as loading it matters.
package struct PrefetchItem: Hashable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case text, photo, carousel, video, animation, advertisement
    case webApp = "web-app"
  }

  package var load: CardLoad
  /// Bytes of each part, the first sight first: the card's picture or a video's head, then what is loaded once the card is
  /// active (a carousel's further pages, the rest of a video, the other state).
  package var parts: [Int]
  /// How many parts after the first one move of the viewer shows: they come before the cards ahead once the viewer stays.
  package var near: Int
  /// Screens that it is high.
  package var height: Double

  package init(load: CardLoad, parts: [Int], near: Int = 1, height: Double) {
    self.load = load
    self.parts = parts
    self.near = max(0, near)
    self.height = height
  }

  package init(kind: Kind, parts: [Int], height: Double) {
    self.init(load: CardLoad(kind), parts: parts, height: height)
  }

  package var kind: Kind { load.kind }

  /// What a player asks of a video that is not active yet: enough to begin at once.
  package static let videoHead = 200_000
}

/// What a card shows, as far as loading it matters.
package struct CardLoad: Hashable, Codable, Sendable {
  package var photos: Int
  /// Of carousels.
  package var pages: Int
  /// Previews of videos and of animations.
  package var videos: Int
  package var animations: Int
  package var webApps: Int
  /// Whoever pays for the card wants it to be seen: it counts as one thing, whatever it shows.
  package var isAdvertisement: Bool

  package init(
    photos: Int = 0, pages: Int = 0, videos: Int = 0, animations: Int = 0, webApps: Int = 0,
    isAdvertisement: Bool = false
  ) {
    (self.photos, self.pages, self.videos, self.animations) = (photos, pages, videos, animations)
    (self.webApps, self.isAdvertisement) = (webApps, isAdvertisement)
  }

  /// As the page's data has them, in the order of its script.
  package var counts: [Int] { [photos, pages, videos, animations, webApps, isAdvertisement ? 1 : 0] }

  /// What it is counted as where it shows several things: the heaviest of them.
  package var kind: PrefetchItem.Kind {
    if isAdvertisement { return .advertisement }
    if videos > 0 { return .video }
    if animations > 0 { return .animation }
    if webApps > 0 { return .webApp }
    if pages > 0 { return .carousel }
    return photos > 0 ? .photo : .text
  }

  /// A card that shows one thing of a kind.
  package init(_ kind: PrefetchItem.Kind) {
    self.init()
    switch kind {
    case .text: break
    case .photo: photos = 1
    case .carousel: pages = 2
    case .video: videos = 1
    case .animation: animations = 1
    case .webApp: webApps = 1
    case .advertisement: isAdvertisement = true
    }
  }
}

/// Feeds made up by a seed, for questions that a feed's own files can't answer.
package enum GeneratedFeed: String, CaseIterable, Sendable {
  /// One photo a card.
  case photos
  /// A third videos, which play: their first 200 KB come with the card, the rest once it is active.
  case videos

  /// - Parameter count: Of cards.
  package func items(count: Int, seed: UInt64) -> [PrefetchItem] {
    var random = CommonRandom(seed: seed, stream: 0x6665_6564)
    return (0..<count).map { place in
      // As many numbers for each card, whatever it becomes.
      let (size, height, length) = (random.unit(), random.unit(), random.unit())
      let photo = Self.photoBytes(size)
      let screens = 0.45 + 0.5 * height
      guard self == .videos, place % 3 == 2 else { return PrefetchItem(kind: .photo, parts: [photo], height: screens) }
      // Clips of 5 to 60 seconds at 1.5 Mbit/s, and a poster.
      let bytes = Int((5 + 55 * length * length) * 187_500)
      let head = min(bytes, PrefetchItem.videoHead)
      return PrefetchItem(kind: .video, parts: [photo / 2 + head, bytes - head], height: screens)
    }
  }

  /// From 20 to 400 KB, half of them below 90 KB: the share of large ones falls off as pictures on the web do.
  private static func photoBytes(_ share: Double) -> Int { Int(20_000 + 380_000 * share * share * (0.4 + 0.6 * share)) }
}

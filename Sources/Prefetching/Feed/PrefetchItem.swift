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

/// How much is loaded ahead of what is seen, and what each thing counts. The same values steer the feed's page, an app, and
/// the laboratory's weighted policy.
package struct PrefetchWeights: Hashable, Codable, Sendable {
  /// What the cards ahead may cost together.
  package var budget: Double
  package var photo: Double
  /// A carousel, of which one page is seen.
  package var page: Double
  package var video: Double
  package var animation: Double
  package var webApp: Double
  /// A card that is paid for, whatever it shows.
  package var advertisement: Double
  /// A card that shows nothing of these.
  package var text: Double

  /// The defaults are what the laboratory recommends over 3G, LTE and a very bad network for the example and two made-up
  /// feeds: every card counts one (docs/prefetching.md).
  package init(
    budget: Double = 16, photo: Double = 1, page: Double = 1, video: Double = 1, animation: Double = 1,
    webApp: Double = 1, advertisement: Double = 1, text: Double = 1
  ) {
    (self.budget, self.photo, self.page, self.video) = (budget, photo, page, video)
    (self.animation, self.webApp, self.advertisement, self.text) = (animation, webApp, advertisement, text)
  }

  /// Each card counts one, whatever it shows: the plain next cards.
  /// Of the budget and of each weight.
  package static let range = 0.0...1000

  /// The weights by name, as project files and the page's data have them.
  package static let names: [(name: String, path: WritableKeyPath<PrefetchWeights, Double> & Sendable)] = [
    ("photo", \.photo), ("page", \.page), ("video", \.video), ("animation", \.animation), ("webApp", \.webApp),
    ("advertisement", \.advertisement), ("text", \.text),
  ]

  /// Names under which weights can be set: `preview` is both that of videos and that of animations.
  package static var settableNames: [String] { (names.map(\.name) + ["preview"]).sorted() }

  /// - Returns: False for a name that there is none of.
  package mutating func set(_ name: String, to weight: Double) -> Bool {
    if name == "preview" {
      (video, animation) = (weight, weight)
      return true
    }
    guard let path = Self.names.first(where: { $0.name == name })?.path else { return false }
    self[keyPath: path] = weight
    return true
  }

  /// What a card's first sight counts. The page's `costOf` says the same.
  package func cost(of load: CardLoad) -> Double {
    if load.isAdvertisement { return advertisement }
    let pages = load.pages > 0 ? page : 0
    let cost =
      Double(load.photos) * photo + pages + Double(load.videos) * video + Double(load.animations) * animation
      + Double(load.webApps) * webApp
    return cost == 0 ? text : cost
  }
}

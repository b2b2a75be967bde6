/// A card, as far as loading it matters.
public struct PrefetchItem: Hashable, Sendable {
  /// What a card is counted as.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case text, photo, carousel, video, animation, advertisement
    case webApp = "web-app"
  }

  /// What it shows.
  public var load: CardLoad
  /// Bytes of each part, the first sight first: the card's picture or a video's head, then what is loaded once the card is
  /// active (a carousel's further pages, the rest of a video, the other state).
  public var parts: [Int]
  /// How many parts after the first one move of the viewer shows: they come before the cards ahead once the viewer stays.
  public var near: Int
  /// Screens that it is high.
  public var height: Double

  public init(load: CardLoad, parts: [Int], near: Int = 1, height: Double) {
    self.load = load
    self.parts = parts
    self.near = max(0, near)
    self.height = height
  }

  public init(kind: Kind, parts: [Int], height: Double) {
    self.init(load: CardLoad(kind), parts: parts, height: height)
  }

  /// What it is counted as: the heaviest thing that it shows.
  public var kind: Kind { load.kind }

  /// What a player asks of a video that is not active yet: enough to begin at once.
  package static let videoHead = 200_000
}

/// What a card shows, as far as loading it matters.
public struct CardLoad: Hashable, Codable, Sendable {
  /// Of the card itself, besides those of carousels.
  public var photos: Int
  /// Of carousels.
  public var pages: Int
  /// Previews of videos and of animations.
  public var videos: Int
  /// The same of animations.
  public var animations: Int
  /// Pages that run in the card.
  public var webApps: Int
  /// Whoever pays for the card wants it to be seen: it counts as one thing, whatever it shows.
  public var isAdvertisement: Bool

  public init(
    photos: Int = 0, pages: Int = 0, videos: Int = 0, animations: Int = 0, webApps: Int = 0,
    isAdvertisement: Bool = false
  ) {
    (self.photos, self.pages, self.videos, self.animations) = (photos, pages, videos, animations)
    (self.webApps, self.isAdvertisement) = (webApps, isAdvertisement)
  }

  /// As the page's data has them, in the order of its script.
  package var counts: [Int] { [photos, pages, videos, animations, webApps, isAdvertisement ? 1 : 0] }

  /// What it is counted as where it shows several things: the heaviest of them.
  public var kind: PrefetchItem.Kind {
    if isAdvertisement { return .advertisement }
    if videos > 0 { return .video }
    if animations > 0 { return .animation }
    if webApps > 0 { return .webApp }
    if pages > 0 { return .carousel }
    return photos > 0 ? .photo : .text
  }

  /// A card that shows one thing of a kind.
  public init(_ kind: PrefetchItem.Kind) {
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
public struct PrefetchWeights: Hashable, Codable, Sendable {
  /// What the cards ahead may cost together.
  public var budget: Double
  /// What a photo counts, as each of the following, from 0 to 1 000.
  public var photo: Double
  /// A carousel, of which one page is seen.
  public var page: Double
  /// A video's preview.
  public var video: Double
  /// An animation's preview.
  public var animation: Double
  /// A page that runs in the card.
  public var webApp: Double
  /// A card that is paid for, whatever it shows.
  public var advertisement: Double
  /// A card that shows nothing of these.
  public var text: Double

  /// The defaults are what the laboratory recommends over 3G, LTE and a very bad network for the example and two made-up
  /// feeds: every card counts one (docs/prefetching.md).
  public init(
    budget: Double = 16, photo: Double = 1, page: Double = 1, video: Double = 1, animation: Double = 1,
    webApp: Double = 1, advertisement: Double = 1, text: Double = 1
  ) {
    (self.budget, self.photo, self.page, self.video) = (budget, photo, page, video)
    (self.animation, self.webApp, self.advertisement, self.text) = (animation, webApp, advertisement, text)
  }

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
  public func cost(of load: CardLoad) -> Double {
    if load.isAdvertisement { return advertisement }
    let pages = load.pages > 0 ? page : 0
    let cost =
      Double(load.photos) * photo + pages + Double(load.videos) * video + Double(load.animations) * animation
      + Double(load.webApps) * webApp
    return cost == 0 ? text : cost
  }
}

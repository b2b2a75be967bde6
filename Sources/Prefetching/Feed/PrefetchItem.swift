/// A card as far as loading is concerned.
public struct PrefetchItem: Hashable, Sendable {
  /// The kind of a card in statistics.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case text, photo, carousel, video, animation, advertisement
    case webApp = "web-app"
  }

  /// The contents of the card.
  public var load: CardLoad
  /// The bytes of each part. First the initial part: the card's image or a video's head. Then the parts that load once
  /// the card is active: further pages of a carousel, the rest of a video, the other state.
  public var parts: [Int]
  /// The number of parts after the first that are one action away: they load before the next cards once the viewer
  /// stays.
  public var near: Int
  /// The height in screens.
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

  /// The kind in statistics: the heaviest content.
  public var kind: Kind { load.kind }

  /// The bytes that a player requests of an inactive video: enough to start immediately.
  package static let videoHead = 200_000
}

/// The contents of a card as far as loading is concerned.
public struct CardLoad: Hashable, Codable, Sendable {
  /// Photos of the card itself, not counting carousels.
  public var photos: Int
  /// Pages of carousels.
  public var pages: Int
  /// Previews of videos.
  public var videos: Int
  /// Previews of animations.
  public var animations: Int
  /// Web apps that run in the card.
  public var webApps: Int
  /// Whether it is an advertisement, which counts as one thing, whatever it shows.
  public var isAdvertisement: Bool

  public init(
    photos: Int = 0, pages: Int = 0, videos: Int = 0, animations: Int = 0, webApps: Int = 0,
    isAdvertisement: Bool = false
  ) {
    (self.photos, self.pages, self.videos, self.animations) = (photos, pages, videos, animations)
    (self.webApps, self.isAdvertisement) = (webApps, isAdvertisement)
  }

  /// The counts in the page's data, in the order of its script.
  package var counts: [Int] { [photos, pages, videos, animations, webApps, isAdvertisement ? 1 : 0] }

  /// The kind in statistics if it has several: the heaviest one.
  public var kind: PrefetchItem.Kind {
    if isAdvertisement { return .advertisement }
    if videos > 0 { return .video }
    if animations > 0 { return .animation }
    if webApps > 0 { return .webApp }
    if pages > 0 { return .carousel }
    return photos > 0 ? .photo : .text
  }

  /// Creates a card with one thing of a kind.
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

/// How much to load ahead, and the weight of each kind of content. The same values control the feed's page, apps, and
/// the laboratory's weighted policy.
public struct PrefetchWeights: Hashable, Codable, Sendable {
  /// The maximum total weight of the cards ahead.
  public var budget: Double
  /// The weight of a photo. All weights are from 0 to 1 000.
  public var photo: Double
  /// The weight of a carousel, which shows one page.
  public var page: Double
  /// The weight of a video's preview.
  public var video: Double
  /// The weight of an animation's preview.
  public var animation: Double
  /// The weight of a web app in the card.
  public var webApp: Double
  /// The weight of an advertisement, whatever it shows.
  public var advertisement: Double
  /// The weight of a card with none of these.
  public var text: Double

  /// Creates weights. The defaults are the laboratory's recommendation over 3G, LTE and a very bad network for the
  /// example feed and two generated ones: every card has weight one (docs/prefetching.md).
  public init(
    budget: Double = 16, photo: Double = 1, page: Double = 1, video: Double = 1, animation: Double = 1,
    webApp: Double = 1, advertisement: Double = 1, text: Double = 1
  ) {
    (self.budget, self.photo, self.page, self.video) = (budget, photo, page, video)
    (self.animation, self.webApp, self.advertisement, self.text) = (animation, webApp, advertisement, text)
  }

  /// The range of the budget and of each weight.
  package static let range = 0.0...1000

  /// The weights by name, as in project files and the page's data.
  package static let names: [(name: String, path: WritableKeyPath<PrefetchWeights, Double> & Sendable)] = [
    ("photo", \.photo), ("page", \.page), ("video", \.video), ("animation", \.animation), ("webApp", \.webApp),
    ("advertisement", \.advertisement), ("text", \.text),
  ]

  /// The names accepted for setting weights: `preview` sets both videos and animations.
  package static var settableNames: [String] { (names.map(\.name) + ["preview"]).sorted() }

  /// - Returns: False for an unknown name.
  package mutating func set(_ name: String, to weight: Double) -> Bool {
    if name == "preview" {
      (video, animation) = (weight, weight)
      return true
    }
    guard let path = Self.names.first(where: { $0.name == name })?.path else { return false }
    self[keyPath: path] = weight
    return true
  }

  /// Returns the weight of a card's initial content. The page's `costOf` does the same.
  public func cost(of load: CardLoad) -> Double {
    if load.isAdvertisement { return advertisement }
    let pages = load.pages > 0 ? page : 0
    let cost =
      Double(load.photos) * photo + pages + Double(load.videos) * video + Double(load.animations) * animation
      + Double(load.webApps) * webApp
    return cost == 0 ? text : cost
  }
}

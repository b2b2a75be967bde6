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

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

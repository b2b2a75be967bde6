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
  package init(plainNext count: Double) {
    self.init(
      budget: count, photo: 0, page: 0, video: 0, animation: 0, webApp: 0, advertisement: 1, text: 1)
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
  package func cost(of load: CardLoad) -> Double {
    if load.isAdvertisement { return advertisement }
    let pages = load.pages > 0 ? page : 0
    let cost =
      Double(load.photos) * photo + pages + Double(load.videos) * video + Double(load.animations) * animation
      + Double(load.webApps) * webApp
    return cost == 0 ? text : cost
  }
}

/// A card, as far as loading it matters.
package struct PrefetchItem: Hashable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case text, photo, carousel, video, animation, advertisement
    case webApp = "web-app"
  }

  package var kind: Kind
  /// Bytes of each part, the first sight first: the card's picture or a video's head, then what is loaded once the card is
  /// active (a carousel's further pages, the rest of a video, the expanded state).
  package var parts: [Int]
  /// Screens that it is high.
  package var height: Double

  package init(kind: Kind, parts: [Int], height: Double) {
    self.kind = kind
    self.parts = parts
    self.height = height
  }
}

/// What loading a card's first sight counts, and how much is loaded ahead.
package struct PrefetchWeights: Hashable, Codable, Sendable {
  package var budget: Double
  package var weights: [String: Double]

  package init(budget: Double, weights: [PrefetchItem.Kind: Double]) {
    self.budget = budget
    self.weights = Dictionary(uniqueKeysWithValues: weights.map { ($0.key.rawValue, $0.value) })
  }

  /// 1 where nothing is said.
  package func weight(of kind: PrefetchItem.Kind) -> Double { weights[kind.rawValue] ?? 1 }
}

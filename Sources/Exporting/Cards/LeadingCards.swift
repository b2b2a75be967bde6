import CardDrawing
import ExportStore
import FeedIngest
import FeedSources
import Site

/// The cards at the edge of the feed that its pictures show, as far as these ask for them: at its beginning, of a
/// conversation at its end.
protocol LeadingCards: AnyObject {
  /// - Parameters:
  ///   - index: Place, counted from that edge.
  ///   - width: Which of the project's widths.
  /// - Returns: Whole points; nil where there are no more.
  func height(at index: Int, width: Int) throws -> Int?
  /// What the first cards from that edge are drawn from.
  func keys(ofFirst count: Int) throws -> [CardKey]
}

/// Cards that the store has.
final class StoredCards: LeadingCards {
  private let cards: [Int64]
  private let store: ExportStore

  /// - Parameter cards: In the order of the feed.
  init(_ cards: [Int64], of facts: FeedFacts, in store: ExportStore) {
    (self.cards, self.store) = (facts.chat == nil ? cards : cards.reversed(), store)
  }

  func height(at index: Int, width: Int) throws -> Int? {
    guard index < cards.count else { return nil }
    let heights = try store.heights(of: [cards[index]])[0]
    return heights.indices.contains(width) ? heights[width].initial : 0
  }

  func keys(ofFirst count: Int) throws -> [CardKey] { try store.keys(of: cards.prefix(count)) }
}

/// Cards that other shards draw, laid out to know how high they are.
final class MeasuredCards: LeadingCards {
  private let renderer: CardRenderer
  private let keys: DesignKeys
  private let posts: EdgePosts
  private var cards: [(key: CardKey, heights: [Int])] = []

  init(_ feed: FeedSource, renderer: CardRenderer, keys: DesignKeys) {
    (self.renderer, self.keys) = (renderer, keys)
    posts = feed.postsFromEdge()
  }

  func height(at index: Int, width: Int) throws -> Int? {
    while cards.count <= index {
      guard let post = try posts.post(at: cards.count) else { return nil }
      cards.append(try measured(CardInput(post, renderer: renderer)))
    }
    let heights = cards[index].heights
    return heights.indices.contains(width) ? heights[width] : 0
  }

  func keys(ofFirst count: Int) throws -> [CardKey] { cards.prefix(count).map(\.key) }

  private func measured(_ input: CardInput) throws -> (key: CardKey, heights: [Int]) {
    let theme = renderer.design.themes[0]
    let card = input.cards[renderer.builderOfTheme[0]]
    let entry = SiteEntry(SiteCard(input, card: card, read: try renderer.read(card, in: theme)))
    return (
      try input.key(renderer, keys).key, renderer.project.widths.map { entry.heights[$0]?.initial ?? 0 }
    )
  }
}

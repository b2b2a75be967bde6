import CardDrawing
import ExportStore
import FeedIngest
import FeedSources
import Site

/// The cards at the feed's beginning, as far as the feed's pictures ask for them.
protocol LeadingCards: AnyObject {
  /// - Parameters:
  ///   - index: Place in the feed.
  ///   - width: Which of the project's widths.
  /// - Returns: Whole points; nil behind the last card.
  func height(at index: Int, width: Int) throws -> Int?
  /// What the first cards are drawn from.
  func keys(ofFirst count: Int) throws -> [CardKey]
}

/// Cards that the store has.
final class StoredCards: LeadingCards {
  private let cards: [Int64]
  private let store: ExportStore

  init(_ cards: [Int64], in store: ExportStore) {
    (self.cards, self.store) = (cards, store)
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
  private let posts: FeedPosts
  private var cards: [(key: CardKey, heights: [Int])] = []

  init(_ feed: FeedSource, renderer: CardRenderer, keys: DesignKeys) {
    (self.renderer, self.keys) = (renderer, keys)
    posts = feed.allPosts()
  }

  func height(at index: Int, width: Int) throws -> Int? {
    while cards.count <= index {
      guard let post = try posts.nextPlaced() else { return nil }
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

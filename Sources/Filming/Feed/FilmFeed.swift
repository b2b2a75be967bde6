import Timeline

/// The posts that films are made of, laid out on one screen: names and heights, nothing that is drawn.
package struct FilmFeed: Sendable {
  package struct Post: Equatable, Sendable {
    package var id: String
    /// Points.
    package var expanded: Double
    /// Nil where the text is not cut. Of a message `expanded` is what an edit makes of it, and this what it was.
    package var collapsed: Double?
    /// Where one taps to expand it: points from the card's top.
    package var tapPlace: Double
    /// Photos and faces on it, and about how many bytes they have together.
    package var photos: Int
    package var bytes: Double
    /// Of a conversation: whether it is a day's header, which stays over what is read.
    package var isDay = false
    /// Of a message that the reader wrote: its words.
    package var draft: String?

    package init(
      id: String, expanded: Double, collapsed: Double? = nil, tapPlace: Double = 0, photos: Int = 0, bytes: Double = 0
    ) {
      (self.id, self.expanded, self.collapsed) = (id, expanded, collapsed)
      (self.tapPlace, self.photos, self.bytes) = (tapPlace, photos, bytes)
    }

    /// As a list shows it at first.
    package var height: Double { collapsed ?? expanded }
  }

  /// In the feed's order, each once; at least one.
  package let posts: [Post]
  /// Whether it is a conversation: what is new comes at its end.
  package let isChat: Bool
  /// Whether headers of days stand between its messages.
  let hasDays: Bool
  private let places: [String: Int]

  package init(_ posts: [Post], isChat: Bool = false) {
    (self.posts, self.isChat, hasDays) = (posts, isChat, posts.contains(where: \.isDay))
    places = Dictionary(posts.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The post of an item: items are numbered on from 0 as the feed comes again and again.
  package func post(_ item: ItemID) -> Post { posts[Int(item.number) % posts.count] }

  func place(ofPost id: String) -> Int? { places[id] }

  /// Where an item stands among all, from 0 on; nil of a post that the feed does not have.
  package func place(ofItemNamed name: String) -> Int? {
    let (post, turn) = Self.parts(ofItemNamed: name)
    return places[post].map { (turn - 1) * posts.count + $0 }
  }

  /// The post of an item that is called so, and which time it comes, from 1 on; 0 for what is no number.
  package static func parts(ofItemNamed name: String) -> (post: String, turn: Int) {
    let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count == 1 ? 1 : Int(parts[1]) ?? 0)
  }

  package func place(of item: ItemID) -> Int { Int(item.number) % posts.count }

  /// `wall1_17`; `wall1_17#2` the second time.
  package func name(of item: ItemID) -> String {
    let turn = Int(item.number) / posts.count
    return turn == 0 ? post(item).id : "\(post(item).id)#\(turn + 1)"
  }

  /// - Parameter length: How many items there are.
  package func item(named name: String, length: Int) throws(FilmIssue) -> ItemID {
    let (post, turn) = Self.parts(ofItemNamed: name)
    guard let place = places[post] else { throw .noPost(post, known: posts.map(\.id)) }
    let turns = (length + posts.count - 1) / posts.count
    guard 1...max(1, turns) ~= turn, let number = Int32(exactly: (turn - 1) * posts.count + place),
      Int(number) < length
    else { throw .noSuchTurn(name, turns: turns) }
    return ItemID(number)
  }
}

/// The screen that a film is played on. Points.
package struct FilmScreen: Equatable, Sendable {
  package var width: Int
  package var height: Int
  /// Device pixels a point.
  package var scale: Int
  package var theme: String
  /// The bar over the feed, and what stands under the last card.
  package var bar = 0.0
  package var footer = 0.0
  /// What stays free under the last message.
  package var foot = 0.0
  /// Between two cards, and beside them.
  package var gap = 0.0
  package var margin = 0.0
  /// How high the line is that messages are written in, by what is written; none of a feed.
  package var composers: [String: Double] = [:]

  func composer(_ draft: String) -> Double { composers[draft] ?? composers[""] ?? 0 }

  /// `375@2x-light`
  package var name: String { "\(width)@\(scale)x-\(theme)" }

  /// Of a screen's height.
  package static let heights = 100...4000
  /// As high as a screen of 375 points that is 667 high.
  package static func height(forWidth width: Int) -> Int { (width * 667 + 187) / 375 }
}

import Timeline

/// The posts of films, laid out for one screen: names and heights only, nothing drawn.
package struct FilmFeed: Sendable {
  package struct Post: Equatable, Sendable {
    package var id: String
    /// The expanded height in points.
    package var expanded: Double
    /// The collapsed height; nil if the text isn't cut. For a message, `expanded` is the height after an edit, and this
    /// the height before.
    package var collapsed: Double?
    /// The position of the tap that expands it, in points from the card's top.
    package var tapPlace: Double
    /// The number of photos and avatars on the card, and their approximate total size in bytes.
    package var photos: Int
    package var bytes: Double
    /// Whether it is a day header of a conversation, which stays pinned while scrolling.
    package var isDay = false
    /// The words of a message that the reader wrote.
    package var draft: String?

    package init(
      id: String, expanded: Double, collapsed: Double? = nil, tapPlace: Double = 0, photos: Int = 0, bytes: Double = 0
    ) {
      (self.id, self.expanded, self.collapsed) = (id, expanded, collapsed)
      (self.tapPlace, self.photos, self.bytes) = (tapPlace, photos, bytes)
    }

    /// The initial height in a list.
    package var height: Double { collapsed ?? expanded }
  }

  /// The posts in the order of the feed, without duplicates; at least one.
  package let posts: [Post]
  /// Whether it is a conversation, where new messages are added at the end.
  package let isChat: Bool
  /// Whether there are day headers between the messages.
  let hasDays: Bool
  private let places: [String: Int]

  package init(_ posts: [Post], isChat: Bool = false) {
    (self.posts, self.isChat, hasDays) = (posts, isChat, posts.contains(where: \.isDay))
    places = Dictionary(posts.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the post of an item; items are numbered from 0, and the feed repeats.
  package func post(_ item: ItemID) -> Post { posts[Int(item.number) % posts.count] }

  func place(ofPost id: String) -> Int? { places[id] }

  /// Returns the index of an item among all items; nil if the feed lacks the post.
  package func place(ofItemNamed name: String) -> Int? {
    let (post, turn) = Self.parts(ofItemNamed: name)
    return places[post].map { (turn - 1) * posts.count + $0 }
  }

  /// Returns the post of an item name and its repetition, from 1; 0 if that isn't a number.
  package static func parts(ofItemNamed name: String) -> (post: String, turn: Int) {
    let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count == 1 ? 1 : Int(parts[1]) ?? 0)
  }

  package func place(of item: ItemID) -> Int { Int(item.number) % posts.count }

  /// Returns `wall1_17`, or `wall1_17#2` for the second repetition.
  package func name(of item: ItemID) -> String {
    let turn = Int(item.number) / posts.count
    return turn == 0 ? post(item).id : "\(post(item).id)#\(turn + 1)"
  }

  /// - Parameter length: The number of items.
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

/// The screen that a film is played on, in points.
package struct FilmScreen: Equatable, Sendable {
  package var width: Int
  package var height: Int
  /// Device pixels per point.
  package var scale: Int
  package var theme: String
  /// The heights of the bar above the feed and of the footer below the last card.
  package var bar = 0.0
  package var footer = 0.0
  /// The space below the last message.
  package var foot = 0.0
  /// The space between cards, and on their sides.
  package var gap = 0.0
  package var margin = 0.0
  /// The heights of the message composer by draft; empty for a feed.
  package var composers: [String: Double] = [:]

  package init(
    width: Int, height: Int, scale: Int, theme: String, bar: Double = 0.0, footer: Double = 0.0, foot: Double = 0.0,
    gap: Double = 0.0, margin: Double = 0.0, composers: [String: Double] = [:]
  ) {
    (self.width, self.height, self.scale, self.theme, self.bar) = (width, height, scale, theme, bar)
    (self.footer, self.foot, self.gap, self.margin, self.composers) = (footer, foot, gap, margin, composers)
  }

  func composer(_ draft: String) -> Double { composers[draft] ?? composers[""] ?? 0 }

  /// `375@2x-light`
  package var name: String { "\(width)@\(scale)x-\(theme)" }

  /// The allowed heights of a screen.
  package static let heights = 100...4000
  /// Returns the height with the proportions of a screen of 375 × 667 points.
  package static func height(forWidth width: Int) -> Int { (width * 667 + 187) / 375 }
}

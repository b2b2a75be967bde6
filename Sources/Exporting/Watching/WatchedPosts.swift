import CardDrawing
import FeedIngest
import FeedSources
import Synchronization

/// A feed's posts, all in memory, with what cards are drawn from as far as it was asked for.
final class WatchedPosts: Sendable {
  let facts: FeedFacts
  let posts: [PlacedPost]
  let places: [String: Int]
  private let inputs = Mutex<[Int: CardInput]>([:])

  /// - Throws: `Diagnostic` where a file is no more what it was.
  convenience init(_ feed: FeedSource) throws {
    var posts: [PlacedPost] = []
    let reading = feed.posts()
    while let post = try reading.nextPlaced() { posts.append(post) }
    self.init(posts, feed.facts)
  }

  private init(_ posts: [PlacedPost], _ facts: FeedFacts) {
    (self.posts, self.facts) = (posts, facts)
    places = Dictionary(zip(posts.map(\.id), posts.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The same posts for cards that are made in another way.
  var anew: WatchedPosts { WatchedPosts(posts, facts) }

  var ids: [String] { posts.map(\.id) }

  /// - Parameter renderer: One whose builders make the same cards each time.
  func input(_ place: Int, _ renderer: CardRenderer) -> CardInput {
    if let known = inputs.withLock({ $0[place] }) { return known }
    let input = CardInput(posts[place], renderer: renderer)
    inputs.withLock { $0[place] = input }
    return input
  }
}

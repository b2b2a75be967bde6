import Diagnostics
import FeedIngest

/// The posts of a feed from the edge where a reader begins: its beginning, of a conversation its end. What was asked for
/// stays at hand, since pictures of several widths ask for the same posts.
package final class EdgePosts {
  private let posts: FeedPosts
  private let startsAtEnd: Bool
  /// From the edge; of a conversation, which is in memory as it is, all of them.
  private var known: [PlacedPost] = []
  private var isWhole = false

  init(_ feed: FeedSource) {
    posts = feed.allPosts()
    startsAtEnd = feed.facts.chat != nil
  }

  /// - Parameter index: Counted from the edge.
  /// - Returns: Nil behind the last one.
  /// - Throws: `Diagnostic` where a file is no more what it was.
  package func post(at index: Int) throws(Diagnostic) -> PlacedPost? {
    while !isWhole, startsAtEnd || known.count <= index {
      if let post = try posts.nextPlaced() { known.append(post) } else { isWhole = true }
    }
    guard index < known.count else { return nil }
    return startsAtEnd ? known[known.count - 1 - index] : known[index]
  }
}

extension FeedSource {
  /// All posts, also of a share, from the edge where a reader begins.
  package func postsFromEdge() -> EdgePosts { EdgePosts(self) }
}

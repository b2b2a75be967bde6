import Diagnostics
import FeedIngest

/// The posts of a feed from the edge where a reader begins: its beginning, of a conversation its end.
package final class EdgePosts {
  private let posts: FeedPosts
  private let startsAtEnd: Bool
  /// Of a conversation, which is in memory as it is; the last one comes next.
  private var waiting: [PlacedPost]?

  init(_ feed: FeedSource) {
    posts = feed.allPosts()
    startsAtEnd = feed.facts.chat != nil
  }

  /// - Returns: Nil behind the last one.
  /// - Throws: `Diagnostic` where a file is no more what it was.
  package func next() throws(Diagnostic) -> PlacedPost? {
    guard startsAtEnd else { return try posts.nextPlaced() }
    if waiting == nil {
      var all: [PlacedPost] = []
      while let post = try posts.nextPlaced() { all.append(post) }
      waiting = all
    }
    return waiting?.popLast()
  }
}

extension FeedSource {
  /// All posts, also of a share, from the edge where a reader begins.
  package func postsFromEdge() -> EdgePosts { EdgePosts(self) }
}

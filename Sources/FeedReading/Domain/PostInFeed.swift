/// A post at its position in a feed, with access to its neighbors. Posts are held by reference, so that nothing is
/// copied: most cards never use their neighbors.
package struct PostInFeed: Sendable {
  fileprivate final class SharedPost: Sendable {
    let post: Post
    init(_ post: Post) { self.post = post }
  }

  private let own: SharedPost
  package let neighbours: Neighbors

  /// - Parameter previous: The previous post; nil at the feed's beginning.
  package init(_ post: Post, after previous: PostInFeed? = nil) {
    own = SharedPost(post)
    neighbours = Neighbors(above: previous?.own, below: nil)
  }

  private init(_ own: SharedPost, beside neighbours: Neighbors) {
    self.own = own
    self.neighbours = neighbours
  }

  /// Another post at the same position.
  package func replacing(_ post: Post) -> PostInFeed { PostInFeed(SharedPost(post), beside: neighbours) }

  package var post: Post { own.post }
  package var id: String { own.post.id }

  /// The same post with its successor; nil at the feed's end.
  package func followed(by next: PostInFeed?) -> PostInFeed {
    PostInFeed(own, beside: Neighbors(above: neighbours.above, below: next?.own))
  }

  /// All posts of a feed that is in memory.
  package static func all(of posts: [Post]) -> [PostInFeed] {
    var placed: [PostInFeed] = []
    placed.reserveCapacity(posts.count)
    for post in posts {
      let next = PostInFeed(post, after: placed.last)
      if let last = placed.popLast() { placed.append(last.followed(by: next)) }
      placed.append(next)
    }
    return placed
  }
}

/// The posts directly before and after a post in its feed, whatever part of the feed is drawn. Nil at the feed's ends.
package struct Neighbors: Sendable {
  fileprivate let above: PostInFeed.SharedPost?
  fileprivate let below: PostInFeed.SharedPost?

  package static let none = Neighbors(above: nil, below: nil)

  package var previous: Post? { above?.post }
  package var next: Post? { below?.post }
}

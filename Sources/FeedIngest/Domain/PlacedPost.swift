/// A post at its position in a feed, with access to its neighbors. Posts are held by reference, so that nothing is
/// copied: most cards never use their neighbors.
package struct PlacedPost: Sendable {
  fileprivate final class Shared: Sendable {
    let post: Post
    init(_ post: Post) { self.post = post }
  }

  private let own: Shared
  package let neighbours: Neighbours

  /// - Parameter previous: The previous post; nil at the feed's beginning.
  package init(_ post: Post, after previous: PlacedPost? = nil) {
    own = Shared(post)
    neighbours = Neighbours(above: previous?.own, below: nil)
  }

  private init(_ own: Shared, beside neighbours: Neighbours) {
    self.own = own
    self.neighbours = neighbours
  }

  /// Another post at the same position.
  package func replacing(_ post: Post) -> PlacedPost { PlacedPost(Shared(post), beside: neighbours) }

  package var post: Post { own.post }
  package var id: String { own.post.id }

  /// The same post with its successor; nil at the feed's end.
  package func followed(by next: PlacedPost?) -> PlacedPost {
    PlacedPost(own, beside: Neighbours(above: neighbours.above, below: next?.own))
  }

  /// All posts of a feed that is in memory.
  package static func all(of posts: [Post]) -> [PlacedPost] {
    var placed: [PlacedPost] = []
    placed.reserveCapacity(posts.count)
    for post in posts {
      let next = PlacedPost(post, after: placed.last)
      if let last = placed.popLast() { placed.append(last.followed(by: next)) }
      placed.append(next)
    }
    return placed
  }
}

/// The posts directly before and after a post in its feed, whatever part of the feed is drawn. Nil at the feed's ends.
package struct Neighbours: Sendable {
  fileprivate let above: PlacedPost.Shared?
  fileprivate let below: PlacedPost.Shared?

  package static let none = Neighbours(above: nil, below: nil)

  package var previous: Post? { above?.post }
  package var next: Post? { below?.post }
}

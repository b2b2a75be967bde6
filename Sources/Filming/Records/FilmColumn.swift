/// The posts that a film shows, from the top on, as far as it goes.
package struct FilmColumn: Equatable, Sendable {
  package let posts: [String]

  package init(_ posts: [String]) { self.posts = posts }

  /// Whether they come from another feed: another first post, another order, or one more or less in between. One film may
  /// go further than the other.
  package func differs(from other: FilmColumn) -> Bool {
    guard posts.first == other.posts.first else { return true }
    let (own, others) = (shared(with: other), other.shared(with: self))
    return own != others
  }

  /// Up to the last post that both show.
  private func shared(with other: FilmColumn) -> ArraySlice<String> {
    let others = Set(other.posts)
    return posts.lastIndex(where: others.contains).map { posts[...$0] } ?? []
  }
}

extension FilmRecord {
  /// Of the feed's first turn: where it comes again, it comes in the same order.
  package var column: FilmColumn {
    var (posts, known): ([String], Set<String>) = ([], [])
    for frame in frames {
      let shown = frame.items.map(\.item).filter { !$0.contains("#") }
      for (place, post) in shown.enumerated() where known.insert(post).inserted {
        // What is on one screen stands together.
        let above = place == 0 ? nil : posts.firstIndex(of: shown[place - 1])
        let below = shown[place...].lazy.compactMap { posts.firstIndex(of: $0) }.first
        posts.insert(post, at: above.map { $0 + 1 } ?? below ?? posts.endIndex)
      }
    }
    return FilmColumn(posts)
  }
}

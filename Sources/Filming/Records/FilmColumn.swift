/// The posts that a film shows, from the top on, as far as it goes.
package struct FilmColumn: Equatable, Sendable {
  package let posts: [String]

  package init(_ posts: [String]) { self.posts = posts }

  /// Whether between the first and the last post that both show there are others in one of them, or the same in another
  /// order. One film may go further than the other, at either end.
  package func differs(from other: FilmColumn) -> Bool { shared(with: other) != other.shared(with: self) }

  private func shared(with other: FilmColumn) -> ArraySlice<String> {
    let others = Set(other.posts)
    guard let first = posts.firstIndex(where: others.contains), let last = posts.lastIndex(where: others.contains)
    else {
      return []
    }
    return posts[first...last]
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

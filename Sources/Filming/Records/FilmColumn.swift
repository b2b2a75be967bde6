/// What a film shows, from the top on, as far as it goes.
package struct FilmColumn: Equatable, Sendable {
  /// `wall1_17`; `wall1_17#2` where the feed comes again.
  package let items: [String]

  package init(_ items: [String]) { self.items = items }

  package var posts: Set<String> { Set(items.map { $0.split(separator: "#").first.map(String.init) ?? $0 }) }

  /// Whether between the first and the last item that both show there are others in one of them, or the same in another
  /// order. One film may go further than the other, at either end.
  package func differs(from other: FilmColumn) -> Bool { shared(with: other) != other.shared(with: self) }

  private func shared(with other: FilmColumn) -> ArraySlice<String> {
    let others = Set(other.items)
    let ends = (items.firstIndex(where: others.contains), items.lastIndex(where: others.contains))
    return if case (let first?, let last?) = ends { items[first...last] } else { [] }
  }
}

extension FilmRecord {
  /// What it shows, put together from its frames.
  package var column: FilmColumn {
    var (items, known): ([String], Set<String>) = ([], [])
    for frame in frames {
      let shown = frame.items.map(\.item)
      for (place, item) in shown.enumerated() where known.insert(item).inserted {
        // What is on one screen stands together.
        let above = place == 0 ? nil : items.firstIndex(of: shown[place - 1])
        let below = shown[place...].lazy.compactMap { items.firstIndex(of: $0) }.first
        items.insert(item, at: above.map { $0 + 1 } ?? below ?? items.endIndex)
      }
    }
    return FilmColumn(items)
  }
}

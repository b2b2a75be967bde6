extension Column {
  /// An item with its place in the content.
  package struct Placed: Equatable, Sendable {
    package let index: Int
    package let id: ItemID
    package let top: Double
    package let height: Double
    package let gap: Double
    package let isExact: Bool
    package let canAnchor: Bool

    package var bottom: Double { top + height }
  }

  /// The items, in order, that share more than an edge with what lies between two places of the content.
  ///
  /// Items without a height share nothing with anything.
  package func items(from start: Double, to end: Double) -> [Placed] {
    guard end > start, let first = index(at: start) else { return [] }
    return items(from: start, to: end, startingWith: first, before: count)
  }

  /// The same among the items of a range of indexes alone.
  func items(from start: Double, to end: Double, within range: Range<Int>) -> [Placed] {
    guard end > start, !range.isEmpty, let found = index(at: start) else { return [] }
    return items(from: start, to: end, startingWith: max(found, range.lowerBound), before: range.upperBound)
  }

  private func items(from start: Double, to end: Double, startingWith first: Int, before limit: Int) -> [Placed] {
    guard first < limit else { return [] }
    var found: [Placed] = []
    var (place, within) = locate(first)
    var (index, top) = (first, self.top(at: first))
    while place < order.count {
      let block = blocks[Int(order[place])]
      // A block of nothing but items without heights is passed in one step.
      if within == 0, block.extent == 0 {
        index += block.items.count
      } else {
        for item in block.items[within...] {
          guard index < limit, top < end else { return found }
          if item.height > 0, top + item.height > start { found.append(Placed(item, index: index, top: top)) }
          index += 1
          top += item.extent
        }
      }
      (place, within) = (place + 1, 0)
    }
    return found
  }

  /// One item with its place.
  package func placed(at index: Int) -> Placed { Placed(stored(at: index), index: index, top: top(at: index)) }
}

extension Column.Placed {
  fileprivate init(_ item: StoredItem, index: Int, top: Double) {
    self.init(
      index: index, id: item.id, top: top, height: item.height, gap: item.gap, isExact: item.isExact,
      canAnchor: item.canAnchor)
  }
}

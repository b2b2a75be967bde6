/// Items one under the other, up to millions of them: which is where, and where is which, in O(log n).
///
/// Items lie in blocks of at most 512, and two trees of prefix sums lie over the blocks, one of counts and one of heights. An
/// item takes 20 bytes. A copy shares all blocks with its original until one of them is edited.
package struct Column: Sendable {
  /// Points above the first item and under the last, part of the content.
  package let leading: Double
  package let trailing: Double

  /// Blocks by a number that stays as long as they do.
  var blocks: [Block] = []
  /// The numbers of blocks that hold nothing.
  var unused: [Int32] = []
  /// The numbers of blocks from top to bottom.
  var order: [Int32] = []
  /// The place of a block in that order.
  var placeOf: [Int32] = []
  /// The block of each item; -1 for none.
  var blockOf: [Int32] = []
  /// How many heights are estimates.
  package internal(set) var estimates = 0
  var counts = PrefixSums<Int>([])
  var extents = PrefixSums<Double>([])

  struct Block: Sendable {
    var items: [StoredItem]
    var extent: Double
    var pinned: Int

    static let largest = 512
    static let usual = 256

    init(_ items: [StoredItem]) {
      self.items = items
      extent = items.reduce(0) { $0 + $1.extent }
      pinned = items.reduce(0) { $0 + ($1.isPinned ? 1 : 0) }
    }
  }

  /// - Throws: `TimelineIssue.duplicateItem`, or what is wrong with an item's numbers.
  package init(_ items: some Sequence<ColumnItem>, leading: Double = 0, trailing: Double = 0) throws(TimelineIssue) {
    self.leading = Points.snapped(leading)
    self.trailing = Points.snapped(trailing)
    try insert(items, at: 0)
  }

  package var count: Int { counts.total }

  /// From the content's top to its end, with what stands above the first item and under the last.
  package var height: Double {
    let lastGap = order.last.flatMap { blocks[Int($0)].items.last?.gap } ?? 0
    return leading + extents.total - lastGap + trailing
  }

  package func contains(_ id: ItemID) -> Bool {
    id.number >= 0 && id.number < blockOf.count && blockOf[Int(id.number)] >= 0
  }

  package func item(at index: Int) -> ColumnItem { stored(at: index).item }

  package func id(at index: Int) -> ItemID { stored(at: index).id }

  package func itemHeight(at index: Int) -> Double { stored(at: index).height }

  func stored(at index: Int) -> StoredItem {
    let (place, within) = locate(index)
    return blocks[Int(order[place])].items[within]
  }

  /// Where an item is from the top, counted from 0; nil if it isn't there.
  package func index(of id: ItemID) -> Int? {
    guard contains(id) else { return nil }
    let block = Int(blockOf[Int(id.number)])
    guard let within = blocks[block].items.firstIndex(where: { $0.id == id }) else { return nil }
    return counts.first(Int(placeOf[block])) + within
  }

  /// The place of an item's top in the content; for the number of items, the place after the last one's gap.
  package func top(at index: Int) -> Double {
    guard index < count else { return leading + extents.total }
    let (place, within) = locate(index)
    let items = blocks[Int(order[place])].items
    var top = leading + extents.first(place)
    for item in items[..<within] { top += item.extent }
    return top
  }

  package func bottom(at index: Int) -> Double { top(at: index) + itemHeight(at: index) }

  /// The last item whose top is at or above `y`; the first one where none is; nil where there are none.
  package func index(at y: Double) -> Int? {
    guard count > 0 else { return nil }
    let found = extents.last(atMost: y - leading)
    // Past the end of all blocks: the last item of the last one.
    guard found.place < order.count else { return count - 1 }
    var (index, bottom) = (counts.first(found.place), leading + found.sum)
    for item in blocks[Int(order[found.place])].items.dropLast() {
      bottom += item.extent
      if bottom > y { break }
      index += 1
    }
    return index
  }

  /// The last pinned item at or before an index.
  package func lastPinned(upTo index: Int) -> Int? {
    guard index >= 0, count > 0 else { return nil }
    var (place, within) = locate(min(index, count - 1))
    while true {
      let block = blocks[Int(order[place])]
      if block.pinned > 0, let found = block.items[...within].lastIndex(where: \.isPinned) {
        return counts.first(place) + found
      }
      guard place > 0 else { return nil }
      place -= 1
      within = blocks[Int(order[place])].items.count - 1
    }
  }

  /// The first pinned item at or after an index.
  package func firstPinned(from index: Int) -> Int? {
    guard index < count else { return nil }
    var (place, within) = locate(max(index, 0))
    while place < order.count {
      let block = blocks[Int(order[place])]
      if block.pinned > 0, let found = block.items[within...].firstIndex(where: \.isPinned) {
        return counts.first(place) + found
      }
      (place, within) = (place + 1, 0)
    }
    return nil
  }

  /// The block of an index, by its place in the order, and the place in the block.
  func locate(_ index: Int) -> (place: Int, within: Int) {
    let found = counts.last(atMost: index)
    return (found.place, index - found.sum)
  }
}

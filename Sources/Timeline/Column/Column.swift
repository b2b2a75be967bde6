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

/// Sums of the first so many values of a list, each found and changed in O(log n): a Fenwick tree.
struct PrefixSums<Value: AdditiveArithmetic & Comparable & Sendable>: Sendable {
  /// At `i`, the sum of the values that end at `i` and whose number is the lowest bit of `i + 1`.
  private var sums: [Value]
  private(set) var total = Value.zero

  init(_ values: [Value]) {
    sums = values
    total = values.reduce(.zero, +)
    for index in sums.indices {
      let parent = index | (index + 1)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  mutating func add(_ difference: Value, at index: Int) {
    total += difference
    var index = index
    while index < sums.count {
      sums[index] += difference
      index |= index + 1
    }
  }

  /// The sum of the first `count` values.
  func first(_ count: Int) -> Value {
    var (sum, index) = (Value.zero, count)
    while index > 0 {
      sum += sums[index - 1]
      index &= index - 1
    }
    return sum
  }

  /// The last place whose sum of earlier values is at most `target`, with that sum; the values are 0 or more.
  func last(atMost target: Value) -> (place: Int, sum: Value) {
    var (place, sum) = (0, Value.zero)
    var step = sums.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - sums.count.leadingZeroBitCount)
    while step > 0 {
      let next = place + step
      if next <= sums.count, sum + sums[next - 1] <= target {
        (place, sum) = (next, sum + sums[next - 1])
      }
      step /= 2
    }
    return (place, sum)
  }
}

/// A column of up to millions of items, with look-ups between index and position in O(log n).
///
/// Items are stored in blocks of at most 512, with two trees of prefix sums over the blocks: one of counts and one of
/// heights. An item takes 20 bytes. A copy shares all blocks with its original until one of them is edited.
public struct Column: Sendable {
  /// The space above the first item in points; part of the content.
  public let leading: Double
  /// The space below the last item in points; part of the content.
  public let trailing: Double

  /// Blocks by number; a block keeps its number for its lifetime.
  var blocks: [Block] = []
  /// The numbers of empty blocks.
  var unused: [Int32] = []
  /// The numbers of blocks from top to bottom.
  var order: [Int32] = []
  /// Each block's position in that order.
  var placeOf: [Int32] = []
  /// The block of each item; -1 for none.
  var blockOf: [Int32] = []
  /// The number of estimated heights.
  public internal(set) var estimates = 0
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

  /// - Throws: `TimelineIssue.duplicateItem`, or an issue for invalid numbers of an item.
  public init(_ items: some Sequence<ColumnItem>, leading: Double = 0, trailing: Double = 0) throws(TimelineIssue) {
    self.leading = Points.snapped(leading)
    self.trailing = Points.snapped(trailing)
    try insert(items, at: 0)
  }

  /// The number of items.
  public var count: Int { counts.total }

  /// The height of the content, including the space above the first item and below the last.
  public var height: Double {
    let lastGap = order.last.flatMap { blocks[Int($0)].items.last?.gap } ?? 0
    return leading + extents.total - lastGap + trailing
  }

  /// Whether the column contains an item, in O(1).
  public func contains(_ id: ItemID) -> Bool {
    id.number >= 0 && id.number < blockOf.count && blockOf[Int(id.number)] >= 0
  }

  /// - Parameter index: Counted from the top, from 0, and less than `count`.
  public func item(at index: Int) -> ColumnItem { stored(at: index).item }

  package func id(at index: Int) -> ItemID { stored(at: index).id }

  package func itemHeight(at index: Int) -> Double { stored(at: index).height }

  func stored(at index: Int) -> StoredItem {
    let (place, within) = locate(index)
    return blocks[Int(order[place])].items[within]
  }

  /// The index of an item from the top, counted from 0; nil if the column doesn't contain it.
  public func index(of id: ItemID) -> Int? {
    guard contains(id) else { return nil }
    let block = Int(blockOf[Int(id.number)])
    guard let within = blocks[block].items.firstIndex(where: { $0.id == id }) else { return nil }
    return counts.first(Int(placeOf[block])) + within
  }

  /// The position of an item's top in the content; for the number of items, the position after the last gap.
  public func top(at index: Int) -> Double {
    guard index < count else { return leading + extents.total }
    let (place, within) = locate(index)
    let items = blocks[Int(order[place])].items
    var top = leading + extents.first(place)
    for item in items[..<within] { top += item.extent }
    return top
  }

  /// The position of an item's bottom in the content, without its gap.
  public func bottom(at index: Int) -> Double { top(at: index) + itemHeight(at: index) }

  /// The last item whose top is at or above `y`, or else the first item; nil if there are none.
  public func index(at y: Double) -> Int? {
    guard count > 0 else { return nil }
    let found = extents.last(atMost: y - leading)
    // After the end of all blocks: the last item of the last one.
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

  /// The block of an index, by its position in the order, and the index within the block.
  func locate(_ index: Int) -> (place: Int, within: Int) {
    let found = counts.last(atMost: index)
    return (found.place, index - found.sum)
  }

  /// Inserts items before the one at `index`, or at the end.
  ///
  /// - Throws: `TimelineIssue.duplicateItem`, or an issue for invalid numbers of an item; the column is unchanged then.
  public mutating func insert(_ items: some Sequence<ColumnItem>, at index: Int) throws(TimelineIssue) {
    var added: [StoredItem] = []
    for item in items {
      do throws(TimelineIssue) {
        try Self.check(item)
        guard !contains(item.id) else { throw .duplicateItem(item.id) }
      } catch {
        for item in added { blockOf[Int(item.id.number)] = -1 }
        throw error
      }
      let number = Int(item.id.number)
      if number >= blockOf.count { blockOf.append(contentsOf: repeatElement(-1, count: number + 1 - blockOf.count)) }
      // A provisional block, which marks the item as present.
      blockOf[number] = 0
      added.append(StoredItem(item))
    }
    guard !added.isEmpty else { return }
    estimates += added.count { !$0.isExact }
    insert(added, at: min(max(index, 0), count))
  }

  private mutating func insert(_ added: [StoredItem], at index: Int) {
    guard !order.isEmpty else {
      replace([], at: 0, with: added)
      return
    }
    // Between two blocks, the upper one is used.
    var (place, within) = (0, 0)
    if index > 0 {
      (place, within) = locate(index - 1)
      within += 1
    }
    let block = Int(order[place])
    guard blocks[block].items.count + added.count <= Block.largest else {
      var items = blocks[block].items
      items.insert(contentsOf: added, at: within)
      replace([place], at: place, with: items)
      return
    }
    blocks[block].items.insert(contentsOf: added, at: within)
    for item in added { blockOf[Int(item.id.number)] = Int32(block) }
    let whole = Block(added)
    grow(block, at: place, by: whole.extent, count: added.count, pinned: whole.pinned)
  }

  /// Removes an item; returns false if the column didn't contain it.
  @discardableResult
  public mutating func remove(_ id: ItemID) -> Bool {
    guard contains(id) else { return false }
    let block = Int(blockOf[Int(id.number)])
    let place = Int(placeOf[block])
    guard let within = blocks[block].items.firstIndex(where: { $0.id == id }) else { return false }
    let item = blocks[block].items.remove(at: within)
    blockOf[Int(id.number)] = -1
    estimates -= item.isExact ? 0 : 1
    grow(block, at: place, by: -item.extent, count: -1, pinned: item.isPinned ? -1 : 0)
    tidy(place)
    return true
  }

  /// Changes an item's height, and whether it is measured; the column must contain the item.
  ///
  /// - Throws: An issue for an invalid height, or `TimelineIssue.noSuchItem`.
  public mutating func setHeight(
    of id: ItemID, to height: Double, gap: Double? = nil, isExact: Bool = true
  ) throws(TimelineIssue) {
    guard contains(id) else { throw .noSuchItem(id) }
    let block = Int(blockOf[Int(id.number)])
    guard let within = blocks[block].items.firstIndex(where: { $0.id == id }) else { throw .noSuchItem(id) }
    let old = blocks[block].items[within]
    var item = old.item
    (item.height, item.isExact) = (height, isExact)
    item.gap = gap ?? item.gap
    try Self.check(item)
    let new = StoredItem(item)
    blocks[block].items[within] = new
    estimates += (new.isExact ? 0 : 1) - (old.isExact ? 0 : 1)
    grow(block, at: Int(placeOf[block]), by: new.extent - old.extent, count: 0, pinned: 0)
  }

  /// - Throws: An issue for invalid numbers of an item.
  static func check(_ item: ColumnItem) throws(TimelineIssue) {
    guard ItemID.numbers.contains(item.id.number) else { throw .itemNumber(item.id) }
    guard ColumnItem.heights.contains(item.height) else { throw .height(item.height, of: item.id) }
    guard ColumnItem.gaps.contains(item.gap) else { throw .gap(item.gap, of: item.id) }
  }

  private mutating func grow(_ block: Int, at place: Int, by extent: Double, count: Int, pinned: Int) {
    blocks[block].extent += extent
    blocks[block].pinned += pinned
    if extent != 0 { extents.add(extent, at: place) }
    if count != 0 { counts.add(count, at: place) }
  }

  /// Merges a small block with the next or previous one.
  private mutating func tidy(_ place: Int) {
    let count = blocks[Int(order[place])].items.count
    if count == 0 {
      replace([place], at: place, with: [])
    } else if count < Block.usual / 4, order.count > 1 {
      let first = place + 1 < order.count ? place : place - 1
      let items = blocks[Int(order[first])].items + blocks[Int(order[first + 1])].items
      if items.count <= Block.usual { replace([first, first + 1], at: first, with: items) }
    }
  }

  /// Replaces the blocks at `places` by blocks of `items`, and rebuilds the sums.
  private mutating func replace(_ places: [Int], at place: Int, with items: [StoredItem]) {
    var free = places.map { order[$0] }
    for number in free { blocks[Int(number)] = Block([]) }
    free += unused
    order.removeSubrange(place..<(place + places.count))
    var made: [Int32] = []
    for start in stride(from: 0, to: items.count, by: Block.usual) {
      let number = free.popLast() ?? Int32(blocks.count)
      if Int(number) == blocks.count { blocks.append(Block([])) }
      blocks[Int(number)] = Block(Array(items[start..<min(start + Block.usual, items.count)]))
      for item in blocks[Int(number)].items { blockOf[Int(item.id.number)] = number }
      made.append(number)
    }
    unused = free
    order.insert(contentsOf: made, at: place)
    placeOf = [Int32](repeating: 0, count: blocks.count)
    for (place, number) in order.enumerated() { placeOf[Int(number)] = Int32(place) }
    counts = PrefixSums(order.map { blocks[Int($0)].items.count })
    extents = PrefixSums(order.map { blocks[Int($0)].extent })
  }

  /// An item with its position in the content.
  package struct ItemPosition: Equatable, Sendable {
    package let index: Int
    package let id: ItemID
    package let top: Double
    package let height: Double
    package let gap: Double
    package let isExact: Bool
    package let canAnchor: Bool
  }

  /// The items, in order, that overlap the range between two positions of the content by more than an edge.
  ///
  /// Items without a height overlap nothing.
  package func items(from start: Double, to end: Double) -> [ItemPosition] {
    guard end > start, let first = index(at: start) else { return [] }
    return items(from: start, to: end, startingWith: first, before: count)
  }

  /// The same, limited to a range of indexes.
  func items(from start: Double, to end: Double, within range: Range<Int>) -> [ItemPosition] {
    guard end > start, !range.isEmpty, let found = index(at: start) else { return [] }
    return items(from: start, to: end, startingWith: max(found, range.lowerBound), before: range.upperBound)
  }

  private func items(from start: Double, to end: Double, startingWith first: Int, before limit: Int) -> [ItemPosition] {
    guard first < limit else { return [] }
    var found: [ItemPosition] = []
    var (place, within) = locate(first)
    var (index, top) = (first, self.top(at: first))
    while place < order.count {
      let block = blocks[Int(order[place])]
      // Skip a block of items without heights in one step.
      if within == 0, block.extent == 0 {
        index += block.items.count
      } else {
        for item in block.items[within...] {
          guard index < limit, top < end else { return found }
          if item.height > 0, top + item.height > start { found.append(ItemPosition(item, index: index, top: top)) }
          index += 1
          top += item.extent
        }
      }
      (place, within) = (place + 1, 0)
    }
    return found
  }

  /// An item with its position.
  package func placed(at index: Int) -> ItemPosition {
    ItemPosition(stored(at: index), index: index, top: top(at: index))
  }
}

extension Column.ItemPosition {
  fileprivate init(_ item: StoredItem, index: Int, top: Double) {
    self.init(
      index: index, id: item.id, top: top, height: item.height, gap: item.gap, isExact: item.isExact,
      canAnchor: item.canAnchor)
  }
}

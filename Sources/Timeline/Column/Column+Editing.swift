extension Column {
  /// Puts items before the one at `index`, or at the end.
  ///
  /// - Throws: `TimelineIssue.duplicateItem`, or what is wrong with an item's numbers; the column is as it was then.
  package mutating func insert(_ items: some Sequence<ColumnItem>, at index: Int) throws(TimelineIssue) {
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
      // Some block: until it has its own, this tells that the item is there.
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
    // At a border between two blocks, the one above takes it.
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

  /// Takes an item out; false if it wasn't there.
  @discardableResult
  package mutating func remove(_ id: ItemID) -> Bool {
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

  /// Gives an item another height, and says whether it is measured; the item must be there.
  ///
  /// - Throws: what is wrong with the height, or `TimelineIssue.noSuchItem`.
  package mutating func setHeight(
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

  /// Throws what is wrong with an item's numbers.
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

  /// Joins a block that has become small with the one after it, or before it.
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

  /// Puts blocks of `items` where those at `places` were, and makes the sums anew.
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
}

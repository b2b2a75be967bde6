import Support
import Testing
import Timeline

struct ColumnTests {
  private func column(_ heights: [Double], gap: Double = 8, leading: Double = 0) throws -> Column {
    try Column(heights.enumerated().map { ColumnItem(ItemID(Int32($0)), height: $1, gap: gap) }, leading: leading)
  }

  @Test("items follow each other with their gaps, and nothing follows the last")
  func places() throws {
    let column = try column([100, 50, 25], gap: 10, leading: 4)
    #expect((0...3).map(column.top) == [4, 114, 174, 209])
    #expect(column.height == 199)
    #expect(try self.column([]).height == 0)
  }

  @Test("a place leads to its item, in a gap to the one above, beyond the ends to the first and the last")
  func lookup() throws {
    let column = try column([100, 50, 25], gap: 10)
    #expect([-5, 0, 109, 110, 165, 170, 999].map { column.index(at: $0) } == [0, 0, 0, 1, 1, 2, 2])
    #expect(try self.column([]).index(at: 0) == nil)
  }

  @Test("what shares no longer than an edge with a range is not in it")
  func edges() throws {
    let column = try column([100, 50, 25], gap: 10)
    #expect(column.items(from: 100, to: 110).isEmpty)
    #expect(column.items(from: 99, to: 111).map(\.id.number) == [0, 1])
    #expect(column.items(from: 99, to: 99).isEmpty)
  }

  @Test("random edits leave what a plain list leaves", arguments: [1, 2, 3, 4] as [UInt64])
  func randomEdits(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (column, plain) = (try column([]), PlainColumn())
    var next: Int32 = 0
    for round in 0..<40 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let many = Int.random(in: 0..<4, using: &random) == 0 ? 700 : 20
        let items = (0..<Int.random(in: 1...many, using: &random)).map { number in
          ColumnItem(
            ItemID(next + Int32(number)), height: Double.random(in: 0...600, using: &random),
            gap: Double.random(in: 0...20, using: &random), isPinned: Int.random(in: 0..<40, using: &random) == 0)
        }
        next += Int32(items.count)
        let index = Int.random(in: 0...plain.items.count, using: &random)
        try column.insert(items, at: index)
        plain.insert(items, at: index)
      case 2:
        for _ in 0..<min(plain.items.count, round % 2 == 0 ? 300 : 5) {
          let id = plain.items[Int.random(in: 0..<plain.items.count, using: &random)].id
          let isRemoved = column.remove(id)
          #expect(isRemoved)
          plain.items.removeAll { $0.id == id }
        }
      default:
        guard let id = plain.items.randomElement(using: &random)?.id else { continue }
        let height = Double.random(in: 0...900, using: &random)
        try column.setHeight(of: id, to: height, isExact: false)
        plain.setHeight(of: id, to: height)
      }
      try plain.check(column, &random)
    }
  }

  @Test("an edit and its inverse leave every place where it was, to the bit")
  func inverse() throws {
    var random = SplitMix64(seed: 9)
    let before = try column((0..<2000).map { _ in Double.random(in: 0...500, using: &random) }, gap: 7.3)
    var column = before
    let added = (2000..<2500).map { ColumnItem(ItemID($0), height: 33.3, gap: 1.1) }
    try column.insert(added, at: 777)
    let index = 123
    try column.setHeight(of: column.id(at: index), to: 1)
    #expect(column.top(at: 1500) != before.top(at: 1500))
    try column.setHeight(of: column.id(at: index), to: before.itemHeight(at: index))
    for item in added.shuffled(using: &random) { column.remove(item.id) }
    #expect((0...2000).allSatisfy { column.top(at: $0) == before.top(at: $0) })
    #expect(column.height == before.height)
  }

  @Test("a copy stays unchanged")
  func copy() throws {
    let before = try column([10, 20, 30])
    var after = before
    after.remove(ItemID(1))
    #expect(before.count == 3)
    #expect(after.count == 2)
  }

  @Test("an item that is there, and numbers that are none, are refused and change nothing")
  func refusals() throws {
    var column = try column([10, 20])
    let wrong: [(ColumnItem, TimelineIssue)] = [
      (ColumnItem(ItemID(1), height: 5), .duplicateItem(ItemID(1))),
      (ColumnItem(ItemID(-1), height: 5), .itemNumber(ItemID(-1))),
      (ColumnItem(ItemID(.max), height: 5), .itemNumber(ItemID(.max))),
      (ColumnItem(ItemID(7), height: -1), .height(-1, of: ItemID(7))),
      (ColumnItem(ItemID(7), height: .infinity), .height(.infinity, of: ItemID(7))),
      (ColumnItem(ItemID(7), height: 5, gap: 1e9), .gap(1e9, of: ItemID(7))),
    ]
    for (item, issue) in wrong {
      #expect(throws: issue) { try column.insert([ColumnItem(ItemID(6), height: 1), item], at: 0) }
    }
    #expect(throws: TimelineIssue.self) { try column.setHeight(of: ItemID(0), to: .nan) }
    #expect(throws: TimelineIssue.noSuchItem(ItemID(9))) { try column.setHeight(of: ItemID(9), to: 1) }
    let isRemoved = column.remove(ItemID(9))
    #expect(!isRemoved)
    #expect(column.count == 2 && column.height == 38)
  }

  @Test("items without heights are passed, however many")
  func nothing() throws {
    let column = try column(Array(repeating: 0, count: 100_000) + [50], gap: 0)
    #expect(column.height == 50)
    #expect(column.items(from: -10, to: 60).map(\.index) == [100_000])
  }

  @Test("pinned items are found from either side")
  func pins() throws {
    let items = (0..<1000).map { ColumnItem(ItemID($0), height: 10, isPinned: $0 == 3 || $0 == 900) }
    let column = try Column(items)
    #expect([2, 3, 899, 900, 999].map(column.lastPinned) == [nil, 3, 3, 900, 900])
    #expect([0, 3, 4, 900, 901].map(column.firstPinned) == [3, 3, 900, 900, nil])
  }
}

/// The same column, computed by addition.
private struct PlainColumn {
  var items: [ColumnItem] = []

  mutating func insert(_ added: [ColumnItem], at index: Int) { items.insert(contentsOf: added, at: index) }

  mutating func setHeight(of id: ItemID, to height: Double) {
    if let index = items.firstIndex(where: { $0.id == id }) {
      (items[index].height, items[index].isExact) = (height, false)
    }
  }

  func check(_ column: Column, _ random: inout SplitMix64) throws {
    var tops = [0.0]
    for item in items { tops.append(tops[tops.count - 1] + Points.snapped(item.height) + Points.snapped(item.gap)) }
    try #require(column.count == items.count)
    #expect(column.estimates == items.count { !$0.isExact })
    #expect(column.height == (tops.last ?? 0) - Points.snapped(items.last?.gap ?? 0))
    for _ in 0..<8 where !items.isEmpty {
      let index = Int.random(in: 0..<items.count, using: &random)
      #expect(column.top(at: index) == tops[index])
      #expect(column.id(at: index) == items[index].id)
      #expect(column.index(of: items[index].id) == index)
      #expect(column.lastPinned(upTo: index) == items[...index].lastIndex(where: \.isPinned))
      let y = Double.random(in: -50...(tops[tops.count - 1] + 50), using: &random)
      #expect(column.index(at: y) == tops.dropLast().lastIndex { $0 <= y } ?? 0)
      let shown = items.indices.filter {
        tops[$0] < y + 800 && tops[$0] + Points.snapped(items[$0].height) > y && items[$0].height > 0
      }
      #expect(column.items(from: y, to: y + 800).map(\.index) == shown)
    }
  }
}

import Foundation
import GRDB

/// Heights of many cards, read in one go.
package struct HeightTable: Sendable {
  /// Places in `points` by card.
  package private(set) var cards: [Int64] = []
  /// One after the other; each card has as many as its run had widths.
  private var points: [StoredHeights] = []
  private var starts: [Int] = []

  package var count: Int { cards.count }

  fileprivate mutating func append(_ card: Int64, _ bytes: UnsafeRawBufferPointer) {
    cards.append(card)
    starts.append(points.count)
    PackedHeights.append(bytes, to: &points)
  }

  /// By width, in the order of the run's widths; empty for a card that is not there.
  package subscript(card: Int64) -> ArraySlice<StoredHeights> {
    // Cards are read in the order of their ids.
    var (low, high) = (0, cards.count)
    while low < high {
      let middle = (low + high) / 2
      if cards[middle] < card { low = middle + 1 } else { high = middle }
    }
    guard low < cards.count, cards[low] == card else { return [] }
    return points[starts[low]..<(low + 1 < starts.count ? starts[low + 1] : points.count)]
  }
}

/// Heights as bytes: two little-endian numbers of 32 bits a width.
enum PackedHeights {
  static func data(_ heights: [StoredHeights]) -> Data {
    var data = Data(capacity: heights.count * 8)
    for height in heights {
      for value in [height.initial, height.extra] {
        withUnsafeBytes(of: UInt32(clamping: value).littleEndian) { data.append(contentsOf: $0) }
      }
    }
    return data
  }

  static func append(_ bytes: UnsafeRawBufferPointer, to heights: inout [StoredHeights]) {
    for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
      let initial = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      let extra = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
      heights.append(StoredHeights(initial: Int(initial), extra: Int(extra)))
    }
  }
}

extension ExportStore {
  /// The heights of all cards. No key and no story is read.
  package func heights() throws -> HeightTable {
    try attempt {
      try queue.read { database in
        var table = HeightTable()
        let cursor = try Row.fetchCursor(database, sql: "SELECT card, points FROM heights ORDER BY card")
        while let row = try cursor.next() {
          let card = try row.decode(Int64.self, atIndex: 0)
          try row.withUnsafeData(atIndex: 1) { data in
            (data ?? Data()).withUnsafeBytes { table.append(card, $0) }
          }
        }
        return table
      }
    }
  }

  /// Heights of some cards, in their order.
  package func heights(of cards: some Collection<Int64>) throws -> [[StoredHeights]] {
    try attempt { try queue.read { database in try cards.map { try Self.heights(of: $0, database) } } }
  }

  private static func heights(of card: Int64, _ database: Database) throws -> [StoredHeights] {
    let statement = try database.cachedStatement(sql: "SELECT points FROM heights WHERE card = ?")
    guard let data = try Data.fetchOne(statement, arguments: [card]) else { throw StoreIssue.Fault.corrupt }
    var heights: [StoredHeights] = []
    data.withUnsafeBytes { PackedHeights.append($0, to: &heights) }
    return heights
  }

  /// A card as it is published.
  package struct Entry: Sendable {
    package var name: String
    package var heights: [StoredHeights]
    package var fragments: CardFragments
  }

  /// All that is published of cards but their pictures, in the order of `cards`.
  package func entries(of cards: some Collection<Int64>) throws -> [Entry] {
    try attempt { try queue.read { database in try cards.map { try Self.entry(of: $0, database) } } }
  }

  private static func entry(of card: Int64, _ database: Database) throws -> Entry {
    let statement = try database.cachedStatement(
      sql: "SELECT name, entry, words FROM story JOIN card ON card.id = card WHERE card = ?")
    guard let row = try Row.fetchOne(statement, arguments: [card]) else { throw StoreIssue.Fault.corrupt }
    let layouts = try database.cachedStatement(
      sql: "SELECT width, places, boxes FROM layout WHERE card = ? ORDER BY width")
    let fragments = CardFragments(
      entry: try row.decode(atIndex: 1), words: try row.decode(atIndex: 2),
      layouts: try Row.fetchAll(layouts, arguments: [card]).map {
        CardFragments.Layout(
          width: try $0.decode(atIndex: 0), places: try $0.decode(atIndex: 1), boxes: try $0.decode(atIndex: 2))
      })
    return Entry(name: try row.decode(atIndex: 0), heights: try heights(of: card, database), fragments: fragments)
  }

  /// What cards were drawn from, in the order of `cards`.
  package func keys(of cards: some Collection<Int64>) throws -> [CardKey] {
    try attempt {
      try queue.read { database in
        let statement = try database.cachedStatement(
          sql: "SELECT content, photos, digest FROM card JOIN design ON design.id = design WHERE card.id = ?")
        return try cards.map { card in
          guard let row = try Row.fetchOne(statement, arguments: [card]), let content = try row.digest(0),
            let photos = try row.digest(1), let design = try row.digest(2)
          else { throw StoreIssue.Fault.corrupt }
          return CardKey(content: content, photos: photos, design: design)
        }
      }
    }
  }

  /// The files of cards, and whether they wait to be published, in the order of `cards`.
  package func files(of cards: some Collection<Int64>) throws -> [(isStaged: Bool, files: [StoredFile])] {
    try attempt {
      try queue.read { database in
        let staged = try database.cachedStatement(sql: "SELECT staged FROM card WHERE id = ?")
        return try cards.map { card in
          guard let isStaged = try Bool.fetchOne(staged, arguments: [card]) else { throw StoreIssue.Fault.corrupt }
          return (isStaged, try Self.storedFiles(of: card, database))
        }
      }
    }
  }

  /// Names of published cards that are not among `cards`.
  package func names(besides cards: Set<Int64>) throws -> [String] { try published(besides: cards).map(\.name) }

  /// Published cards that are not among `cards`, in the order in which they were drawn.
  package func published(besides cards: Set<Int64>) throws -> [(id: Int64, name: String)] {
    try attempt {
      try queue.read { database in
        var found: [(id: Int64, name: String)] = []
        let cursor = try Row.fetchCursor(database, sql: "SELECT id, name FROM card WHERE staged = 0 ORDER BY id")
        while let row = try cursor.next() {
          let id: Int64 = try row.decode(atIndex: 0)
          if !cards.contains(id) { found.append((id, try row.decode(atIndex: 1))) }
        }
        return found
      }
    }
  }

  /// Notes that the output folder now holds `cards` and no others.
  package func finishPublishing(_ cards: Set<Int64>) throws {
    try attempt {
      try queue.write { database in
        try database.execute(sql: "UPDATE card SET staged = 0 WHERE staged = 1")
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM card") ?? 0
        if count != cards.count {
          let gone = try Int64.fetchAll(database, sql: "SELECT id FROM card").filter { !cards.contains($0) }
          let statement = try database.cachedStatement(sql: "DELETE FROM card WHERE id = ?")
          for card in gone { try statement.execute(arguments: [card]) }
        }
        try database.execute(sql: "DELETE FROM design WHERE id NOT IN (SELECT design FROM card)")
      }
    }
  }
}

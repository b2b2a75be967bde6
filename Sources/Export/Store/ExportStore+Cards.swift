import Diagnostics
import Files
import Foundation
import GRDB
import Site

/// The digests of a design's components, by the names for messages.
package struct DesignComponents: Hashable, Sendable {
  package var digests: [String: Digest]

  package init(_ digests: [String: Digest]) {
    self.digests = digests
  }
}

extension ExportStore {
  /// Returns stored cards in the order of `names`; nil for a card that was never drawn.
  ///
  /// - Throws: `StoreIssue.Fault` if the store is damaged, `Diagnostic` if it can't be read.
  package func cards(_ names: [String]) throws -> [StoredCard?] {
    try read { database in
      let rows = try Self.rows(
        """
        SELECT card.id, content, photos, digest, stamp, staged, diagnostics, name
        FROM card JOIN design ON design.id = design WHERE name IN (SELECT value FROM json_each(?))
        """, of: JSONText.line(names), database)
      var found: [String: StoredCard] = [:]
      while let row = try rows.next() {
        guard let content = try row.digest(1), let photos = try row.digest(2), let design = try row.digest(3) else {
          throw StoreIssue.Fault.corrupt
        }
        let diagnostics = try row.decode(String?.self, atIndex: 6).map { Data($0.utf8) }
        found[try row.decode(atIndex: 7)] = StoredCard(
          id: try row.decode(atIndex: 0), key: CardKey(content: content, photos: photos, design: design),
          stamp: try row.digest(4), isStaged: try row.decode(atIndex: 5),
          diagnostics: diagnostics.flatMap { try? JSONDecoder().decode([Diagnostic].self, from: $0) } ?? [], files: [])
      }
      let files = try Self.storedFiles(of: found.values.map(\.id), database)
      return names.map { name in
        guard var card = found[name] else { return nil }
        card.files = files[card.id] ?? []
        return card
      }
    }
  }

  /// Returns the rows of a statement for several cards, which is several times faster than one query each.
  ///
  /// - Parameter list: The statement's only argument, a JSON array.
  private static func rows(_ sql: String, of list: String, _ database: Database) throws -> RowCursor {
    try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: [list])
  }

  private static func list(_ cards: some Collection<Int64>) -> String {
    "[" + cards.map(String.init).joined(separator: ",") + "]"
  }

  /// Returns files by card, in the order of their paths.
  private static func storedFiles(
    of cards: some Collection<Int64>, _ database: Database
  ) throws -> [Int64: [StoredFile]] {
    let rows = try rows(
      """
      SELECT card, path, bytes, modified, sha256 FROM file
      WHERE card IN (SELECT value FROM json_each(?)) ORDER BY card, path
      """, of: list(cards), database)
    var files: [Int64: [StoredFile]] = [:]
    while let row = try rows.next() {
      // A path that leads outside was not written here.
      guard let sha256 = try row.digest(4), let path = RelativePath(try row.decode(String.self, atIndex: 1)) else {
        throw StoreIssue.Fault.corrupt
      }
      let file = StoredFile(
        path: path, bytes: try row.decode(atIndex: 2), modified: try row.decode(atIndex: 3), sha256: sha256)
      files[try row.decode(atIndex: 0), default: []].append(file)
    }
    return files
  }

  /// Returns the components of the designs of drawn cards.
  package func designs() throws -> [Digest: DesignComponents] {
    try read { database in
      var designs: [Digest: DesignComponents] = [:]
      let cursor = try Row.fetchCursor(database, sql: "SELECT digest, parts FROM design")
      while let row = try cursor.next() {
        guard let digest = try row.digest(0) else { throw StoreIssue.Fault.corrupt }
        let text = try row.decode(String.self, atIndex: 1)
        let parts = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        designs[digest] = DesignComponents((parts ?? [:]).compactMapValues { Digest(hex: $0) })
      }
      return designs
    }
  }

  /// Saves drawn cards, replacing their previous data, in one transaction.
  package func save(_ cards: [NewCard], designs: [Digest: DesignComponents]) throws -> [Int64] {
    try attempt {
      try queue.write { database in
        try cards.map { card in
          let design = try Self.save(card.key.design, designs[card.key.design], database)
          try database.cachedStatement(sql: "DELETE FROM card WHERE name = ?").execute(arguments: [card.text.name])
          return try Self.insert(card, design: design, database)
        }
      }
    }
  }

  private static func save(_ digest: Digest, _ components: DesignComponents?, _ database: Database) throws -> Int64 {
    let known = try database.cachedStatement(sql: "SELECT id FROM design WHERE digest = ?")
    if let id = try Int64.fetchOne(known, arguments: [digest.data]) { return id }
    let texts = (components?.digests ?? [:]).mapValues(\.hex)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(texts), as: UTF8.self)
    try database.execute(
      sql: "INSERT INTO design (digest, parts) VALUES (?, ?)", arguments: [digest.data, json])
    return database.lastInsertedRowID
  }

  private static func insert(_ card: NewCard, design: Int64, _ database: Database) throws -> Int64 {
    try database.cachedStatement(
      sql: """
        INSERT INTO card (name, content, photos, design, stamp, staged, diagnostics, addresses)
        VALUES (?, ?, ?, ?, ?, 1, ?, ?)
        """
    ).execute(arguments: [
      card.text.name, card.key.content.data, card.key.photos.data, design, card.stamp?.data,
      card.diagnostics.isEmpty ? nil : try JSONText.line(card.diagnostics), try card.photos.map(JSONText.line),
    ])
    let id = database.lastInsertedRowID
    let file = try database.cachedStatement(
      sql: "INSERT INTO file (card, path, bytes, modified, sha256) VALUES (?, ?, ?, ?, ?)")
    for entry in card.files {
      try file.execute(arguments: [id, entry.path.text, entry.bytes, entry.modified, entry.sha256.data])
    }
    try insert(card.text, of: id, database)
    return id
  }

  static func insert(_ text: StoredCardText, of card: Int64, _ database: Database) throws {
    let (page, search) = (text.page, text.page?.search)
    try database.cachedStatement(sql: "INSERT INTO story VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
      card, text.entry, page?.story, search?.author, search?.moment, search?.time, search?.kinds, search?.text,
    ])
    let layout = try database.cachedStatement(
      sql: "INSERT INTO layout (card, width, initial, extra, places, boxes) VALUES (?, ?, ?, ?, ?, ?)")
    for entry in page?.layouts ?? [] {
      try layout.execute(arguments: [card, entry.width, entry.initial, entry.extra, entry.places, entry.boxes])
      // Cards of earlier versions are migrated before this column exists.
      guard let drawn = entry.drawn else { continue }
      try database.cachedStatement(sql: "UPDATE layout SET drawn = ? WHERE card = ? AND width = ?")
        .execute(arguments: [drawn, card, entry.width])
    }
  }

  /// Records that photos or files were checked again and are unchanged.
  package func refresh(_ cards: [StoredCard]) throws {
    if cards.isEmpty { return }
    try attempt {
      try queue.write { database in
        let stamp = try database.cachedStatement(sql: "UPDATE card SET stamp = ? WHERE id = ?")
        let file = try database.cachedStatement(sql: "UPDATE file SET modified = ? WHERE card = ? AND path = ?")
        for card in cards {
          try stamp.execute(arguments: [card.stamp?.data, card.id])
          for entry in card.files { try file.execute(arguments: [entry.modified, card.id, entry.path.text]) }
        }
      }
    }
  }
}

extension Row {
  /// Returns nil for NULL.
  func digest(_ index: Int) throws -> Digest? {
    try withUnsafeData(atIndex: index) { data in
      guard let data else { return nil }
      guard let digest = data.withUnsafeBytes({ Digest($0) }) else { throw StoreIssue.Fault.corrupt }
      return digest
    }
  }
}

extension SiteEntry.Layout: FetchableRecord {}
extension SearchFields: FetchableRecord {}

extension ExportStore {
  /// Returns a card's initial height in points at a screen width; 0 if it wasn't drawn for that. Texts are not read.
  package func height(of card: Int64, width: Int) throws -> Int {
    try read { database in
      let statement = try database.cachedStatement(sql: "SELECT initial FROM layout WHERE card = ? AND width = ?")
      return try Int.fetchOne(statement, arguments: [card, width]) ?? 0
    }
  }

  /// Returns the published data of cards except images, in the order of `cards`.
  package func texts(of cards: some Collection<Int64>) throws -> [StoredCardText] {
    try read { database in
      let list = Self.list(cards)
      var texts: [Int64: StoredCardText] = [:]
      let stories = try Self.rows(
        """
        SELECT card, name, entry, words, author, moment, time, kinds, text
        FROM story JOIN card ON card.id = card WHERE card IN (SELECT value FROM json_each(?))
        """, of: list, database)
      while let row = try stories.next() {
        var text = StoredCardText(name: try row.decode(atIndex: 1), entry: try row.decode(atIndex: 2))
        if let story = try row.decode(String?.self, atIndex: 3) {
          text.page = SiteEntry(id: text.name, story: story, search: try SearchFields(row: row), layouts: [])
        }
        texts[try row.decode(atIndex: 0)] = text
      }
      let layouts = try Self.rows(
        """
        SELECT card, width, initial, extra, places, boxes, drawn FROM layout
        WHERE card IN (SELECT value FROM json_each(?)) ORDER BY card, width
        """, of: list, database)
      while let row = try layouts.next() {
        texts[try row.decode(atIndex: 0)]?.page?.layouts.append(try SiteEntry.Layout(row: row))
      }
      return try cards.map { card in
        guard let text = texts[card] else { throw StoreIssue.Fault.corrupt }
        return text
      }
    }
  }

  /// Returns the keys in the order of `cards`.
  package func keys(of cards: some Collection<Int64>) throws -> [CardKey] {
    try read { database in
      let rows = try Self.rows(
        """
        SELECT card.id, content, photos, digest
        FROM card JOIN design ON design.id = design WHERE card.id IN (SELECT value FROM json_each(?))
        """, of: Self.list(cards), database)
      var keys: [Int64: CardKey] = [:]
      while let row = try rows.next() {
        guard let content = try row.digest(1), let photos = try row.digest(2), let design = try row.digest(3) else {
          throw StoreIssue.Fault.corrupt
        }
        keys[try row.decode(atIndex: 0)] = CardKey(content: content, photos: photos, design: design)
      }
      return try cards.map { card in
        guard let key = keys[card] else { throw StoreIssue.Fault.corrupt }
        return key
      }
    }
  }

  /// Returns the files of cards, and whether they are staged, in the order of `cards`.
  package func files(of cards: some Collection<Int64>) throws -> [(isStaged: Bool, files: [StoredFile])] {
    try read { database in
      let rows = try Self.rows(
        "SELECT id, staged FROM card WHERE id IN (SELECT value FROM json_each(?))", of: Self.list(cards), database)
      var staged: [Int64: Bool] = [:]
      while let row = try rows.next() { staged[try row.decode(atIndex: 0)] = try row.decode(Bool.self, atIndex: 1) }
      let files = try Self.storedFiles(of: cards, database)
      return try cards.map { card in
        guard let isStaged = staged[card] else { throw StoreIssue.Fault.corrupt }
        return (isStaged, files[card] ?? [])
      }
    }
  }

  /// Returns the names of published cards that aren't in `cards`.
  package func names(besides cards: Set<Int64>) throws -> [String] { try published(besides: cards).map(\.name) }

  /// Returns published cards that aren't in `cards`, in the order in which they were drawn.
  package func published(besides cards: Set<Int64>) throws -> [(id: Int64, name: String)] {
    try read { database in
      var found: [(id: Int64, name: String)] = []
      let cursor = try Row.fetchCursor(database, sql: "SELECT id, name FROM card WHERE staged = 0 ORDER BY id")
      while let row = try cursor.next() {
        let id: Int64 = try row.decode(atIndex: 0)
        if !cards.contains(id) { found.append((id, try row.decode(atIndex: 1))) }
      }
      return found
    }
  }

  /// Records that the output folder now holds exactly `cards`.
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

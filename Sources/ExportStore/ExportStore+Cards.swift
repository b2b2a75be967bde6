import Digests
import Foundation
import GRDB

/// Which digests a design is made of, by the names that people are told when one of them changes.
package struct DesignComponents: Hashable, Sendable {
  package var digests: [String: Digest]

  package init(_ digests: [String: Digest]) {
    self.digests = digests
  }
}

extension ExportStore {
  /// What is known of cards, in the order of `names`; nil for one that was never drawn.
  ///
  /// - Throws: `StoreIssue.Fault` where the store is damaged, `Diagnostic` where it can't be read.
  package func cards(_ names: [String]) throws -> [StoredCard?] {
    try attempt { try queue.read { database in try names.map { try Self.card($0, database) } } }
  }

  private static func card(_ name: String, _ database: Database) throws -> StoredCard? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT card.id, content, photos, digest, stamp, staged, diagnostics
        FROM card JOIN design ON design.id = design WHERE name = ?
        """)
    let cursor = try Row.fetchCursor(statement, arguments: [name])
    guard let row = try cursor.next() else { return nil }
    guard let content = try row.digest(1), let photos = try row.digest(2), let design = try row.digest(3) else {
      throw StoreIssue.Fault.corrupt
    }
    let id = try row.decode(Int64.self, atIndex: 0)
    return StoredCard(
      id: id, key: CardKey(content: content, photos: photos, design: design), stamp: try row.digest(4),
      isStaged: try row.decode(Bool.self, atIndex: 5), diagnostics: try row.decode(String?.self, atIndex: 6),
      files: try storedFiles(of: id, database))
  }

  static func storedFiles(of card: Int64, _ database: Database) throws -> [StoredFile] {
    let statement = try database.cachedStatement(
      sql: "SELECT path, bytes, modified, sha256 FROM file WHERE card = ? ORDER BY path")
    let cursor = try Row.fetchCursor(statement, arguments: [card])
    var files: [StoredFile] = []
    while let row = try cursor.next() {
      guard let sha256 = try row.digest(3) else { throw StoreIssue.Fault.corrupt }
      files.append(
        StoredFile(
          path: try row.decode(atIndex: 0), bytes: try row.decode(atIndex: 1), modified: try row.decode(atIndex: 2),
          sha256: sha256))
    }
    return files
  }

  /// What designs that cards were drawn with were made of.
  package func designs() throws -> [Digest: DesignComponents] {
    try attempt {
      try queue.read { database in
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
  }

  /// Keeps cards that were drawn, each in place of what was known of it, all of them or none.
  ///
  /// - Parameter designs: What the cards' designs are made of.
  /// - Returns: The cards' ids.
  package func save(_ cards: [NewCard], designs: [Digest: DesignComponents]) throws -> [Int64] {
    try attempt {
      try queue.write { database in
        try cards.map { card in
          let design = try Self.save(card.key.design, designs[card.key.design], database)
          try database.cachedStatement(sql: "DELETE FROM card WHERE name = ?").execute(arguments: [card.name])
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
        INSERT INTO card (name, content, photos, design, stamp, staged, diagnostics) VALUES (?, ?, ?, ?, ?, 1, ?)
        """
    ).execute(arguments: [
      card.name, card.key.content.data, card.key.photos.data, design, card.stamp?.data, card.diagnostics,
    ])
    let id = database.lastInsertedRowID
    try database.cachedStatement(sql: "INSERT INTO heights (card, points) VALUES (?, ?)")
      .execute(arguments: [id, PackedHeights.data(card.heights)])
    let file = try database.cachedStatement(
      sql: "INSERT INTO file (card, path, bytes, modified, sha256) VALUES (?, ?, ?, ?, ?)")
    for entry in card.files {
      try file.execute(arguments: [id, entry.path, entry.bytes, entry.modified, entry.sha256.data])
    }
    try database.cachedStatement(sql: "INSERT INTO story (card, entry, words) VALUES (?, ?, ?)")
      .execute(arguments: [id, card.fragments.entry, card.fragments.words])
    let layout = try database.cachedStatement(
      sql: "INSERT INTO layout (card, width, places, boxes) VALUES (?, ?, ?, ?)")
    for entry in card.fragments.layouts {
      try layout.execute(arguments: [id, entry.width, entry.places, entry.boxes])
    }
    return id
  }

  /// Notes that photos or files were looked at again and are the same.
  package func refresh(_ cards: [StoredCard]) throws {
    if cards.isEmpty { return }
    try attempt {
      try queue.write { database in
        let stamp = try database.cachedStatement(sql: "UPDATE card SET stamp = ? WHERE id = ?")
        let file = try database.cachedStatement(sql: "UPDATE file SET modified = ? WHERE card = ? AND path = ?")
        for card in cards {
          try stamp.execute(arguments: [card.stamp?.data, card.id])
          for entry in card.files { try file.execute(arguments: [entry.modified, card.id, entry.path]) }
        }
      }
    }
  }
}

extension Row {
  /// Nil for NULL.
  func digest(_ index: Int) throws -> Digest? {
    try withUnsafeData(atIndex: index) { data in
      guard let data else { return nil }
      guard let digest = data.withUnsafeBytes({ Digest($0) }) else { throw StoreIssue.Fault.corrupt }
      return digest
    }
  }
}

import Files
import Foundation
import GRDB

extension ExportStore {
  /// Returns the recorded last export; nil if there is none.
  package func lastExport() throws -> LastExport? {
    try read { database in
      try String.fetchOne(database, sql: "SELECT record FROM export")
        .flatMap { try? JSONDecoder().decode(LastExport.self, from: Data($0.utf8)) }
    }
  }

  /// - Parameter export: Nil if file metadata can't reliably detect a change.
  package func note(_ export: LastExport?) throws {
    try attempt {
      try queue.write { database in
        try database.execute(sql: "DELETE FROM export")
        guard let export else { return }
        try database.execute(sql: "INSERT INTO export VALUES (1, ?)", arguments: [JSONText.line(export)])
      }
    }
  }

  /// Whether a condition holds for all cards, in the order in which they were drawn. Texts are not read.
  package func allCards(are good: (StoredCardFiles) -> Bool) throws -> Bool {
    try read { database in
      let cursor = try Row.fetchCursor(
        database,
        sql: """
          SELECT id, name, stamp, staged, addresses, path, bytes, modified, sha256
          FROM card LEFT JOIN file ON card = id ORDER BY id
          """)
      var last: (id: Int64, card: StoredCardFiles)?
      while let row = try cursor.next() {
        let id = try row.decode(Int64.self, atIndex: 0)
        if last?.id != id {
          if let last, !good(last.card) { return false }
          let addresses = try row.decode(String?.self, atIndex: 4)
          last = (
            id,
            StoredCardFiles(
              name: try row.decode(atIndex: 1), stamp: try row.digest(2), isStaged: try row.decode(atIndex: 3),
              photos: addresses.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) }, files: [])
          )
        }
        guard let path = try row.decode(String?.self, atIndex: 5) else { continue }
        guard let sha256 = try row.digest(8), let place = RelativePath(path) else { throw StoreIssue.Fault.corrupt }
        last?.card.files.append(
          StoredFile(
            path: place, bytes: try row.decode(atIndex: 6), modified: try row.decode(atIndex: 7), sha256: sha256))
      }
      return last.map { good($0.card) } ?? true
    }
  }
}

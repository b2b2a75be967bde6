/// A change of the tables between two versions of the tool.
struct Migration: Sendable {
  var name: String
  var change: @Sendable (Database) throws -> Void

  init(_ name: String, change: @escaping @Sendable (Database) throws -> Void) {
    (self.name, self.change) = (name, change)
  }
}

/// The migrations of a database in order. The database lists the ones that it has, by name, in a table of GRDB's format:
/// earlier versions of the tool used that library.
struct Migrations: Sendable {
  static let table = "grdb_migrations"

  var list: [Migration]

  /// Runs the missing migrations, each in a transaction, up to and including `last`; nil for all.
  func run(_ queue: DatabaseQueue, upTo last: String? = nil) throws {
    try queue.withDatabase { database in
      try database.execute("CREATE TABLE IF NOT EXISTS \(Self.table) (identifier TEXT NOT NULL PRIMARY KEY)")
      let applied = try applied(database)
      // A changed table is created under another name and then renamed; references are checked at the end.
      try database.execute("PRAGMA foreign_keys = OFF")
      defer { try? database.execute("PRAGMA foreign_keys = ON") }
      for migration in list {
        if !applied.contains(migration.name) {
          try database.transaction { database in
            try migration.change(database)
            guard try database.rows("PRAGMA foreign_key_check").next() == nil else { throw ColumnTypeError() }
            try database.execute("INSERT INTO \(Self.table) (identifier) VALUES (?)", [migration.name])
          }
        }
        if migration.name == last { return }
      }
    }
  }

  /// Returns the names in the database; empty if it has no list.
  func applied(_ database: Database) throws -> Set<String> {
    let tables = try database.value(
      Int.self, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '\(Self.table)'")
    guard let tables, tables > 0 else { return [] }
    return Set(try database.values(String.self, "SELECT identifier FROM \(Self.table)"))
  }

  /// Whether the database has all migrations in `applied`, without a gap.
  func areComplete(_ applied: Set<String>) -> Bool { list.allSatisfy { applied.contains($0.name) } }

  /// Whether a later version of the tool has changed the database.
  func areSuperseded(_ applied: Set<String>) -> Bool { !applied.subtracting(list.map(\.name)).isEmpty }
}

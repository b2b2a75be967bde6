import GRDB

/// The tables. Keys and heights lie apart from stories, so that "what is stale" and "how high is the feed" read narrow rows
/// only, however long the posts are.
enum StoreSchema {
  /// "FPst": tells our databases from everybody else's (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x4650_7374

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("cards") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(
        sql: """
          CREATE TABLE design (
            id INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            parts TEXT NOT NULL
          ) STRICT;
          CREATE TABLE card (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            content BLOB NOT NULL,
            photos BLOB NOT NULL,
            design INTEGER NOT NULL REFERENCES design (id),
            stamp BLOB,
            staged INTEGER NOT NULL,
            diagnostics TEXT
          ) STRICT;
          CREATE TABLE heights (
            card INTEGER PRIMARY KEY REFERENCES card (id) ON DELETE CASCADE,
            points BLOB NOT NULL
          ) STRICT;
          CREATE TABLE file (
            card INTEGER NOT NULL REFERENCES card (id) ON DELETE CASCADE,
            path TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            sha256 BLOB NOT NULL,
            PRIMARY KEY (card, path)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE story (
            card INTEGER PRIMARY KEY REFERENCES card (id) ON DELETE CASCADE,
            entry TEXT NOT NULL,
            words TEXT NOT NULL
          ) STRICT;
          CREATE TABLE layout (
            card INTEGER NOT NULL REFERENCES card (id) ON DELETE CASCADE,
            width INTEGER NOT NULL,
            places TEXT NOT NULL,
            boxes TEXT NOT NULL,
            PRIMARY KEY (card, width)
          ) STRICT, WITHOUT ROWID;
          """)
    }
    return migrator
  }
}

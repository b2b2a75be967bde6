import GRDB

/// The tables. Keys and heights lie apart from stories, so that "what is stale" and "how high is the feed" read narrow rows
/// only, however long the posts are.
enum StoreSchema {
  /// "FPst": tells our databases from everybody else's (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x4650_7374

  /// Every column of every table, with its type and its part in the primary key; views and triggers by their names, of
  /// which there are none.
  static func columns(_ database: Database) throws -> [[DatabaseValue]] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT object.type, object.name, part.name, part.type, part."notnull", part.pk
        FROM sqlite_master AS object LEFT JOIN pragma_table_info(object.name) AS part
        WHERE object.type <> 'index' AND object.name NOT LIKE 'sqlite@_%' ESCAPE '@' AND object.name <> 'grdb_migrations'
        ORDER BY object.name, part.cid
        """
    ).map { Array($0.databaseValues) }
  }

  /// The columns of a store that was just made.
  static let ownColumns = Result<[[DatabaseValue]], any Error> {
    let queue = try DatabaseQueue()
    try migrator.migrate(queue)
    return try queue.read(columns)
  }

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

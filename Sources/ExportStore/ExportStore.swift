import Diagnostics
import Files
import Foundation
import GRDB
import Site

/// What is drawn already, and from what: an SQLite database in the output folder. Safe to use from any task; one process
/// at a time, which the folder's lock sees to.
package final class ExportStore: Sendable {
  package static let fileName = "store.sqlite"

  let queue: DatabaseQueue
  private let file: URL

  private init(_ queue: DatabaseQueue, _ file: URL) {
    self.queue = queue
    self.file = file
  }

  /// Opens the store at `file`, or makes one. What stands there and is no store that this version can use (a pipe, a
  /// folder, a symbolic link, a damaged database, another program's) is renamed to `store.sqlite.broken-1`, …, which
  /// `report` is told of.
  ///
  /// - Throws: `Diagnostic` where the file can't be read or written.
  package static func open(_ file: URL, report: (Diagnostic) -> Void = { _ in }) throws(Diagnostic) -> ExportStore {
    WorkTally.note(.openedStore)
    do {
      return try ExportStore(connect(file), file)
    } catch let fault as StoreIssue.Fault {
      let name = try setAside(file)
      report(Diagnostic(StoreIssue.setAside(name: name, fault), at: Place(file: file.path)))
    } catch {
      throw unusable(error, file)
    }
    do {
      return try ExportStore(connect(file), file)
    } catch {
      throw unusable(error, file)
    }
  }

  /// Opens a store to look at it alone: nothing is written, not even beside it.
  ///
  /// - Parameter report: Is told of a store that is damaged, or not one that this version can use.
  package static func openForReading(_ file: URL, report: (Diagnostic) -> Void = { _ in }) -> ExportStore? {
    do {
      guard try StoreFiles.exist(at: file) else { return nil }
      WorkTally.note(.openedStore)
      return try telling {
        guard let queue = try untouched(file) else {
          return try copied(file)
        }
        return try check(queue) ? ExportStore(queue, file) : nil
      }
    } catch let fault as StoreIssue.Fault {
      report(Diagnostic(StoreIssue.damaged(fault), at: Place(file: file.path)))
    } catch {
      // Nothing is known of it; an export that writes says why.
    }
    return nil
  }

  /// The database as it is in its file, opened so that nothing about it or beside it changes.
  ///
  /// - Returns: Nil where a killed run has left a log that the file alone says nothing of.
  private static func untouched(_ file: URL) throws -> DatabaseQueue? {
    guard (FileStamp(file.path + "-wal", following: true)?.size ?? 0) == 0 else { return nil }
    var address = URLComponents(url: file, resolvingAgainstBaseURL: false)
    address?.queryItems = [URLQueryItem(name: "mode", value: "ro"), URLQueryItem(name: "immutable", value: "1")]
    var configuration = Configuration()
    configuration.readonly = true
    return try address?.string.map { try DatabaseQueue(path: $0, configuration: configuration) }
  }

  /// A copy of the database and its log, into which SQLite may write.
  private static func copied(_ file: URL) throws -> ExportStore? {
    let folder = try ScratchFolder()
    let copy = try folder.copy(file.path, as: "store.sqlite")
    _ = try folder.copy(file.path + "-wal", as: "store.sqlite-wal")
    // Open files outlive their names.
    return try withExtendedLifetime(folder) { try ExportStore(connect(copy), copy) }
  }

  /// Brings everything into the one file, so that it can be linked. The store stays open, also where a folder with the link
  /// takes the place of its own.
  ///
  /// - Throws: `StoreIssue.Fault.corrupt`, else `Diagnostic`.
  package func settle() throws {
    try attempt { _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
  }

  /// - Throws: `StoreIssue.Fault.corrupt`, else `Diagnostic`.
  package func close() throws {
    try attempt { try queue.close() }
  }

  // MARK: Opening

  private static func connect(_ file: URL) throws -> DatabaseQueue {
    try telling {
      // What is not ours is told before SQLite writes a byte into it.
      if try StoreFiles.exist(at: file), let known = try untouched(file) {
        _ = try check(known)
        try known.close()
      }
      var configuration = Configuration()
      configuration.journalMode = .wal
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      if try !check(queue) {
        try StoreSchema.migrator.migrate(queue)
        guard try check(queue) else { throw StoreIssue.Fault.corrupt }
      }
      return queue
    }
  }

  /// Runs `body`, and tells what SQLite finds damaged from every other error.
  private static func telling<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError where error.isDamage {
      throw StoreIssue.Fault.corrupt
    } catch is RowDecodingError {
      throw StoreIssue.Fault.corrupt
    }
  }

  /// - Returns: Whether the database has all its tables; not so one that is being made, or of an earlier version.
  private static func check(_ queue: DatabaseQueue) throws -> Bool {
    try queue.read { database in
      let mark = try Int64.fetchOne(database, sql: "PRAGMA application_id")
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      // A run that was killed while it made the store leaves an empty one.
      if mark == 0 && tables == 0 { return false }
      guard mark == StoreSchema.applicationID else { throw StoreIssue.Fault.foreign }
      if try StoreSchema.migrator.hasBeenSuperseded(database) { throw StoreIssue.Fault.newer }
      guard try !StoreSchema.migrator.appliedIdentifiers(database).isEmpty else { throw StoreIssue.Fault.corrupt }
      guard try StoreSchema.migrator.hasCompletedMigrations(database) else { return false }
      guard try StoreSchema.columns(database) == StoreSchema.ownColumns.get() else { throw StoreIssue.Fault.corrupt }
      return true
    }
  }

  private static func setAside(_ file: URL) throws(Diagnostic) -> String {
    do {
      return try StoreFiles.setAside(file)
    } catch {
      throw unusable(error, file)
    }
  }

  /// Sets a store aside that turned out to be damaged while it was used; to be called when nobody uses it any more.
  package func setAside() throws(Diagnostic) -> Diagnostic {
    try? queue.close()
    let name = try Self.setAside(file)
    return Diagnostic(StoreIssue.setAside(name: name, .corrupt), at: Place(file: file.path))
  }

  // MARK: Errors

  /// Runs `body`, and tells apart a damaged store from one that can't be written.
  ///
  /// - Throws: `StoreIssue.Fault.corrupt`, else `Diagnostic`.
  func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      if error.isDamage { throw StoreIssue.Fault.corrupt }
      throw Self.unusable(error, file)
    } catch let error where error is RowDecodingError || error is DecodingError {
      throw StoreIssue.Fault.corrupt
    }
  }

  /// Looks at the database. It is one process's, and one task's at a time, so a look needs no transaction, whose beginning
  /// and end would have every statement prepared anew.
  ///
  /// - Throws: `StoreIssue.Fault.corrupt`, else `Diagnostic`.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result { try attempt { try queue.unsafeRead(body) } }

  private static func unusable(_ error: any Error, _ file: URL) -> Diagnostic {
    if let diagnostic = error as? Diagnostic { return diagnostic }
    let words = (error as? DatabaseError)?.message ?? reason(error)
    return Diagnostic(StoreIssue.unusable(reason: words), at: Place(file: file.path))
  }
}

extension StoreIssue.Fault: Error {}

extension DatabaseError {
  /// The database is at fault, and not what surrounds it: the disk, permissions, another process. Our statements are
  /// good, so what they stumble over is damage: a table that is missing, an index that denies a row.
  fileprivate var isDamage: Bool {
    switch resultCode.primaryResultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_FORMAT,
      .SQLITE_SCHEMA:
      true
    default: false
    }
  }
}

/// The tables. Keys lie apart from stories, so that "what is stale" reads narrow rows only, however long the posts are.
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
    // Cards of posts that have left the feed come along: nobody can draw them again.
    migrator.registerMigration("search") { database in
      try database.execute(
        sql: """
          ALTER TABLE story RENAME TO story1;
          ALTER TABLE layout RENAME TO layout1;
          CREATE TABLE story (
            card INTEGER PRIMARY KEY REFERENCES card (id) ON DELETE CASCADE,
            entry TEXT NOT NULL,
            words TEXT,
            author TEXT,
            moment TEXT,
            time TEXT,
            kinds INTEGER,
            text TEXT
          ) STRICT;
          CREATE TABLE layout (
            card INTEGER NOT NULL REFERENCES card (id) ON DELETE CASCADE,
            width INTEGER NOT NULL,
            initial INTEGER NOT NULL,
            extra INTEGER NOT NULL,
            places TEXT NOT NULL,
            boxes TEXT NOT NULL,
            PRIMARY KEY (card, width)
          ) STRICT, WITHOUT ROWID;
          """)
      try moveTexts(database)
      try database.execute(sql: "DROP TABLE story1; DROP TABLE layout1; DROP TABLE heights")
    }
    migrator.registerMigration("drawings") { database in
      try database.execute(sql: "ALTER TABLE layout ADD COLUMN drawn TEXT")
    }
    migrator.registerMigration("inputs") { database in
      try database.execute(
        sql: """
          ALTER TABLE card ADD COLUMN addresses TEXT;
          CREATE TABLE export (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            record TEXT NOT NULL
          ) STRICT;
          """)
    }
    // Entries of the manifest are lines.
    migrator.registerMigration("lines") { database in
      let update = try database.makeStatement(sql: "UPDATE story SET entry = ? WHERE card = ?")
      let stories = try Row.fetchCursor(database, sql: "SELECT card, entry FROM story")
      while let row = try stories.next() {
        let (card, entry) = (try row.decode(Int64.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
        try update.execute(arguments: [JSONText.compacted(entry), card])
      }
    }
    return migrator
  }

  private struct Entry: Decodable { var heights: [String: [String: Double]] }

  /// What cards of the first version are published with. Their heights stand in the manifest's entries too, by width.
  private static func moveTexts(_ database: Database) throws {
    let stories = try Row.fetchCursor(database, sql: "SELECT card, entry, words FROM story1")
    while let row = try stories.next() {
      let card = try row.decode(Int64.self, atIndex: 0)
      let (entry, story) = (try row.decode(String.self, atIndex: 1), try row.decode(String.self, atIndex: 2))
      var page = story.isEmpty ? nil : SiteEntry(id: "", story: story, search: SearchFields(story: story), layouts: [])
      let heights = (try? JSONDecoder().decode(Entry.self, from: Data(entry.utf8)).heights) ?? [:]
      let layouts = "SELECT width, places, boxes FROM layout1 WHERE card = ? ORDER BY width"
      for row in try Row.fetchAll(database, sql: layouts, arguments: [card]) {
        let states = heights[String(try row.decode(Int.self, atIndex: 0))] ?? [:]
        page?.layouts.append(
          SiteEntry.Layout(
            width: try row.decode(atIndex: 0), expanded: states["expanded"] ?? 0, collapsed: states["collapsed"],
            places: try row.decode(atIndex: 1), boxes: try row.decode(atIndex: 2)))
      }
      try ExportStore.insert(CardText(name: "", entry: entry, page: page), of: card, database)
    }
  }
}

import Diagnostics
import Files
import Foundation
import GRDB
import Site

/// The store of drawn cards and their inputs: an SQLite database in the output folder. Can be used from any task, but
/// only by one process at a time, which the folder's lock ensures.
package final class ExportStore: Sendable {
  package static let fileName = "store.sqlite"

  let queue: DatabaseQueue
  private let file: URL

  private init(_ queue: DatabaseQueue, _ file: URL) {
    self.queue = queue
    self.file = file
  }

  /// Opens the store at `file`, or creates it. Anything there that this version can't use (a pipe, a folder, a symbolic
  /// link, a damaged database, another program's) is renamed to `store.sqlite.broken-1`, …, which is passed to
  /// `report`.
  ///
  /// - Throws: `Diagnostic` if the file can't be read or written.
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

  /// Opens a store read-only: nothing is written, not even next to it.
  ///
  /// - Parameter report: Receives a diagnostic if the store is damaged or unusable for this version.
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
      // The content is unknown; an export that writes reports why.
    }
    return nil
  }

  /// Opens the database file such that neither it nor anything next to it changes.
  ///
  /// - Returns: Nil if a killed run left a log, so that the file alone is incomplete.
  private static func untouched(_ file: URL) throws -> DatabaseQueue? {
    guard (FileStamp(file.path + "-wal", following: true)?.size ?? 0) == 0 else { return nil }
    var address = URLComponents(url: file, resolvingAgainstBaseURL: false)
    address?.queryItems = [URLQueryItem(name: "mode", value: "ro"), URLQueryItem(name: "immutable", value: "1")]
    var configuration = Configuration()
    configuration.readonly = true
    return try address?.string.map { try DatabaseQueue(path: $0, configuration: configuration) }
  }

  /// Opens a copy of the database and its log, into which SQLite may write.
  private static func copied(_ file: URL) throws -> ExportStore? {
    let folder = try ScratchFolder()
    let copy = try folder.copy(file.path, as: "store.sqlite")
    _ = try folder.copy(file.path + "-wal", as: "store.sqlite-wal")
    // Open files outlive their names.
    return try withExtendedLifetime(folder) { try ExportStore(connect(copy), copy) }
  }

  /// Checkpoints everything into the single file, so that it can be linked. The store stays open, even if a folder with
  /// the link replaces its own.
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
      // Detect foreign files before SQLite writes a byte into them.
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

  /// Runs `body` and distinguishes damage from other SQLite errors.
  private static func telling<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError where error.isDamage {
      throw StoreIssue.Fault.corrupt
    } catch is RowDecodingError {
      throw StoreIssue.Fault.corrupt
    }
  }

  /// - Returns: Whether the database has all its tables; false for a new one, or one of an earlier version.
  private static func check(_ queue: DatabaseQueue) throws -> Bool {
    try queue.read { database in
      let mark = try Int64.fetchOne(database, sql: "PRAGMA application_id")
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      // A run that was killed while creating the store leaves an empty one.
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

  /// Sets aside a store that turned out to be damaged during use. Must be called after the last use.
  package func setAside() throws(Diagnostic) -> Diagnostic {
    try? queue.close()
    let name = try Self.setAside(file)
    return Diagnostic(StoreIssue.setAside(name: name, .corrupt), at: Place(file: file.path))
  }

  // MARK: Errors

  /// Runs `body` and distinguishes a damaged store from one that can't be written.
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

  /// Reads from the database. Only one process and one task use it at a time, so reading needs no transaction, which
  /// would prepare every statement again.
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
  /// Whether the database itself is at fault, not its environment: the disk, permissions, another process. The
  /// statements are correct, so a failing one means damage, such as a missing table or an inconsistent index.
  fileprivate var isDamage: Bool {
    switch resultCode.primaryResultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_FORMAT,
      .SQLITE_SCHEMA:
      true
    default: false
    }
  }
}

/// The tables. Keys are separate from texts, so that the check for stale cards only reads narrow rows, however long the
/// posts are.
enum StoreSchema {
  /// "FPst": distinguishes these databases from others (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x4650_7374

  /// Returns every column of every table, with its type and its position in the primary key; also the names of views
  /// and triggers, which don't exist in a valid store.
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

  /// The columns of a new store.
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
    // Cards of removed posts are migrated, since they can't be drawn again.
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

  /// Migrates the published data of cards of the first version. Their heights are also in the manifest's entries, by
  /// width.
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
      try ExportStore.insert(StoredCardText(name: "", entry: entry, page: page), of: card, database)
    }
  }
}

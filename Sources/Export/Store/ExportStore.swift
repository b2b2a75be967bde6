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
package enum StoreSchema {
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

  package static var migrator: DatabaseMigrator {
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

// MARK: - Cards

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

// MARK: - Inputs

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

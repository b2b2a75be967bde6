import CardRendering
import Diagnostics
import Files
import Foundation
import GRDB

/// Everything that a post's cards are rendered from, except for what all cards have in common.
package struct PostKey: Hashable, Sendable {
  /// The digest of the view models.
  var content: Digest
  /// The digest of the bytes of its photos and of the set of missing photos.
  var photos: Digest
  /// The digest of the photos' names, sizes and times; nil if these would not reveal every change.
  var stamp: Digest?

  package init(content: Digest, photos: Digest, stamp: Digest? = nil) {
    (self.content, self.photos, self.stamp) = (content, photos, stamp)
  }
}

/// The facts about a post that go into the report of the whole comparison.
struct PostFacts: Codable, Sendable {
  var diagnostics: [Diagnostic]
  /// The fonts and libraries of the post's cards, by name.
  var environments: [String: RenderingEnvironment]
  var drift: [CompareReport.Drift]
}

/// The state of the files that an identical case depends on.
package struct CaseDependencies: Hashable, Sendable {
  /// The mark of the baseline's description.
  var record: FileMark
  /// Whether the baseline's image is stored.
  var hasPicture: Bool

  package init(record: FileMark, hasPicture: Bool) {
    (self.record, self.hasPicture) = (record, hasPicture)
  }
}

/// The texts of a case in each file of the review.
package struct ReviewTexts: Hashable, Sendable {
  /// The element of the report's list.
  package var report: String
  /// Empty for a case that JUnit omits.
  package var junit: String
  /// The data for the review's start page, and for the case's page.
  package var head: String
  var detail: String

  package init(report: String, junit: String, head: String, detail: String) {
    (self.report, self.junit, self.head, self.detail) = (report, junit, head, detail)
  }
}

/// The results of a comparison in the order of the report: an SQLite database, so that a run of any length keeps only
/// counts and causes in memory.
///
/// A comparison fills a new store in the draft of its review, and writes all files from the rows. The next comparison
/// reuses the rows of posts whose cases were all identical, as long as nothing that they depend on has changed.
package final class ComparisonStore: Sendable {
  /// A case. At least one of `result` and `texts` is known.
  package struct Row: Sendable {
    package var id: String
    /// nil for a case that was not compared again.
    package var result: CaseResult?
    /// nil unless the next comparison may reuse the case.
    package var dependencies: CaseDependencies?
    /// The texts of a case whose files don't depend on other cases.
    package var texts: ReviewTexts?
    /// The position in the report, from 1.
    fileprivate(set) var number: Int64 = 0

    package init(
      id: String, result: CaseResult? = nil, dependencies: CaseDependencies? = nil, texts: ReviewTexts? = nil,
      number: Int64 = 0
    ) {
      (self.id, self.result, self.dependencies, self.texts, self.number) = (id, result, dependencies, texts, number)
    }
  }

  /// A post whose cases are all identical.
  package struct Post: Sendable {
    var id: String
    var key: PostKey
    /// `PostFacts` as JSON; the same for most posts.
    var facts: String
    package var rows: [Row] = []

    package init(id: String, key: PostKey, facts: String, rows: [Row] = []) {
      (self.id, self.key, self.facts, self.rows) = (id, key, facts, rows)
    }
  }

  /// The store of a review.
  static let file: RelativePath = ".feedproof/comparison.sqlite"
  /// A store that the next comparison can't use. It disappears with the draft.
  private static let temporaryFile: RelativePath = ".feedproof/rows.sqlite"

  private let queue: DatabaseQueue
  private let path: String

  // MARK: Writing

  /// Creates a store in the draft of a review.
  ///
  /// - Parameter key: The digest of everything that the run's cases have in common; nil if the next comparison can't
  ///   reuse the rows.
  /// - Throws: `Diagnostic` if the folder can't be written.
  package init(in folder: URL, key: Digest?) throws(Diagnostic) {
    let name = key == nil ? Self.temporaryFile : Self.file
    do {
      let tree = try FileTree(making: folder.path)
      // Creates the folder, and a file that is no link.
      try tree.remove(name)
      try tree.create(name).flush()
      path = tree.place(of: name)
      // Nothing is recovered after a crash, since the draft is discarded as a whole.
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      configuration.foreignKeysEnabled = false
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN; \(Self.schema)")
        if let key { try database.execute(sql: "INSERT INTO run VALUES (?)", arguments: [key.hex]) }
      }
    } catch let error as FileError {
      throw error.diagnostic
    } catch {
      throw Self.diagnostic(error, folder.path)
    }
  }

  /// "FPrc": distinguishes these databases from others.
  private static let applicationID = 0x4650_7263
  private static let version = 1

  private static let schema = """
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    CREATE TABLE run (key TEXT NOT NULL) STRICT;
    CREATE TABLE post (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, content TEXT NOT NULL, photos TEXT NOT NULL, stamp TEXT,
      facts TEXT NOT NULL, cases INTEGER NOT NULL, checksum TEXT NOT NULL
    ) STRICT;
    CREATE INDEX postByID ON post (id);
    CREATE TABLE result (
      number INTEGER PRIMARY KEY, post INTEGER, id TEXT NOT NULL, seconds REAL NOT NULL, result TEXT, baseline TEXT,
      hasPicture INTEGER, report TEXT, junit TEXT, head TEXT, detail TEXT, checksum TEXT
    ) STRICT;
    CREATE INDEX resultByPost ON result (post) WHERE post IS NOT NULL;
    """

  /// Adds a post without its rows.
  ///
  /// - Parameter cases: The number of rows that follow.
  /// - Returns: The number of the post.
  package func add(_ post: Post, cases: Int) throws -> Int64 {
    try attempt { database in
      try database.cachedStatement(
        sql: """
          INSERT INTO post (id, content, photos, stamp, facts, cases, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        post.id, post.key.content.hex, post.key.photos.hex, post.key.stamp?.hex, post.facts, cases,
        post.checksum(cases: cases),
      ])
      return database.lastInsertedRowID
    }
  }

  /// Adds a case.
  ///
  /// - Parameter post: The number of its post if the next comparison may reuse the post.
  package func add(_ row: Row, of post: Int64? = nil) throws {
    try attempt { database in
      try database.cachedStatement(
        sql: """
          INSERT INTO result (post, id, seconds, result, baseline, hasPicture, report, junit, head, detail, checksum)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        post, row.id, row.result?.seconds ?? 0, row.result.map { try JSONText.line($0) }, row.dependencies?.record.text,
        row.dependencies?.hasPicture, row.texts?.report, row.texts?.junit, row.texts?.head, row.texts?.detail,
        row.checksum,
      ])
    }
  }

  /// Stores the texts of a row.
  ///
  /// - Parameter head: The data for the start page.
  package func set(head: String, _ texts: ReviewTexts?, of row: Row) throws {
    var row = row
    row.texts = texts
    try attempt { database in
      try database.cachedStatement(
        sql: "UPDATE result SET report = ?, junit = ?, head = ?, detail = ?, checksum = ? WHERE number = ?"
      ).execute(arguments: [texts?.report, texts?.junit, head, texts?.detail, row.checksum, row.number])
    }
  }

  /// Completes the file. The rows can be read afterward.
  package func finish() throws { try attempt { try $0.execute(sql: "COMMIT") } }

  // MARK: Reading

  private static let columns =
    "number, id, seconds, result, baseline, hasPicture, report, junit, head, detail, checksum"

  /// Calls `body` for each row in order, with one row in memory at a time. `body` may change the row.
  package func forEach(_ body: (Row) throws -> Void) throws {
    let decoder = JSONDecoder()
    try attempt { database in
      let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT \(Self.columns) FROM result ORDER BY number")
      while let row = try rows.next() { try body(Row(row, decoder)) }
    }
  }

  /// Calls `body` for each case that this run compared.
  func forEachCompared(_ body: (CaseResult) throws -> Void) throws {
    try forEach { if let result = $0.result { try body(result) } }
  }

  /// Calls `body` for the start page's data of each row in order.
  package func forEachHead(_ body: (String) throws -> Void) throws {
    try attempt { database in
      let heads = try String.fetchCursor(database, sql: "SELECT head FROM result ORDER BY number")
      while let head = try heads.next() { try body(head) }
    }
  }

  // MARK: The last comparison

  /// Opens the store of the last comparison. It is only a cache: nil if there is none, or if it belongs to another
  /// design, other options or another version.
  ///
  /// - Parameters:
  ///   - folder: The review's folder.
  ///   - key: The digest of everything that the run's cases have in common.
  ///   - report: Receives a diagnostic if the store is damaged. The comparison then renders everything.
  package init?(last folder: URL, key: Digest, report: (Diagnostic) -> Void) {
    // SQLite would wait for the writer of a pipe, and follow links.
    guard let tree = try? FileTree(folder.path), tree.stamp(of: Self.file)?.kind == .file else { return nil }
    path = tree.place(of: Self.file)
    do {
      var address = URLComponents(url: URL(fileURLWithPath: path), resolvingAgainstBaseURL: false)
      address?.queryItems = [URLQueryItem(name: "mode", value: "ro"), URLQueryItem(name: "immutable", value: "1")]
      var configuration = Configuration()
      configuration.readonly = true
      queue = try DatabaseQueue(path: address?.string ?? path, configuration: configuration)
      let isUsable = try queue.read { database in
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == Self.applicationID,
          try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return try Int.fetchOne(database, sql: "PRAGMA user_version") == Self.version
          && String.fetchAll(database, sql: "SELECT key FROM run") == [key.hex]
      }
      guard isUsable else { return nil }
    } catch {
      report(Diagnostic(CompareIssue.storeDamaged, at: Place(file: path)))
      return nil
    }
  }

  /// Returns a post of the last comparison; nil if it has none, or if its rows are damaged. Safe to call from any task.
  package func post(_ id: String) -> Post? {
    try? queue.unsafeRead { database in
      let found = try GRDB.Row.fetchOne(
        database.cachedStatement(
          sql: "SELECT number, content, photos, stamp, facts, cases, checksum FROM post WHERE id = ?"),
        arguments: [id])
      guard let found, let content = Digest(hex: try found.decode(String.self, atIndex: 1)),
        let photos = Digest(hex: try found.decode(String.self, atIndex: 2))
      else { return nil }
      let stamp = try found.decode(String?.self, atIndex: 3).flatMap { Digest(hex: $0) }
      var post = Post(
        id: id, key: PostKey(content: content, photos: photos, stamp: stamp), facts: try found.decode(atIndex: 4))
      let cases = try found.decode(Int.self, atIndex: 5)
      guard try found.decode(String.self, atIndex: 6) == post.checksum(cases: cases) else { return nil }
      let rows = try GRDB.Row.fetchCursor(
        database.cachedStatement(sql: "SELECT \(Self.columns) FROM result WHERE post = ? ORDER BY number"),
        arguments: [try found.decode(Int64.self, atIndex: 0)])
      while let row = try rows.next() {
        let entry = try Row(row, nil)
        guard entry.dependencies != nil, entry.texts != nil,
          try row.decode(String?.self, atIndex: 10) == entry.checksum
        else { return nil }
        post.rows.append(entry)
      }
      return post.rows.count == cases && cases > 0 ? post : nil
    }
  }

  // MARK: Errors

  private func attempt<Result>(_ body: (Database) throws -> Result) throws -> Result {
    do {
      return try queue.unsafeReentrantWrite(body)
    } catch let error as DatabaseError {
      throw Self.diagnostic(error, path)
    }
  }

  private static func diagnostic(_ error: any Error, _ path: String) -> Diagnostic {
    let code =
      switch (error as? DatabaseError)?.resultCode {
      case .SQLITE_FULL?: ENOSPC
      case .SQLITE_CANTOPEN?, .SQLITE_PERM?, .SQLITE_READONLY?: EACCES
      default: EIO
      }
    return FileError(path, .system(code)).diagnostic
  }
}

extension ComparisonStore.Row {
  /// - Parameter decoder: Decodes the result; nil leaves it out.
  fileprivate init(_ row: Row, _ decoder: JSONDecoder?) throws {
    (number, id) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
    if let decoder, let text = try row.decode(String?.self, atIndex: 3) {
      result = try decoder.decode(CaseResult.self, from: Data(text.utf8))
      result?.seconds = try row.decode(atIndex: 2)
    }
    if let record = try row.decode(String?.self, atIndex: 4).flatMap({ FileMark(text: $0) }) {
      dependencies = CaseDependencies(record: record, hasPicture: try row.decode(Bool?.self, atIndex: 5) ?? false)
    }
    if let report = try row.decode(String?.self, atIndex: 6) {
      texts = ReviewTexts(
        report: report, junit: try row.decode(atIndex: 7), head: try row.decode(atIndex: 8),
        detail: try row.decode(atIndex: 9))
    }
  }

  /// A digest of everything that the next comparison reuses; SQLite would not notice other letters in a text.
  fileprivate var checksum: String? {
    guard let dependencies, let texts else { return nil }
    let fields = [dependencies.record.text, "\(dependencies.hasPicture)"]
    return Digest(of: ([id] + fields + [texts.report, texts.junit, texts.head, texts.detail]).joined(separator: "\0"))
      .hex
  }
}

extension ComparisonStore.Post {
  fileprivate func checksum(cases: Int) -> String {
    let fields = [id, key.content.hex, key.photos.hex, key.stamp?.hex ?? "", facts, "\(cases)"]
    return Digest(of: fields.joined(separator: "\0")).hex
  }
}

import CSQLite
import Foundation

/// A database that any thread can use, one at a time.
// Sendable: the connection is never used without the lock, and no row or statement leaves a closure.
final class DatabaseQueue: @unchecked Sendable {
  private let lock = NSLock()
  private let database: Database

  /// Opens or creates the database at a path, with a log.
  init(path: String) throws {
    database = try Database(path, .readWrite)
    // Returns the mode that is in use.
    guard try database.value(String.self, "PRAGMA journal_mode = WAL") == "wal" else {
      throw DatabaseError(SQLITE_CANTOPEN, "the log can't be used")
    }
    try database.execute("PRAGMA synchronous = NORMAL")
  }

  /// Opens a database that nothing else writes, such that no file changes.
  ///
  /// - Parameter uri: A `file:` URI (https://www.sqlite.org/uri.html).
  init(readOnly uri: String) throws {
    database = try Database(uri, .readOnly)
    // Reads the header: SQLite opens files lazily.
    _ = try database.value(Int64.self, "SELECT count(*) FROM sqlite_master")
  }

  /// Creates an empty database in memory.
  init() throws { database = try Database(":memory:", .readWrite) }

  /// Runs `body` in a transaction.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try withDatabase { try $0.transaction(body) }
  }

  /// Runs `body` without a transaction, so that SQLite commits each statement.
  func withDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(database)
  }

  /// Closes the files. Later uses throw; closing again does nothing.
  func close() throws { try withDatabase { try $0.close() } }
}

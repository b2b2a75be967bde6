import CSQLite
import Foundation

/// An error that SQLite reported.
struct DatabaseError: Error {
  /// The primary result code (https://www.sqlite.org/rescode.html).
  var code: Int32
  var message: String

  /// - Parameter code: A primary or an extended result code.
  init(_ code: Int32, _ message: String) {
    self.code = code & 0xFF
    self.message = message
  }
}

/// A column holds a value of another type than expected: the database is damaged.
struct ColumnTypeError: Error {}

/// A connection to an SQLite database. `DatabaseQueue` ensures that one thread at a time uses it.
final class Database {
  enum Access { case readOnly, readWrite }

  private var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]

  /// - Parameter location: A path, which is created if it doesn't exist and `access` allows it; a `file:` URI; or
  ///   `:memory:`.
  init(_ location: String, _ access: Access) throws {
    let flags =
      SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
      | (access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    let code = sqlite3_open_v2(location, &handle, flags, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, Self.message(handle, code)) }
    sqlite3_busy_timeout(handle, 5000)
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Closes the file. Later uses throw; closing again does nothing.
  func close() throws {
    statements = [:]
    let code = sqlite3_close(handle)
    guard code == SQLITE_OK else { throw DatabaseError(code, Self.message(handle, code)) }
    handle = nil
  }

  /// Moves the log into the database file and empties it.
  func checkpoint() throws {
    let code = sqlite3_wal_checkpoint_v2(try open(), nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, Self.message(handle, code)) }
  }

  var lastInsertedRowID: Int64 { handle.map(sqlite3_last_insert_rowid) ?? 0 }

  // MARK: Statements

  /// Compiles the first statement of `sql`.
  func statement(_ sql: String) throws -> Statement {
    guard let statement = try Statement.compile(sql, try open()).statement else {
      throw DatabaseError(SQLITE_MISUSE, "an empty statement")
    }
    return statement
  }

  /// Returns a compiled statement that is kept until the database is closed.
  func cachedStatement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try statement(sql)
    statements[sql] = statement
    return statement
  }

  /// Runs statements and ignores their rows.
  ///
  /// - Parameter arguments: The values for the statements' parameters, one statement after the other.
  func execute(_ sql: String, _ arguments: [(any ColumnValue)?] = []) throws {
    var (rest, remaining) = (sql, arguments[...])
    while true {
      let (statement, end) = try Statement.compile(rest, try open())
      if let statement {
        try statement.execute(Array(remaining.prefix(statement.parameterCount)))
        remaining = remaining.dropFirst(statement.parameterCount)
      }
      if end >= rest.utf8.count { return }
      rest = String(decoding: rest.utf8.dropFirst(end), as: UTF8.self)
    }
  }

  /// Returns the rows of a query that runs once.
  func rows(_ sql: String, _ arguments: [(any ColumnValue)?] = []) throws -> RowCursor {
    try statement(sql).rows(arguments)
  }

  /// Returns the first column of the first row; nil if there is no row.
  func value<Value: ColumnValue>(_ type: Value.Type = Value.self, _ sql: String) throws -> Value? {
    try statement(sql).value(type)
  }

  /// Returns the first column of all rows.
  func values<Value: ColumnValue>(_ type: Value.Type = Value.self, _ sql: String) throws -> [Value] {
    let cursor = try rows(sql)
    var values: [Value] = []
    while let row = try cursor.next() { values.append(try row.decode(atIndex: 0)) }
    return values
  }

  /// Runs `body` and commits its changes, or rolls them back if it throws.
  func transaction<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      // SQLite has already rolled back after some errors, such as a full disk.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  private func open() throws -> OpaquePointer {
    guard let handle else { throw DatabaseError(SQLITE_MISUSE, "the database is closed") }
    return handle
  }

  fileprivate static func message(_ handle: OpaquePointer?, _ code: Int32) -> String {
    String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
  }
}

/// A compiled statement.
final class Statement {
  private let handle: OpaquePointer
  private let database: OpaquePointer

  private init(_ handle: OpaquePointer, _ database: OpaquePointer) {
    (self.handle, self.database) = (handle, database)
  }

  deinit { sqlite3_finalize(handle) }

  /// Compiles the first statement of `sql`.
  ///
  /// - Returns: The statement, nil if there are only comments and white space; and the offset of its end in UTF-8.
  fileprivate static func compile(_ sql: String, _ database: OpaquePointer) throws -> (statement: Statement?, end: Int)
  {
    var (handle, end): (OpaquePointer?, Int) = (nil, 0)
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(database, start, -1, &handle, &tail)
      end = tail.map { $0 - start } ?? 0
      return code
    }
    guard code == SQLITE_OK else { throw DatabaseError(code, Database.message(database, code)) }
    return (handle.map { Statement($0, database) }, end)
  }

  var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// Runs the statement and ignores its rows.
  func execute(_ arguments: [(any ColumnValue)?] = []) throws {
    let rows = try rows(arguments)
    while try rows.next() != nil {}
  }

  /// Starts the statement. Only one cursor of a statement can be in use.
  func rows(_ arguments: [(any ColumnValue)?] = []) throws -> RowCursor {
    sqlite3_reset(handle)
    guard arguments.count == parameterCount else {
      throw DatabaseError(SQLITE_MISUSE, "\(arguments.count) arguments for \(parameterCount) parameters")
    }
    for (index, argument) in arguments.enumerated() { try bind(argument?.databaseValue ?? .null, Int32(index + 1)) }
    return RowCursor(self)
  }

  /// Returns the first column of the first row; nil if there is no row.
  func value<Value: ColumnValue>(
    _ type: Value.Type = Value.self, _ arguments: [(any ColumnValue)?] = []
  ) throws -> Value? {
    try rows(arguments).next()?.decode(Value.self, atIndex: 0)
  }

  private func bind(_ value: DatabaseValue, _ index: Int32) throws {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .real(let number): sqlite3_bind_double(handle, index, number)
      case .text(let text):
        text.withCString { fp_bind_text(handle, index, $0, UInt64(text.utf8.count)) }
      case .blob(let data):
        data.withUnsafeBytes { fp_bind_blob(handle, index, $0.baseAddress, UInt64($0.count)) }
      }
    guard code == SQLITE_OK else { throw DatabaseError(code, Database.message(database, code)) }
  }

  /// - Returns: False after the last row.
  fileprivate func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    // The message belongs to the last call.
    let error = code == SQLITE_DONE ? nil : DatabaseError(code, Database.message(database, code))
    reset()
    if let error { throw error }
    return false
  }

  /// Ends the read transaction.
  fileprivate func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  fileprivate var columnCount: Int { Int(sqlite3_column_count(handle)) }

  fileprivate func column(_ index: Int) -> DatabaseValue {
    let column = Int32(index)
    // The pointer is read before the count: reading it may convert the value.
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, column)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      guard let start = sqlite3_column_blob(handle, column) else { return .blob(Data()) }
      return .blob(Data(bytes: start, count: Int(sqlite3_column_bytes(handle, column))))
    default: return .null
    }
  }
}

/// The rows of a running statement, in order.
final class RowCursor {
  private let statement: Statement
  private var isOver = false

  fileprivate init(_ statement: Statement) { self.statement = statement }

  deinit {
    if !isOver { statement.reset() }
  }

  /// Returns the next row, which is valid until the next call; nil after the last one.
  func next() throws -> Row? {
    if isOver { return nil }
    // A failed step ends the statement too.
    isOver = true
    guard try statement.step() else { return nil }
    isOver = false
    return Row(statement: statement, cursor: self)
  }
}

/// The current row of a cursor.
struct Row {
  fileprivate let statement: Statement
  /// A released cursor resets its statement.
  fileprivate let cursor: RowCursor

  /// - Throws: `ColumnTypeError` if the column has another type.
  func decode<Value: ColumnValue>(_ type: Value.Type = Value.self, atIndex index: Int) throws -> Value {
    guard let value = Value(statement.column(index)) else { throw ColumnTypeError() }
    return value
  }

  var values: [DatabaseValue] { (0..<statement.columnCount).map(statement.column) }
}

import Diagnostics
import Foundation
import GRDB

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

  /// Opens the store at `file`, or makes one. What stands there and is no store that this version can use is renamed to
  /// `store.sqlite.broken-1`, …, which `report` is told of.
  ///
  /// - Throws: `Diagnostic` where the file can't be read or written.
  package static func open(_ file: URL, report: (Diagnostic) -> Void = { _ in }) throws(Diagnostic) -> ExportStore {
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
  /// - Returns: Nil where there is none that can be used.
  package static func openForReading(_ file: URL, report: (Diagnostic) -> Void = { _ in }) -> ExportStore? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      return try telling {
        if let queue = try untouched(file) { return try checked(queue).map { ExportStore($0, file) } }
        return try copied(file, log: URL(fileURLWithPath: file.path + "-wal"))
      }
    } catch let fault as StoreIssue.Fault {
      report(Diagnostic(StoreIssue.damaged(fault), at: Place(file: file.path)))
    } catch {
      // Nothing is known of it; an export that writes says why.
    }
    return nil
  }

  private static func checked(_ queue: DatabaseQueue) throws -> DatabaseQueue? {
    try check(queue)
    return queue
  }

  /// The database as it is in its file, opened so that nothing about it or beside it changes.
  ///
  /// - Returns: Nil where a killed run has left a log that the file alone says nothing of.
  private static func untouched(_ file: URL) throws -> DatabaseQueue? {
    let log = try? FileManager.default.attributesOfItem(atPath: file.path + "-wal")
    guard (log?[.size] as? Int ?? 0) == 0 else { return nil }
    var address = URLComponents(url: file, resolvingAgainstBaseURL: false)
    address?.queryItems = [URLQueryItem(name: "mode", value: "ro"), URLQueryItem(name: "immutable", value: "1")]
    var configuration = Configuration()
    configuration.readonly = true
    return try address?.string.map { try DatabaseQueue(path: $0, configuration: configuration) }
  }

  private static func copied(_ file: URL, log: URL) throws -> ExportStore? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedproof-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    // Open files outlive their names.
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent(fileName)
    try FileManager.default.copyItem(at: file, to: copy)
    try FileManager.default.copyItem(at: log, to: URL(fileURLWithPath: copy.path + "-wal"))
    return try ExportStore(connect(copy), copy)
  }

  /// Brings everything into the one file, so that it can be linked or copied.
  ///
  /// - Throws: `Diagnostic`.
  package func close() throws(Diagnostic) {
    do {
      try queue.close()
    } catch {
      throw Self.unusable(error, file)
    }
  }

  // MARK: Opening

  private static func connect(_ file: URL) throws -> DatabaseQueue {
    try telling {
      // What is not ours is told before SQLite writes a byte into it.
      if FileManager.default.fileExists(atPath: file.path), let known = try untouched(file) {
        try check(known)
        try known.close()
      }
      var configuration = Configuration()
      configuration.journalMode = .wal
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      try check(queue)
      try StoreSchema.migrator.migrate(queue)
      return queue
    }
  }

  /// Runs `body`, and tells what SQLite finds damaged from every other error.
  private static func telling<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError
      where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode.primaryResultCode)
    {
      throw StoreIssue.Fault.corrupt
    }
  }

  private static func check(_ queue: DatabaseQueue) throws {
    try queue.read { database in
      let mark = try Int64.fetchOne(database, sql: "PRAGMA application_id")
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      // A run that was killed while it made the store leaves an empty one.
      if mark == 0 && tables == 0 { return }
      guard mark == StoreSchema.applicationID else { throw StoreIssue.Fault.foreign }
      if try StoreSchema.migrator.hasBeenSuperseded(database) { throw StoreIssue.Fault.newer }
    }
  }

  /// - Returns: The new name.
  private static func setAside(_ file: URL) throws(Diagnostic) -> String {
    var number = 1
    func name() -> String { "\(file.lastPathComponent).broken-\(number)" }
    let folder = file.deletingLastPathComponent()
    while FileManager.default.fileExists(atPath: folder.appendingPathComponent(name()).path) { number += 1 }
    do {
      try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent(name()))
      // The log belongs to the file; a new store must not find it.
      for ending in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: file.path + ending) {
        try FileManager.default.moveItem(
          at: URL(fileURLWithPath: file.path + ending), to: folder.appendingPathComponent(name() + ending))
      }
      return name()
    } catch {
      throw unusable(error, file)
    }
  }

  /// Sets a store aside that turned out to be damaged while it was used; to be called when nobody uses it any more.
  ///
  /// - Throws: `Diagnostic`.
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
      switch error.resultCode.primaryResultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: throw StoreIssue.Fault.corrupt
      default: throw Self.unusable(error, file)
      }
    } catch is RowDecodingError {
      throw StoreIssue.Fault.corrupt
    }
  }

  private static func unusable(_ error: any Error, _ file: URL) -> Diagnostic {
    if let diagnostic = error as? Diagnostic { return diagnostic }
    let reason = (error as? DatabaseError)?.message ?? (error as NSError).localizedDescription
    return Diagnostic(StoreIssue.unusable(reason: reason), at: Place(file: file.path))
  }
}

extension StoreIssue.Fault: Error {}

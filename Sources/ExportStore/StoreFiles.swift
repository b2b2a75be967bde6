import Foundation

/// The files of a store, as they lie in the folder: the database and what SQLite keeps beside it.
enum StoreFiles {
  private static let endings = ["", "-wal", "-shm", "-journal"]

  /// Whether there is a database.
  ///
  /// - Throws: `StoreIssue.Fault.noFile` where something else has its name or that of a file beside it: SQLite would
  ///   wait for ever for somebody to write into a pipe, and follow a symbolic link to wherever it leads.
  static func exist(at file: URL) throws -> Bool {
    let kinds = endings.map { kind(of: file.path + $0) }
    guard kinds.allSatisfy({ $0 == nil || $0 == S_IFREG }) else { throw StoreIssue.Fault.noFile }
    return kinds[0] != nil
  }

  /// Gives the files names that nothing has: `store.sqlite.broken-1`.
  ///
  /// - Returns: The database's new name.
  /// - Throws: `POSIXError`.
  static func setAside(_ file: URL) throws -> String {
    let folder = file.deletingLastPathComponent().path
    var number = 1
    func name() -> String { "\(file.lastPathComponent).broken-\(number)" }
    while endings.contains(where: { kind(of: "\(folder)/\(name())\($0)") != nil }) { number += 1 }
    // Those beside it first: a new database must not find them.
    for ending in endings.reversed() where kind(of: file.path + ending) != nil {
      guard rename(file.path + ending, "\(folder)/\(name())\(ending)") == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
    return name()
  }

  /// What stands under a name itself, wherever a symbolic link may lead: `S_IFREG`, `S_IFDIR`, …; nil for nothing.
  private static func kind(of path: String) -> mode_t? {
    var found = stat()
    return lstat(path, &found) == 0 ? found.st_mode & S_IFMT : nil
  }
}

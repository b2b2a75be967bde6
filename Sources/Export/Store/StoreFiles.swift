import Files
import Foundation

/// The files of a store: the database and SQLite's files next to it.
enum StoreFiles {
  private static let endings = ["", "-wal", "-shm", "-journal"]

  /// Whether there is a database.
  ///
  /// - Throws: `StoreIssue.Fault.noFile` if something other than a file has its name or that of a file next to it:
  ///   SQLite would wait forever for a writer of a pipe, and follow a symbolic link anywhere. `corrupt` if SQLite could
  ///   read the database but never write to it.
  static func exist(at file: URL) throws -> Bool {
    let kinds = endings.map { kind(of: file.path + $0) }
    guard kinds.allSatisfy({ $0 == nil || $0 == .file }) else { throw StoreIssue.Fault.noFile }
    if let version = writeVersion(of: file), version > lastWriteVersion { throw StoreIssue.Fault.corrupt }
    return kinds[0] != nil
  }

  /// The offset of the write version in a database's header (SQLite's file format, 1.3.3): 1 for a journal, 2 for a
  /// log. With a larger one, SQLite opens the file read-only, as if write permission were missing.
  private static let writeVersionOffset = 18
  private static let lastWriteVersion: UInt8 = 2

  /// Returns nil if the file is shorter or unreadable: SQLite reports that.
  private static func writeVersion(of file: URL) -> UInt8? {
    try? RegularFile(notLinked: file.path).read(at: writeVersionOffset, upTo: 1).first
  }

  /// Renames the files to unused names: `store.sqlite.broken-1`.
  static func setAside(_ file: URL) throws(FileError) -> String {
    let folder = try FileTree(file.deletingLastPathComponent().path)
    func path(_ name: String) throws(FileError) -> RelativePath {
      guard let path = RelativePath(found: Array(name.utf8)) else { throw FileError(file.path, .notAFile) }
      return path
    }
    var number = 1
    func name() -> String { "\(file.lastPathComponent).broken-\(number)" }
    while endings.contains(where: { kind(of: "\(folder.path)/\(name())\($0)") != nil }) { number += 1 }
    // Side files first: a new database must not find them.
    for ending in endings.reversed() where kind(of: file.path + ending) != nil {
      try folder.rename(try path(file.lastPathComponent + ending), to: try path(name() + ending))
    }
    return name()
  }

  /// Returns the kind of the item at a path, without following symbolic links; nil if there is none.
  private static func kind(of path: String) -> FileStamp.Kind? { FileStamp(path, following: false)?.kind }
}

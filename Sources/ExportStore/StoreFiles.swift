import Files
import Foundation

/// The files of a store, as they lie in the folder: the database and what SQLite keeps beside it.
enum StoreFiles {
  private static let endings = ["", "-wal", "-shm", "-journal"]

  /// Whether there is a database.
  ///
  /// - Throws: `StoreIssue.Fault.noFile` where something else has its name or that of a file beside it: SQLite would
  ///   wait for ever for somebody to write into a pipe, and follow a symbolic link to wherever it leads.
  ///   `corrupt` where SQLite could read the database and never write into it.
  static func exist(at file: URL) throws -> Bool {
    let kinds = endings.map { kind(of: file.path + $0) }
    guard kinds.allSatisfy({ $0 == nil || $0 == .file }) else { throw StoreIssue.Fault.noFile }
    if let version = writeVersion(of: file), version > lastWriteVersion { throw StoreIssue.Fault.corrupt }
    return kinds[0] != nil
  }

  /// The write version of a database's header (SQLite's file format, 1.3.3): 1 for a journal, 2 for a log. With a larger
  /// one SQLite opens the file for reading alone, as if it were not permitted to write.
  private static let writeVersionOffset = 18
  private static let lastWriteVersion: UInt8 = 2

  /// Nil where the file is shorter, or can't be read: SQLite has words for that.
  private static func writeVersion(of file: URL) -> UInt8? {
    try? RegularFile(notLinked: file.path).read(at: writeVersionOffset, upTo: 1).first
  }

  /// Gives the files names that nothing has: `store.sqlite.broken-1`.
  static func setAside(_ file: URL) throws(FileError) -> String {
    let folder = try FileTree(file.deletingLastPathComponent().path)
    func path(_ name: String) throws(FileError) -> RelativePath {
      guard let path = RelativePath(found: Array(name.utf8)) else { throw FileError(file.path, .notAFile) }
      return path
    }
    var number = 1
    func name() -> String { "\(file.lastPathComponent).broken-\(number)" }
    while endings.contains(where: { kind(of: "\(folder.path)/\(name())\($0)") != nil }) { number += 1 }
    // Those beside it first: a new database must not find them.
    for ending in endings.reversed() where kind(of: file.path + ending) != nil {
      try folder.rename(try path(file.lastPathComponent + ending), to: try path(name() + ending))
    }
    return name()
  }

  /// What stands under a name itself, wherever a symbolic link may lead; nil for nothing.
  private static func kind(of path: String) -> FileStamp.Kind? { FileStamp(path, following: false)?.kind }
}

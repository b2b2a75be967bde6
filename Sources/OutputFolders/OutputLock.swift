import CivilTime
import Diagnostics
import Files
import Foundation

/// One process at a time works in an output folder: an advisory lock on `.feedproof/lock`, which the system takes back
/// however the process ends.
package final class OutputLock: Sendable {
  private let file: FileLock
  /// The output folder; a link to one is followed.
  package let folder: String
  /// Folders that were made for the lock, outermost first.
  private let made: [String]

  private init(_ file: FileLock, folder: String, made: [String]) {
    self.file = file
    self.folder = folder
    self.made = made
  }

  /// Takes the folder, making it where it is not there.
  ///
  /// - Throws: `Diagnostic`, of the kind `busy` where another process has it.
  package static func take(_ output: URL) throws -> OutputLock {
    let folder = try resolved(output)
    var made: [String] = []
    var missing: FileError?
    // A run that publishes, or cleans up after itself, changes what the path means between opening and locking.
    for _ in 0..<100 {
      let file: FileLock
      do throws(FileError) {
        made += try makeFolders(folder)
        let tree = try FileTree(folder)
        if tree.stamp(of: StateFolder.name) == nil { made.append(tree.place(of: StateFolder.name)) }
        try tree.makeFolder(StateFolder.name)
        try StateFolder.check(tree)
        file = try FileLock(StateFolder.lock, in: tree, making: true)
      } catch {
        guard error.isMissing else { throw error.diagnostic }
        missing = error
        continue
      }
      missing = nil
      let lock = OutputLock(file, folder: folder, made: made)
      try Self.lock(file, .exclusive, folder)
      if let own = file.stamp,
        FileStamp("\(folder)/\(StateFolder.lock)", following: false)?.isSameFile(as: own) == true
      {
        sign(file)
        return lock
      }
    }
    if let link = brokenLink(above: folder) { throw Diagnostic(OutputIssue.brokenLink, at: Place(file: link)) }
    throw missing?.diagnostic ?? Diagnostic(OutputIssue.busy(holder: nil), at: Place(file: folder))
  }

  /// Sees to it that nobody works in the folder while it is looked at; nothing is written.
  ///
  /// - Returns: Nil where there is no folder, or none that was ever worked in.
  /// - Throws: `Diagnostic`.
  package static func look(at output: URL) throws -> OutputLock? {
    let folder = try resolved(output)
    let file: FileLock
    do throws(FileError) {
      let tree = try FileTree(folder)
      guard tree.stamp(of: StateFolder.lock) != nil else { return nil }
      try StateFolder.check(tree)
      file = try FileLock(StateFolder.lock, in: tree, making: false)
    } catch {
      if error.isMissing { return nil }
      throw error.diagnostic
    }
    let lock = OutputLock(file, folder: folder, made: [])
    try Self.lock(file, .shared, folder)
    return lock
  }

  /// Settles the update of a run that was killed, and removes its temporary files.
  ///
  /// - Throws: `Diagnostic` if the folder's journal is refused; `FileError`.
  package func recover(report: (Diagnostic) -> Void) throws {
    try FolderJournal.settle(in: TransactionFiles(tree: try FileTree(folder), interruption: {}), report: report)
    try LeftoverTree(beside: folder).remove(report: report)
  }

  /// Settles the interrupted update of a folder that is about to be read. Nothing happens without a journal.
  ///
  /// - Throws: `Diagnostic` if another process works in the folder, or its journal is refused; `FileError`.
  package static func settle(_ output: URL, report: (Diagnostic) -> Void) throws {
    guard let tree = try? FileTree(output.path), tree.stamp(of: StateFolder.journal) != nil else { return }
    let lock = try take(output)
    defer { lock.removeTraces() }
    try lock.recover(report: report)
  }

  /// Takes away what was made for the lock alone, here or by a run that was killed, after a run that keeps nothing.
  package func removeTraces() {
    guard let tree = try? FileTree(folder), let left = try? tree.entries(of: StateFolder.name),
      left.allSatisfy({ $0.path == StateFolder.lock })
    else { return }
    try? tree.remove(StateFolder.lock)
    let state = tree.place(of: StateFolder.name)
    for path in [state] + made.reversed().filter({ $0 != state }) { FileSystem.removeFolder(path) }
  }

  private static func resolved(_ output: URL) throws(Diagnostic) -> String {
    let path = FileSystem.resolved(output).standardizedFileURL.path
    if path == "/" { throw Diagnostic(OutputIssue.root, at: Place(file: path)) }
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The folder, or the outermost one above it that is a link to nothing.
  private static func brokenLink(above folder: String) -> String? {
    var (path, found): (String, String?) = (folder, nil)
    while path.count > 1 {
      if FileStamp(path, following: false)?.kind == .link, FileStamp(path, following: true) == nil { found = path }
      path = (path as NSString).deletingLastPathComponent
    }
    return found
  }

  private static func lock(_ file: FileLock, _ kind: FileLock.Kind, _ folder: String) throws(Diagnostic) {
    switch file.take(kind) {
    case .taken: return
    case .busy: throw Diagnostic(OutputIssue.busy(holder: holder(file)), at: Place(file: folder))
    case .unavailable(let code): throw FileError("\(folder)/\(StateFolder.lock)", .system(code)).diagnostic
    }
  }

  // MARK: Who has it

  /// For the message of the process that comes second.
  private static func sign(_ file: FileLock) {
    file.sign("pid \(getpid())\nsince \(ISO8601Moment.utc(Int(FileStamp.now / 1_000_000_000)))\n")
  }

  private static func holder(_ file: FileLock) -> String? {
    let fields = file.signature.split(separator: "\n").map { $0.split(separator: " ") }
    guard fields.count == 2, fields[0].count == 2, fields[1].count == 2 else { return nil }
    return "process \(fields[0][1]), since \(fields[1][1])"
  }

  // MARK: Folders

  private static func makeFolders(_ path: String) throws(FileError) -> [String] {
    var missing: [String] = []
    var folder = path
    while FileStamp(folder, following: true) == nil, folder != "/" {
      missing.insert(folder, at: 0)
      folder = (folder as NSString).deletingLastPathComponent
    }
    for folder in missing { _ = try FileSystem.makeFolder(folder) }
    return missing
  }
}

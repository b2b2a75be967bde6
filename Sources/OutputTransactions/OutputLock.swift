import Basics
import Diagnostics
import Files
import Foundation

/// A lock on an output folder, so that one process at a time works in it. It is an advisory lock on `.feedproof/lock`,
/// which the system releases however the process ends.
package final class OutputLock: Sendable {
  private let file: FileLock
  /// The path of the output folder, with links resolved.
  package let folder: String
  /// Folders that were created for the lock, outermost first.
  private let made: [String]

  private init(_ file: FileLock, folder: String, made: [String]) {
    self.file = file
    self.folder = folder
    self.made = made
  }

  /// Locks a folder, and creates it if it doesn't exist.
  ///
  /// - Throws: `Diagnostic`; its kind is `busy` if another process has locked the folder.
  package static func take(_ output: URL) throws -> OutputLock {
    let folder = try resolved(output)
    var made: [String] = []
    var missing: FileError?
    // A run that publishes or cleans up replaces the folder between opening and locking.
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

  /// Takes a shared lock on a folder, so that no run changes it while it is read. Writes nothing.
  ///
  /// - Returns: nil if the folder doesn't exist or no run has ever used it.
  /// - Throws: `Diagnostic`; its kind is `busy` if a run has locked the folder.
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

  /// Settles the update of a killed run, and removes its temporary files.
  ///
  /// - Throws: `Diagnostic` if the folder's journal is refused; `FileError`.
  package func recover(report: (Diagnostic) -> Void) throws {
    try FolderJournal.settle(in: TransactionFiles(tree: try FileTree(folder), interruption: {}), report: report)
    try LeftoverTree(beside: folder).remove(report: report)
  }

  /// Settles the interrupted update of a folder before it is read. Does nothing without a journal.
  ///
  /// - Throws: `Diagnostic` if another process has locked the folder or its journal is refused; `FileError`.
  package static func settle(_ output: URL, report: (Diagnostic) -> Void) throws {
    guard let tree = try? FileTree(output.path), tree.stamp(of: StateFolder.journal) != nil else { return }
    let lock = try take(output)
    defer { lock.removeTraces() }
    try lock.recover(report: report)
  }

  /// Removes the files and folders that were created only for the lock, by this run or by a killed one. Called after
  /// runs that keep nothing.
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

  /// Returns the outermost broken link on the path of the folder.
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

  // MARK: Holder

  /// Writes the process into the lock file, for the message of a second process.
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

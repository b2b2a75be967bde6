import Diagnostics
import Files
import Foundation

/// Replaces and removes files of a folder together: all of them or none.
///
///     let transaction = try FolderTransaction(folder.path)
///     try transaction.put(png, at: "post-1/320@1x.png")
///     try transaction.drop("post-2/320@1x.png")
///     try transaction.commit()
///
/// New files wait in `.feedproof/next` until `commit`, which keeps the earlier versions in `.feedproof/previous`. If a
/// step of `commit` fails, it restores them and throws. If the process is killed, the next command calls `recover`,
/// which restores them. Neither touches a file that another process or the user changed in between.
///
/// Only one process at a time has a transaction in a folder.
package final class FolderTransaction {
  /// Called before each operation that changes the folder. Tests let it throw.
  package typealias Interruption = () throws -> Void

  private let files: TransactionFiles
  private var tree: FileTree { files.tree }
  private let lock: FileLock
  private let isNewFolder: Bool
  /// In the order of the first request for each path.
  private var paths: [RelativePath] = []
  private var steps: [RelativePath: JournalStep] = [:]
  /// Whether the temporary files are this transaction's own, and no journal names them.
  private var ownsState = false

  /// - Throws: `FileError`; `Diagnostic` if another process holds the folder's lock, or an interrupted change is not
  ///   settled yet (`recover`).
  package init(_ folder: String, interruption: @escaping Interruption = {}) throws {
    isNewFolder = FileStamp(folder, following: true) == nil
    files = TransactionFiles(tree: try FileTree(making: folder), interruption: interruption)
    let tree = files.tree
    lock = try Self.lock(tree)
    try StateFolder.check(tree)
    guard tree.stamp(of: StateFolder.journal) == nil else {
      throw Diagnostic(JournalIssue.pending, at: Place(file: tree.path))
    }
    try files.removeState()
    ownsState = true
  }

  deinit {
    if ownsState { abandon() }
  }

  /// Replaces or creates a file. If a path is requested twice, the last request wins.
  ///
  /// - Throws: `FileError`, also if a folder has the name, a file has the name of a needed folder, or a symbolic link
  ///   is in the way.
  package func put(_ bytes: some DataProtocol, at path: RelativePath) throws {
    try check(path)
    let source = StateFolder.next / path
    try files.remove(source)
    let sink = try files.create(source)
    for region in bytes.regions { try sink.append(region) }
    try sink.end()
    note(JournalStep(.put, path, before: tree.version(of: path), after: tree.version(of: source)))
  }

  /// Removes a file. A missing file is no error.
  ///
  /// - Throws: The errors of `put`.
  package func drop(_ path: RelativePath) throws {
    try check(path)
    if steps[path]?.kind == .put { try files.remove(StateFolder.next / path) }
    note(JournalStep(.drop, path, before: tree.version(of: path), after: .absent))
  }

  private func note(_ step: JournalStep) {
    if steps.updateValue(step, forKey: step.path) == nil { paths.append(step.path) }
  }

  private func check(_ path: RelativePath) throws(FileError) {
    if let obstacle = tree.obstacle(at: path) {
      let isLink = tree.stamp(of: obstacle)?.kind == .link
      throw FileError(tree.place(of: obstacle), isLink ? .link : obstacle == path ? .folder : .notAFolder)
    }
    guard let kind = tree.stamp(of: path)?.kind, kind != .file else { return }
    throw FileError(tree.place(of: path), kind == .link ? .link : .notAFile)
  }

  /// Makes all changes, or none.
  ///
  /// - Throws: `FileError`, `Diagnostic`. All files are as before, unless the error is `JournalIssue.notUndone`: then
  ///   `recover` restores them later.
  package func commit() throws {
    let changes = paths.compactMap { steps[$0] }.filter { !$0.before.hasContent(of: $0.after) }
    guard !changes.isEmpty else { return }
    for step in changes where step.before == .other {
      throw FileError(tree.place(of: step.path), .refused(reason: "its earlier version can't be read"))
    }
    let all = try missingFolders(for: changes) + changes
    for step in changes { try files.keep(step) }
    try files.interruption()
    var journal = try FolderJournal.Writer(in: tree, .undo)
    for step in all { try journal.append(step) }
    try files.interruption()
    try journal.finish()
    ownsState = false
    do {
      for step in changes { try files.perform(step) }
    } catch {
      try undo(all, after: error)
    }
    // All changes are made. If the journal can't be removed, the next command finds nothing to undo, and removes it.
    if (try? files.remove(StateFolder.journal)) != nil { try? files.removeState() }
  }

  /// - Throws: `error`, after all steps are undone.
  private func undo(_ steps: [JournalStep], after error: any Error) throws -> Never {
    let cause = reason(error)
    let changed: UnmanagedFiles
    do {
      let result = try files.undo(steps)
      if let lost = result.lost.first.first {
        throw FileError(tree.place(of: lost), .refused(reason: "its earlier version is missing"))
      }
      try files.remove(StateFolder.journal)
      changed = result.changed
    } catch let failure {
      throw Diagnostic(
        JournalIssue.notUndone(cause: cause, reason: reason(failure)), at: Place(file: tree.path))
    }
    try? files.removeState()
    if isNewFolder { FileSystem.removeFolder(tree.path) }
    if changed.count > 0 {
      let names = changed.first.map(\.text)
      throw Diagnostic(
        JournalIssue.undoneExcept(cause: cause, first: names, count: changed.count), at: Place(file: tree.path))
    }
    throw error
  }

  /// Steps for the folders that the changes create, outermost first.
  private func missingFolders(for changes: [JournalStep]) throws -> [JournalStep] {
    var found: Set<RelativePath> = []
    var missing: [JournalStep] = []
    for change in changes where change.kind == .put {
      var chain: [RelativePath] = []
      var parent = change.path.parent
      while let folder = parent, !found.contains(folder), tree.stamp(of: folder) == nil {
        found.insert(folder)
        chain.append(folder)
        parent = folder.parent
      }
      missing += chain.reversed().map { JournalStep(.folder, $0, before: .absent, after: .absent) }
    }
    return missing
  }

  private func abandon() {
    try? files.removeState()
    if isNewFolder { FileSystem.removeFolder(tree.path) }
  }

  // MARK: Recovering

  /// Settles the change of a command that was killed. Writes nothing if there is none.
  ///
  /// - Parameter report: Receives what was done, and which files were skipped.
  /// - Throws: `Diagnostic` if the journal is refused; `FileError`.
  package static func recover(
    _ folder: String, interruption: @escaping Interruption = {}, report: (Diagnostic) -> Void
  ) throws {
    guard FileStamp(folder, following: true)?.kind == .folder else { return }
    let tree: FileTree
    do throws(FileError) { tree = try FileTree(folder) } catch { throw error.unreadable() }
    let files = TransactionFiles(tree: tree, interruption: interruption)
    guard files.hasState else { return }
    let hasJournal = files.tree.stamp(of: StateFolder.journal) != nil
    do {
      let lock = try Self.lock(files.tree)
      try StateFolder.check(files.tree)
      try FolderJournal.settle(in: files, report: report)
      try files.removeState()
      withExtendedLifetime(lock) {}
    } catch {
      // Without a journal, only temporary files are left, and readers ignore them.
      if hasJournal { throw error }
    }
  }

  /// Takes an advisory lock on the folder itself, which leaves no lock file behind. File systems without locks work
  /// unlocked.
  ///
  /// Waits up to ten seconds for another process.
  private static func lock(_ tree: FileTree) throws -> FileLock {
    let lock = try FileLock(folder: tree)
    for _ in 0..<1000 {
      guard case .busy = lock.take(.exclusive) else { return lock }
      usleep(10_000)
    }
    throw Diagnostic(OutputIssue.busy(holder: nil), at: Place(file: tree.path))
  }
}

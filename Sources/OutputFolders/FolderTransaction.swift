import Diagnostics
import Files
import Foundation

/// Files of a folder that are replaced and removed as one step. What is to be done is written down first, in `.feedproof`:
/// a process that is killed before that has changed nothing, and what one that is killed after it has left to do is done
/// by the next that comes (`recover`).
///
/// While it is there no other process has one in the folder.
package final class FolderTransaction {
  private let tree: FileTree
  private let journal: FileSink
  private let lock: FileLock
  private var isCommitted = false

  /// - Throws: `FileError`, `Diagnostic` where another process does not let go of the folder.
  package init(_ folder: String) throws {
    tree = try FileTree(making: folder)
    lock = try Self.lock(tree)
    try StateFolder.check(tree)
    try Self.finish(in: tree)
    try tree.removeAll(StateFolder.next)
    try tree.remove(StateFolder.partialJournal)
    journal = try tree.create(StateFolder.partialJournal)
  }

  deinit {
    if !isCommitted { abandon() }
  }

  /// A file's new bytes.
  ///
  /// - Throws: `FileError`, also where a folder has the name, or something else is where a folder has to be.
  package func put(_ bytes: some DataProtocol, at path: RelativePath) throws {
    try checkNothingIsInTheWay(of: path)
    let source = StateFolder.next / path
    // Of two the last counts.
    try tree.remove(source)
    let sink = try tree.create(source)
    for region in bytes.regions { try sink.append(region) }
    try sink.end()
    try journal.note(.put, path)
  }

  /// A file that goes.
  ///
  /// - Throws: As `put`.
  package func drop(_ path: RelativePath) throws {
    try checkNothingIsInTheWay(of: path)
    try journal.note(.drop, path)
  }

  /// What was written down and can't be done would keep everybody after from doing anything.
  private func checkNothingIsInTheWay(of path: RelativePath) throws(FileError) {
    guard let obstacle = tree.obstacle(at: path) else { return }
    throw FileError(tree.place(of: obstacle), obstacle == path ? .folder : .notAFolder)
  }

  /// - Throws: `FileError`, `Diagnostic`. What was written down is done by the next process in any case.
  package func commit() throws {
    try journal.synchronize()
    try tree.rename(StateFolder.partialJournal, to: StateFolder.journal)
    isCommitted = true
    try Self.finish(in: tree)
  }

  private func abandon() {
    try? tree.remove(StateFolder.partialJournal)
    try? tree.removeAll(StateFolder.next)
    tree.removeFolder(StateFolder.name)
  }

  /// Does what a process that was killed has left to do. Where there is nothing to do, nothing is written.
  package static func recover(_ folder: String) throws {
    guard FileStamp(folder, following: true)?.kind == .folder else { return }
    let tree = try FileTree(folder)
    guard tree.stamp(of: StateFolder.journal) != nil else { return }
    let lock = try Self.lock(tree)
    try StateFolder.check(tree)
    try finish(in: tree)
    withExtendedLifetime(lock) {}
  }

  private static func finish(in tree: FileTree) throws {
    guard let file = try tree.open(StateFolder.journal) else { return }
    var lines = FileLines(file)
    while let line = try lines.next() {
      guard let (step, bytes) = JournalStep.read(line), let path = RelativePath(bytes: bytes) else { continue }
      switch step {
      case .put:
        // Moved already, before the kill.
        if tree.stamp(of: StateFolder.next / path) != nil { try tree.rename(StateFolder.next / path, to: path) }
      case .drop:
        try tree.remove(path)
        tree.removeEmptyFolders(above: path)
      case .take: break
      }
    }
    try tree.remove(StateFolder.journal)
    try tree.removeAll(StateFolder.next)
    tree.removeFolder(StateFolder.name)
  }

  /// An advisory lock on the folder itself, so that no file of it is left. File systems that have none go without.
  ///
  /// Waits a little for another process: what it does is short.
  private static func lock(_ tree: FileTree) throws -> FileLock {
    let lock = try FileLock(folder: tree)
    for _ in 0..<1000 {
      guard case .busy = lock.take(.exclusive) else { return lock }
      usleep(10_000)
    }
    throw Diagnostic(OutputIssue.busy(holder: nil), at: Place(file: tree.path))
  }
}

/// A new state of an output folder on its way. Nothing shows in the folder before `commit`.
package protocol OutputUpdate: AnyObject {
  /// A file that stays as it is.
  func keep(_ path: RelativePath) throws
  /// A picture that was drawn since the last publication.
  func take(_ path: RelativePath) throws
  /// A file that is written now.
  func write(_ path: RelativePath, _ body: (FileSink) throws -> Void) throws
  /// A file of a text that is small beside memory; one that says so already may stay.
  func write(_ path: RelativePath, _ text: String) throws
  /// Makes the new state the folder's. All that the store knows must be in its one file.
  ///
  /// - Throws: `Diagnostic` (`OutputIssue.notOurs`) where somebody's own files stand at paths of the new state.
  func commit() throws
  /// After `commit`, and once the store knows of it: takes away what is left of the old state.
  func cleanUp() throws
  /// Instead of `commit`: takes away what was prepared.
  func abandon()
}

extension OutputUpdate {
  package func write(_ path: RelativePath, _ text: String) throws {
    try write(path) { try $0.write(text) }
  }
}

/// The file system can't exchange folders or link files here; the folder has to be brought up to date in place.
package struct CannotExchange: Error {
  package let code: Int32

  /// Somebody has a place in the folder, a shell or a feed, and exchanged it would be taken from under them; or the tree
  /// that was the output before does not go.
  package static let inUse = CannotExchange(code: EBUSY)

  private init(code: Int32) {
    self.code = code
  }

  /// Nil for an error that would meet any way of writing.
  package init?(_ code: Int32) {
    // ENAMETOOLONG: the folder's name has no room for what is added to it beside it.
    let codes = [EXDEV, EPERM, EACCES, EMLINK, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EBUSY, EROFS, ENAMETOOLONG]
    guard codes.contains(code) else { return nil }
    self.code = code
  }

  /// Runs `body`, and tells apart what another way of writing could do.
  static func attempt<Result>(_ body: () throws(FileError) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw error.code.flatMap(CannotExchange.init) ?? error
    }
  }
}

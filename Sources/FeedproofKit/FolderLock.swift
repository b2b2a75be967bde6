import Diagnostics
import Files

/// One process at a time changes a folder that is not an output: a project, or the answers of Figma. An advisory lock on the
/// folder itself, so that no file is left. File systems without locks go without.
struct FolderLock: Sendable {
  private let lock: FileLock

  /// - Parameters:
  ///   - kind: `shared` if the process only reads.
  ///   - name: The folder in messages.
  /// - Throws: `Diagnostic` if another process has the lock. Does not wait.
  init(_ tree: FileTree, _ kind: FileLock.Kind = .exclusive, shown name: String) throws {
    lock = try FileLock(folder: tree)
    if case .busy = lock.take(kind) { throw Diagnostic(FolderLockIssue.busy, at: Place(file: name)) }
    // A run that failed removes the folder that it made, perhaps between opening and locking it here.
    guard let own = lock.stamp, FileStamp(tree.path, following: true)?.isSameFile(as: own) == true else {
      throw Diagnostic(FolderLockIssue.busy, at: Place(file: name))
    }
  }
}

/// Why a folder is not changed.
enum FolderLockIssue: Issue, Hashable {
  case busy

  var text: IssueText {
    switch self {
    case .busy:
      .error(
        "folder.busy", "another feedproof command works in this folder", hint: "run this again when it ends",
        kind: .busy)
    }
  }
}

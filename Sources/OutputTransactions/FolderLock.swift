import Diagnostics
import Files

/// A lock that lets one process at a time change a folder that is not an output: a project, or saved Figma responses.
/// The advisory lock is on the folder itself, so no lock file remains. File systems without locks are not protected.
package struct FolderLock: Sendable {
  private let lock: FileLock

  /// - Parameters:
  ///   - kind: `shared` if the process only reads.
  ///   - name: The folder's name in messages.
  /// - Throws: `Diagnostic` if another process has the lock. Doesn't wait.
  package init(_ tree: FileTree, _ kind: FileLock.Kind = .exclusive, shown name: String) throws {
    lock = try FileLock(folder: tree)
    if case .busy = lock.take(kind) { throw Diagnostic(FolderLockIssue.busy, at: Place(file: name)) }
    // Another run that failed removes the folder it created, perhaps after it was opened here and before it was locked.
    guard let own = lock.stamp, FileStamp(tree.path, following: true)?.isSameFile(as: own) == true else {
      throw Diagnostic(FolderLockIssue.busy, at: Place(file: name))
    }
  }
}

/// The reason a folder can't be changed.
package enum FolderLockIssue: Issue, Hashable {
  case busy

  package var text: IssueText {
    switch self {
    case .busy:
      .error(
        "folder.busy", "another feedproof command is using this folder", hint: "run the command again when it ends",
        kind: .busy)
    }
  }
}

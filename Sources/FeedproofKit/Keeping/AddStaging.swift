import Diagnostics
import Files
import Foundation

/// The folder that exports are copied into before they get their names among the inputs: `.feedproof/add` in the project.
///
/// Only `add` writes here, and only under the project's lock. So after a kill everything here is a partial copy, whatever it
/// is called, and nothing among the inputs is.
struct AddStaging {
  /// The tool's own folder.
  static let state: RelativePath = ".feedproof"
  /// The tool's own folder where `inputs` is on another file system than the project.
  static let innerState = InputList.inputs / state

  private let tree: FileTree
  private let folder: RelativePath

  /// - Throws: `FileError`, also if a link or a file is in the way.
  init(in tree: FileTree) throws(FileError) {
    self.tree = tree
    // A copy can be renamed within a file system only.
    let isOneDevice = tree.stamp(of: InputList.inputs)?.device == FileStamp(tree.path, following: true)?.device
    folder = (isOneDevice ? Self.state : Self.innerState) / "add"
  }

  /// The path of a copy, which does not exist yet.
  func place(for name: [UInt8]) throws -> RelativePath {
    try clear()
    guard let place = RelativePath(found: name, in: folder) else {
      throw Diagnostic(FileIssue.unsafePath(String(decoding: name, as: UTF8.self)))
    }
    return place
  }

  /// Removes partial copies, and the folder.
  func clear() throws(FileError) {
    try tree.removeAll(folder)
    if let parent = folder.parent { tree.removeFolder(parent) }
  }
}

/// One process at a time changes a project's folder: an advisory lock on the folder itself, so that no file is left. File
/// systems without locks go without.
struct ProjectLock: Sendable {
  private let lock: FileLock

  /// - Parameter kind: `shared` if the process only reads.
  /// - Throws: `Diagnostic` if another process has the lock. Does not wait.
  init(_ tree: FileTree, _ kind: FileLock.Kind = .exclusive, shown name: String) throws {
    lock = try FileLock(folder: tree)
    if case .busy = lock.take(kind) { throw Diagnostic(AddIssue.busy, at: Place(file: name)) }
  }
}

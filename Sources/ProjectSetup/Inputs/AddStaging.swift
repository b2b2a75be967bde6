import Diagnostics
import Files
import Foundation

/// The staging folder of `add`, `.feedproof/add` in the project: exports are copied there and then renamed into
/// `inputs`.
///
/// Only `add` writes to this folder, and only under the project's lock. If the process is killed, all files in it are
/// partial copies, whatever their names, and `inputs` contains none.
struct AddStaging {
  /// Feedproof's own folder in a project.
  static let state: RelativePath = ".feedproof"
  /// Feedproof's own folder if `inputs` is on another file system than the project.
  static let innerState = InputList.inputs / state

  private let tree: FileTree
  private let folder: RelativePath

  /// - Throws: `FileError`, also if the path is a link or a file.
  init(in tree: FileTree) throws(FileError) {
    self.tree = tree
    // Files can be renamed only within a file system.
    let isOneDevice = tree.stamp(of: InputList.inputs)?.device == FileStamp(tree.path, following: true)?.device
    folder = (isOneDevice ? Self.state : Self.innerState) / "add"
  }

  /// Returns the path for a new copy. Removes earlier copies.
  func place(for name: [UInt8]) throws -> RelativePath {
    try clear()
    guard let place = RelativePath(found: name, in: folder) else {
      throw Diagnostic(FileIssue.unsafePath(String(decoding: name, as: UTF8.self)))
    }
    return place
  }

  /// Removes partial copies and the staging folder.
  func clear() throws(FileError) {
    try tree.removeAll(folder)
    if let parent = folder.parent { tree.removeFolder(parent) }
  }
}

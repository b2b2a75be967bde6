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

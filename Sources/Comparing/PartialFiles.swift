import Files
import Foundation
import OutputFolders

/// Half-written files (`.<name>.partial-<process>`) that processes have left that were killed.
enum PartialFiles {
  static func remove(in tree: FileTree) throws {
    var found: [RelativePath] = []
    try tree.walk(skipping: [StateFolder.name]) { path, step in
      guard case .file(.file) = step, let partial = PartialName(path.name) else { return }
      if partial.isLeft, partial.isOfOurKind { found.append(path) }
    }
    for path in found { try tree.remove(path) }
  }
}

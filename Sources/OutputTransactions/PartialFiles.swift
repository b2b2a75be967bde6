import Files
import Foundation

/// Removes temporary files (`.<name>.partial-<process>`) of killed processes.
package enum PartialFiles {
  package static func remove(in tree: FileTree) throws {
    var found: [RelativePath] = []
    try tree.walk(skipping: [StateFolder.name]) { path, step in
      guard case .file(.file) = step, let partial = PartialName(path.name) else { return }
      if partial.isLeft, partial.isOfOurKind { found.append(path) }
    }
    for path in found { try tree.remove(path) }
  }
}

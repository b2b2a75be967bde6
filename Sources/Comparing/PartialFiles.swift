import Files
import Foundation
import OutputFolders

/// Half-written files (`.<name>.partial-<process>`) that processes have left that were killed.
enum PartialFiles {
  static func remove(in tree: FileTree) throws {
    var found: [RelativePath] = []
    try tree.walk(skipping: [StateFolder.name]) { path, step in
      guard case .file(.file) = step, let partial = PartialName(path.name), partial.isLeft else { return }
      // What else is called so is somebody's own.
      let name = String(decoding: partial.target, as: UTF8.self)
      if endings.contains(where: name.hasSuffix) { found.append(path) }
    }
    for path in found { try tree.remove(path) }
  }

  private static let endings = [
    ".json", ".png", ".webp", ".html", ".js", ".css", ".svg", ".xml", ".md", ".ndjson",
  ]
}

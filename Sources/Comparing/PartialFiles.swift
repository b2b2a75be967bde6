import Files
import Foundation
import OutputFolders

/// Half-written files (`.<name>.partial-<process>`) that processes have left that were killed.
enum PartialFiles {
  static func remove(in tree: FileTree) throws {
    var found: [RelativePath] = []
    try tree.walk(skipping: [StateFolder.name]) { path, step in
      if case .file(.file) = step, isPartial(String(decoding: path.name, as: UTF8.self)) { found.append(path) }
    }
    for path in found { try tree.remove(path) }
  }

  private static func isPartial(_ name: String) -> Bool {
    let endings = /\..+\.(?:json|png|webp|html|js|css|svg|xml|md|ndjson)\.partial-([0-9]{1,10})/
    guard name.hasPrefix("."), let match = name.wholeMatch(of: endings), let process = Int32(match.1) else {
      return false
    }
    // Somebody still writes it.
    return kill(process, 0) != 0 && errno == ESRCH
  }
}

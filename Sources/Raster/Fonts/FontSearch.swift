import Files

/// Where files of the wanted names lie under some folders.
enum FontSearch {
  /// Paths by file name, in the order of the folders and, inside each, of the sorted paths, so that the machine's
  /// directory order decides nothing. Folders that don't exist are passed over.
  static func paths(of names: Set<String>, in folders: [String]) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for folder in folders { walk(folder, depth: 0, names, &found) }
    return found
  }

  private static func walk(_ folder: String, depth: Int, _ names: Set<String>, _ found: inout [String: [String]]) {
    // A folder that links to its own parent would be endless.
    guard depth < 12, let entries = try? FileTree(folder).entries() else { return }
    for entry in entries {
      let name = entry.path.text
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if names.contains(name) {
        found[name, default: []].append(path)
      } else if !looksLikeFile(name), isFolder(entry, path) {
        walk(path, depth: depth + 1, names, &found)
      }
    }
  }

  private static func isFolder(_ entry: FileTree.Entry, _ path: String) -> Bool {
    entry.kind == .folder || entry.kind == .link && FileStamp(path, following: true)?.kind == .folder
  }

  /// Spares a look at each of the thousands of font files that are not wanted.
  private static func looksLikeFile(_ name: String) -> Bool {
    [".ttf", ".otf", ".ttc", ".gz", ".pfb", ".afm", ".t1", ".dir", ".scale"].contains { name.hasSuffix($0) }
  }

  /// Bytes of the file; nil where there is none.
  static func size(of path: String) -> Int? {
    guard let stamp = FileStamp(path, following: true), stamp.kind == .file else { return nil }
    return stamp.size
  }
}

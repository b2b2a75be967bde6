import Files

/// Where files of the wanted names lie under some folders.
enum FontSearch {
  /// Paths by file name, in the order of the folders and, inside each, of the sorted paths, so that the machine's
  /// directory order decides nothing. Folders that don't exist are passed over.
  static func paths(of names: Set<String>, in folders: [String]) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for folder in folders {
      walk(folder, depth: 0) { name, path in
        guard names.contains(name) else { return false }
        found[name, default: []].append(path)
        return true
      }
    }
    return found
  }

  /// Every font file, in the same order.
  static func fonts(in folders: [String]) -> [String] {
    var found: [String] = []
    for folder in folders {
      walk(folder, depth: 0) { name, path in
        guard [".ttf", ".otf", ".ttc", ".otc"].contains(where: name.lowercased().hasSuffix) else { return false }
        found.append(path)
        return true
      }
    }
    return found
  }

  /// - Parameter take: Whether an entry, by its name and path, is one of those that are looked for.
  private static func walk(_ folder: String, depth: Int, _ take: (String, String) -> Bool) {
    // A folder that links to its own parent would be endless.
    guard depth < 12, let entries = try? FileTree(folder).entries() else { return }
    for entry in entries {
      let name = entry.path.text
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if !take(name, path), !looksLikeFile(name), isFolder(entry, path) {
        walk(path, depth: depth + 1, take)
      }
    }
  }

  /// What a folder holds, sorted; nothing where there is none.
  static func names(in folder: String) -> [String] {
    ((try? FileTree(folder).entries()) ?? []).map(\.path.text)
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

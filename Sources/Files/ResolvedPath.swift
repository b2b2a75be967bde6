import Foundation

/// Absolute paths without links, `.` and `..`: they say where something really lies.
package enum ResolvedPath {
  /// Nil where nothing is there.
  package static func of(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// Whether a path is the folder's own, or that of something in it. Both are resolved ones.
  package static func isInside(_ path: String, of folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }
}

/// Paths that come from files: `/` between names, relative to a folder.
package enum RelativePath {
  /// Whether the path names something inside of the folder and nowhere else.
  package static func isInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\0") && !$0.contains("\\") }
  }
}

import Diagnostics

/// What can keep an output folder from becoming what it is to be.
package enum OutputIssue: Issue, Hashable {
  /// Files at paths that are about to be written, and that no run has written.
  case notOurs(first: [String], count: Int)
  /// Somebody's own file has another name now.
  case setAside(String)
  /// A path that would lead out of the folder.
  case unsafePath(String)
}

import Diagnostics

/// What can go wrong with a file.
package enum FileIssue: Issue, Hashable {
  case unreadable(reason: String)
  case unwritable(reason: String)
}

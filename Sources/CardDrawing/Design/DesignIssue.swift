import Diagnostics

/// What can be wrong with where templates, tokens and fonts are looked for.
package enum DesignIssue: Issue, Hashable {
  case resourcesMissing(path: String)
  case missing(path: String)
  case folderUnused(path: String)
  case themeMissing(theme: String, overlay: String)
  case themeBorrowed(theme: String, overlay: String, from: String)
}

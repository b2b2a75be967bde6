import Diagnostics

/// Who named a font lock.
package enum FontLockSource: Hashable, Sendable {
  case project, variable
}

/// What can be wrong with where templates, tokens and fonts are looked for.
package enum DesignIssue: Issue, Hashable {
  case resourcesMissing(path: String)
  case missing(path: String)
  /// A font lock that somebody named; `by` is what named it.
  case fontLockMissing(path: String, by: FontLockSource)
  case folderUnused(path: String)
  case themeMissing(theme: String, overlay: String, known: [String])
  case themeBorrowed(theme: String, overlay: String, from: String)
  /// A borrowed theme has other values than what the base tokens were changed to.
  case themeReplaces(theme: String, tokens: [String], overlay: String)
  /// Themes that rest on each other.
  case themeCycle([String])
  /// The page places the cards of all themes as those of the first.
  case themeMoves(theme: String, first: String, tokens: [String])
}

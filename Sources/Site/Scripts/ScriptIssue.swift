import Diagnostics

/// What can be wrong with the pages' scripts.
enum ScriptIssue: Issue {
  case unreadable(ScriptFault.Reason)
  /// An import that is none of the forms that are understood.
  case importForm
  case exportForm
  /// A module's address that leads nowhere in the folder of templates.
  case importAddress(String)
  case missing(String, known: [String])
  case missingExport(String, from: String, known: [String])
  /// A name that two of a page's modules declare.
  case doubledName(String, other: String)
  /// From a module back to itself.
  case importCircle([String])
  /// A script of a project's own that no page's script imports.
  case unused(String, known: [String])
  /// A script as it was written before scripts were modules.
  case template(now: String)
}

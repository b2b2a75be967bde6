import Diagnostics

/// What can be wrong with the site's templates and scripts.
enum SiteIssue: Issue {
  case unreadableTemplate(String)
  case missingTemplate(name: String)
  case unknownName(String, known: [String])
  case unreadableScript(ScriptFault.Reason)
  /// An import that is none of the forms that are understood.
  case importForm
  case exportForm
  /// A module's address that leads nowhere in the folder of templates.
  case importAddress(String)
  case missingScript(String, known: [String])
  case missingExport(String, from: String, known: [String])
  /// A name that two of a page's modules declare.
  case doubledName(String, other: String)
  /// From a module back to itself.
  case importCircle([String])
  /// A script of a project's own that no page's script imports.
  case unusedScript(String, known: [String])
  /// A script as it was written before scripts were modules.
  case scriptTemplate(now: String)
}

import Diagnostics

/// What can be wrong with the site's templates.
enum SiteIssue: Issue {
  case unreadableTemplate(String)
  case missingTemplate(name: String)
  case unknownName(String, known: [String])
}

import Diagnostics

/// A problem with the site's templates.
enum SiteIssue: Issue {
  case unreadableTemplate(String)
  case missingTemplate(name: String)
  case unknownName(String, known: [String])

  var text: IssueText {
    switch self {
    case .unreadableTemplate(let reason):
      .error(
        "site.template", "the page template can't be read: \(reason)",
        hint: "close every {{#section}} with {{/section}}"
      )
    case .missingTemplate(let name):
      .error(
        "site.template-missing", "there is no page template \(name).mustache",
        hint: "page templates are in Templates/Site")
    case .unknownName(let name, let known):
      .error(
        "site.unknown-name", "the page has no value \"\(name)\"",
        hint: nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
          ?? "choose one of \(known.joined(separator: ", "))")
    }
  }
}

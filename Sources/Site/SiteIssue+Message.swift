import Diagnostics

extension SiteIssue {
  var severity: Diagnostic.Severity { .error }

  var code: String {
    switch self {
    case .unreadableTemplate: "site.template"
    case .missingTemplate: "site.template-missing"
    case .unknownName: "site.unknown-name"
    }
  }

  var message: String {
    switch self {
    case .unreadableTemplate(let reason): "the page template can't be read: \(reason)"
    case .missingTemplate(let name): "there is no page template \(name).mustache"
    case .unknownName(let name, known: _): "the page has no value called \"\(name)\""
    }
  }

  var hint: String? {
    switch self {
    case .unreadableTemplate: "every {{#section}} needs its {{/section}}"
    case .missingTemplate: "page templates stand in Templates/Site"
    case .unknownName(let name, let known):
      nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
        ?? "known here: \(known.joined(separator: ", "))"
    }
  }
}

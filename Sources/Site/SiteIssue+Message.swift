import Diagnostics

extension SiteIssue {
  var severity: Diagnostic.Severity { .error }

  var code: String {
    switch self {
    case .unreadableTemplate: "site.template"
    case .missingTemplate: "site.template-missing"
    }
  }

  var message: String {
    switch self {
    case .unreadableTemplate(let reason): "the page template can't be read: \(reason)"
    case .missingTemplate(let name): "there is no page template \(name).mustache"
    }
  }

  var hint: String? {
    switch self {
    case .unreadableTemplate: "every {{#section}} needs its {{/section}}"
    case .missingTemplate: "page templates stand in Templates/Site"
    }
  }
}

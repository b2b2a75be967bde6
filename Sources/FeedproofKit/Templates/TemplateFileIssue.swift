import Diagnostics

/// Why a template file can't be looked at by itself.
package enum TemplateFileIssue: Issue, Hashable {
  case noSuchTemplate
  /// Only templates that need no data can be laid out by themselves.
  case needsData(card: String)

  package var kind: Diagnostic.Kind { .usage }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .noSuchTemplate: "input.missing"
    case .needsData: "template.needs-data"
    }
  }

  package var message: String {
    switch self {
    case .noSuchTemplate: "there is no such template"
    case .needsData(let card): "the template shows \"\(card)\", and there is no feed here"
    }
  }

  package var hint: String? {
    switch self {
    case .noSuchTemplate: "give a template file, or a folder that holds .yml files"
    case .needsData:
      "lay it out with feedproof show --stage layout FEED --cards FOLDER; \"card: none\" is for templates without data"
    }
  }
}

import Diagnostics

/// Why a template file can't be looked at by itself.
package enum TemplateFileIssue: Issue, Hashable {
  case noSuchTemplate
  /// Only templates that need no data can be laid out by themselves.
  case needsData(card: String)

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .noSuchTemplate:
      .error(
        "input.missing", "there is no such template", hint: "give a template file, or a folder that holds .yml files")
    case .needsData(let card):
      .error(
        "template.needs-data", "the template shows \"\(card)\", and there is no feed here",
        hint:
          "lay it out with feedproof show --stage layout FEED --cards FOLDER; \"card: none\" is for templates without data"
      )
    }
  }
}

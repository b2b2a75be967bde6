import Diagnostics

/// Why there is nothing to show, or nothing to approve.
package enum ReviewingIssue: Issue, Hashable {
  case nothingToShow
  /// The folder is shown, but whose baselines its pictures would be is not known.
  case projectUnknown
  case browserNotOpened(reason: String)
  /// A request that names no cases.
  case noCases
  /// What shards compared is not here, so that commands with its name lead nowhere.
  case projectElsewhere(String)

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .nothingToShow:
      .error(
        "serve.nothing", "there is no folder to show", hint: "run feedproof export or feedproof compare first")
    case .projectUnknown:
      .warning(
        "serve.no-project", "no project above this folder writes into it, so nothing can be approved here",
        hint: "name the project with --project")
    case .browserNotOpened(let reason):
      .warning("serve.browser", "no browser could be opened: \(reason)", hint: "open the address by hand")
    case .noCases:
      .error("serve.cases", "the request names no cases", hint: "send {\"cases\": [id, …]}")
    case .projectElsewhere(let input):
      .warning(
        "merge.project",
        "the project that was compared, \"\(input)\", is not to be found from here: commands that name it won't work",
        hint: "name where it is with --project")
    }
  }
}

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

  package var kind: Diagnostic.Kind { .usage }

  package var severity: Diagnostic.Severity { [.nothingToShow, .noCases].contains(self) ? .error : .warning }

  package var code: String {
    switch self {
    case .nothingToShow: "serve.nothing"
    case .projectUnknown: "serve.no-project"
    case .browserNotOpened: "serve.browser"
    case .noCases: "serve.cases"
    case .projectElsewhere: "merge.project"
    }
  }

  package var message: String {
    switch self {
    case .nothingToShow: "there is no folder to show"
    case .projectUnknown: "no project above this folder writes into it, so nothing can be approved here"
    case .projectElsewhere(let input):
      "the project that was compared, \"\(input)\", is not to be found from here: commands that name it won't work"
    case .noCases: "the request names no cases"
    case .browserNotOpened(let reason): "no browser could be opened: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .nothingToShow: "run feedproof export or feedproof compare first"
    case .projectElsewhere: "name where it is with --project"
    case .projectUnknown: "name the project with --project"
    case .noCases: "send {\"cases\": [id, …]}"
    case .browserNotOpened: "open the address by hand"
    }
  }
}

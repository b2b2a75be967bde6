import Diagnostics

/// Why there is nothing to show, or nothing to approve.
package enum ReviewingIssue: Issue, Hashable {
  case nothingToShow
  /// The folder is shown, but whose baselines its pictures would be is not known.
  case projectUnknown
  case browserNotOpened(reason: String)

  package var kind: Diagnostic.Kind { .usage }

  package var severity: Diagnostic.Severity { self == .nothingToShow ? .error : .warning }

  package var code: String {
    switch self {
    case .nothingToShow: "serve.nothing"
    case .projectUnknown: "serve.no-project"
    case .browserNotOpened: "serve.browser"
    }
  }

  package var message: String {
    switch self {
    case .nothingToShow: "there is no folder to show"
    case .projectUnknown: "no project above this folder writes into it, so nothing can be approved here"
    case .browserNotOpened(let reason): "no browser could be opened: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .nothingToShow: "run feedproof export or feedproof compare first"
    case .projectUnknown: "name the project with --project"
    case .browserNotOpened: "open the address by hand"
    }
  }
}

import Diagnostics

/// What a run can't account for.
package enum RunIssue: Issue, Hashable {
  /// An error that nobody has given a place and a hint.
  case unexpected(reason: String)

  package var kind: Diagnostic.Kind { .environment }
  package var severity: Diagnostic.Severity { .error }
  package var code: String { "run.unexpected" }

  package var message: String {
    switch self {
    case .unexpected(let reason): "something went wrong that should not: \(reason)"
    }
  }

  package var hint: String? { "try again; if it stays, it is a fault of Feedproof" }
}

import Diagnostics

/// What a run can't account for.
package enum RunIssue: Issue, Hashable {
  /// An error that nobody has given a place and a hint.
  case unexpected(reason: String)

  package static var kind: Diagnostic.Kind { .environment }

  package var text: IssueText {
    switch self {
    case .unexpected(let reason):
      .error(
        "run.unexpected", "something went wrong that should not: \(reason)",
        hint: "try again; if it stays, it is a fault of Feedproof")
    }
  }
}

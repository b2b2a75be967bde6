import Diagnostics

/// The reason a workflow step on GitHub gets no summary.
enum GitHubIssue: Issue, Hashable {
  /// `GITHUB_STEP_SUMMARY` is not set.
  case noSummaryFile
  case summaryUnwritable(reason: String)

  static var kind: Diagnostic.Kind { .environment }

  var text: IssueText {
    switch self {
    case .noSummaryFile:
      .warning(
        "github.no-summary", "the job summary was not written: GITHUB_STEP_SUMMARY is not set",
        hint: "pass the variable to feedproof's environment; review/summary.md contains the same text")
    case .summaryUnwritable(let reason):
      .warning(
        "github.summary", "the job summary was not written: \(reason)",
        hint: "pass the variable to feedproof's environment; review/summary.md contains the same text")
    }
  }
}

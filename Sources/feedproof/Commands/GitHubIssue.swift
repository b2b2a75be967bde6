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
        "github.no-summary", "the step gets no summary: GITHUB_STEP_SUMMARY is not set",
        hint: "pass the variable on to where feedproof runs; the summary is in review/summary.md too")
    case .summaryUnwritable(let reason):
      .warning(
        "github.summary", "the step gets no summary: the file can't be written: \(reason)",
        hint: "pass the variable on to where feedproof runs; the summary is in review/summary.md too")
    }
  }
}

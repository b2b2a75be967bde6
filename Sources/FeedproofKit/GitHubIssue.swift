import Diagnostics

/// Why a step's summary on GitHub stays empty.
enum GitHubIssue: Issue, Hashable {
  /// Nothing says where it goes.
  case noSummaryFile
  case summaryUnwritable(reason: String)

  var severity: Diagnostic.Severity { .warning }
  var kind: Diagnostic.Kind { .environment }

  var code: String {
    switch self {
    case .noSummaryFile: "github.no-summary"
    case .summaryUnwritable: "github.summary"
    }
  }

  var message: String {
    switch self {
    case .noSummaryFile: "the step gets no summary: GITHUB_STEP_SUMMARY is not set"
    case .summaryUnwritable(let reason): "the step gets no summary: the file can't be written: \(reason)"
    }
  }

  var hint: String? { "pass the variable on to where feedproof runs; the summary is in review/summary.md too" }
}

import Comparing
import Diagnostics
import Foundation
import Projects
import Runs
import Serving

/// Applies the decisions of a review page to a project's baselines, one file of decisions after the other.
actor ApprovalDesk: ReviewDesk {
  nonisolated let project: String?
  private let baselines: URL?
  private let output: URL

  /// - Parameters:
  ///   - project: Whose baselines are written; nil writes nothing.
  ///   - output: The folder that the comparison wrote.
  init(project: Project?, output: URL) {
    self.project = project.map { $0.folder.standardizedFileURL.lastPathComponent }
    baselines = project?.baselines
    self.output = output
  }

  /// The report is read anew each time: another comparison may have been made meanwhile.
  func apply(_ decisions: Data) throws -> ReviewOutcome {
    guard let baselines else { throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview)) }
    let file: DecisionFile
    do {
      file = try DecisionFile(data: decisions)
    } catch {
      throw ReviewRefusal(.malformed, error)
    }
    do {
      let review = ReviewFolder(in: output)
      let report = try review.report()
      let outcome = try file.outcome(in: report)
      let chosen = Set(outcome.approved)
      try Approval(report: report, review: review, store: BaselineStore(baselines))
        .approve(report.cases.filter { chosen.contains($0.id) }, keeping: report.keeping)
      return ReviewOutcome(approved: outcome.approved, skipped: outcome.skipped)
    } catch {
      let diagnostic = RunFailure(stopping: error).diagnostics.first ?? Diagnostic(ServingIssue.failed)
      throw ReviewRefusal(diagnostic.kind == .output ? .unwritable : .conflict, diagnostic)
    }
  }

  /// Calls of an actor that does not wait inside of them come one after the other.
  func finish() {}
}

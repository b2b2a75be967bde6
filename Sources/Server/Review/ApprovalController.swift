import AppScreens
import Comparison
import Diagnostics
import Files
import Foundation
import OutputTransactions
import RunSupport

/// Applies a review page's decisions to a project's baselines, one at a time across all clients, and can undo them for
/// as long as the controller exists.
actor ApprovalController: ReviewController {
  nonisolated let project: String?
  private let target: ApprovalTarget?
  /// The map that pairs of parts and elements are pinned in; nil if nothing can be pinned.
  private let map: ScreenMapFile?
  private let output: URL
  private let tell: @Sendable (Diagnostic) -> Void
  /// The source of the baselines' history; nil without a project.
  private let source: HistorySource?
  private var earlier: EarlierBaselines?
  /// The report as last read; nil if there is none.
  private var report: StoredReport?
  private var decisions: [String: CaseDecision] = [:]
  private var revision = 0
  private var comparison = 0
  /// The stamps, at the last read, of the files that show whether the cached state is still valid.
  private var stamps: (report: FileStamp?, comparison: FileStamp?)?

  /// - Parameters:
  ///   - project: The name that the pages show for the approval target.
  ///   - target: Nil writes nothing.
  ///   - map: Nil pins nothing.
  ///   - output: The folder that the comparison wrote.
  ///   - source: Nil has no history.
  ///   - report: Receives the results of interrupted approvals.
  init(
    project: String?, target: ApprovalTarget?, map: ScreenMapFile?, output: URL, source: HistorySource?,
    report: @escaping @Sendable (Diagnostic) -> Void
  ) {
    self.project = project
    (self.target, self.map) = (target, map)
    earlier = target.map { EarlierBaselines(of: $0) }
    self.output = output
    self.source = source
    tell = report
  }

  /// The project's folder and the process's environment variables.
  struct HistorySource: Sendable {
    var folder: URL
    var variables: [String: String]
  }

  private var review: ReviewFolder { ReviewFolder(in: output) }

  func apply(_ decisions: Data) throws -> ReviewOutcome {
    guard let target else { throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview)) }
    let file: DecisionFile
    do {
      file = try DecisionFile(data: decisions)
    } catch {
      throw ReviewRefusal(.malformed, error)
    }
    return try working {
      try refresh()
      let report = try self.report ?? review.report()
      let outcome = try file.outcome(in: report)
      let approved = Set(outcome.approved)
      let forEachApproved = { (approve: (CaseResult) throws -> Void) in
        for head in report.cases where approved.contains(head.id) { try approve(report.entry(head)) }
      }
      if !approved.isEmpty {
        try earlier?.keep(outcome.approved, decisions: self.decisions) {
          switch target {
          case .baselines(let folder):
            try Approval(report: report.whole, review: review, store: BaselineStore(folder))
              .approve(keeping: report.whole.keeping, forEachApproved)
          case .pictures(let folder): try ImageApproval(review: review, folder: folder).approve(forEachApproved)
          }
        }
      }
      try record(outcome.recorded)
      return ReviewOutcome(approved: outcome.approved, skipped: outcome.skipped, rejected: outcome.rejected)
    }
  }

  private struct UndoRequest: Decodable {
    var cases: [String]
  }

  func undo(_ cases: Data) throws -> ReviewOutcome {
    guard target != nil else { throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview)) }
    guard let asked = try? JSONDecoder().decode(UndoRequest.self, from: cases) else {
      throw ReviewRefusal(.malformed, Diagnostic(ReviewingIssue.noCases))
    }
    return try working {
      try refresh()
      var changes: [String: CaseDecision?] = [:]
      var approved: [String] = []
      for id in asked.cases {
        switch decisions[id]?.decision {
        case .approve: if !approved.contains(id) { approved.append(id) }
        case .reject: changes[id] = .some(nil)
        case nil: continue
        }
      }
      if !approved.isEmpty { changes.merge(try earlier?.restore(approved) ?? [:]) { $1 } }
      try record(changes)
      return ReviewOutcome(undone: asked.cases.filter { changes[$0] != nil })
    }
  }

  func pin(_ pair: Data) throws -> PinnedMatch {
    guard let map else { throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview)) }
    guard let asked = try? JSONDecoder().decode(ScreenMapFile.Pair.self, from: pair) else {
      throw ReviewRefusal(.malformed, Diagnostic(ScreenRuleIssue.noPair))
    }
    return try working {
      try map.set(asked)
      return PinnedMatch(file: map.name)
    }
  }

  func state() throws -> ReviewState {
    try refusing {
      try settle()
      try refresh()
    }
    let told = decisions.sorted { $0.key < $1.key }.map { id, known in
      ReviewState.Decision(
        id: id, decision: known.decision.rawValue, comment: known.comment,
        canUndo: known.decision == .reject || earlier?.has(id) == true)
    }
    return ReviewState(revision: revision, comparison: comparison, decisions: told)
  }

  /// The maximum number of changes of a baseline that the page lists.
  private static let toldChanges = 20
  /// The time limit of each git command, in seconds. Decisions wait meanwhile.
  private static let historySeconds = 10.0

  func history(of id: String) throws -> Data {
    guard case .baselines(let folder) = target, let source else {
      throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.noReview))
    }
    return try refusing {
      try settle()
      let history = try BaselineHistory(
        of: .id(id), in: BaselineStore(folder), project: source.folder, most: Self.toldChanges,
        variables: source.variables, seconds: Self.historySeconds,
        // One case needs no list of the others.
        unreadable: { _ in })
      return try Data(JSONText.line(history).utf8)
    }
  }

  /// The actor runs calls that don't suspend one after the other.
  func finish() { earlier?.forget() }

  // MARK: The report

  /// Runs `body` while no comparison can run.
  private func working<Result>(_ body: () throws -> Result) throws -> Result {
    try refusing {
      let lock = try OutputLock.take(output)
      defer { lock.removeTraces() }
      try settle()
      return try body()
    }
  }

  /// Undoes an approval that another process left unfinished, and finishes its update of the review.
  private func settle() throws {
    try target?.recover(report: tell)
    try OutputLock.settle(review.url, report: tell)
  }

  private func refusing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      let diagnostic = RunFailure(stopping: error).diagnostics.first ?? Diagnostic(ServingIssue.failed)
      throw ReviewRefusal(diagnostic.kind == .output ? .unwritable : .conflict, diagnostic)
    }
  }

  private func record(_ changes: [String: CaseDecision?]) throws {
    guard !changes.isEmpty else { return }
    try report?.record(changes, in: review)
    decisions = report?.decisions ?? [:]
    revision += 1
    stamps = found
  }

  private var found: (report: FileStamp?, comparison: FileStamp?) {
    (
      FileStamp(review.url.appendingPathComponent("report.json").path, following: false),
      FileStamp(review.url.appendingPathComponent("site/index.js").path, following: false)
    )
  }

  /// Rereads files that another process has written: `feedproof approve` or another comparison.
  private func refresh() throws {
    let found = found
    guard stamps?.report != found.report || stamps?.comparison != found.comparison || stamps == nil else { return }
    if let stamps, stamps.comparison != found.comparison { comparison += 1 }
    report = found.report == nil ? nil : try review.report()
    decisions = report?.decisions ?? [:]
    revision += 1
    stamps = found
  }
}

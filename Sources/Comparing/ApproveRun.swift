import Diagnostics
import Files
import Foundation
import Names
import Projects
import Runs

/// What `feedproof approve` is asked for.
package struct ApproveRequest: Sendable {
  /// Ids of cases, posts or clusters, and patterns.
  package var patterns: [String]
  package var all: Bool
  package var prune: Bool
  /// Takes over what cards are drawn with now, where nothing else differs.
  package var environment: Bool
  /// A file of decisions, as the review page saves them.
  package var decisions: String?
  /// Nil keeps what the comparison was told to keep.
  package var keeping: BaselineKeeping?

  package init(
    patterns: [String], all: Bool, prune: Bool, environment: Bool, decisions: String?, keeping: BaselineKeeping?
  ) {
    self.patterns = patterns
    self.all = all
    self.prune = prune
    self.environment = environment
    self.decisions = decisions
    self.keeping = keeping
  }
}

/// `feedproof approve`: accepts what the last comparison drew.
package struct ApproveRun {
  let project: Project
  let request: ApproveRequest
  let environment: Environment

  package init(project: Project, request: ApproveRequest, environment: Environment) {
    self.project = project
    self.request = request
    self.environment = environment
  }

  /// - Returns: What was done, in words.
  /// - Throws: `RunFailure`.
  package func run() throws -> String {
    let review = ReviewFolder(in: project.output)
    let report = try review.report()
    let approval = Approval(report: report, review: review, store: BaselineStore(project.baselines))
    let cases = try chosen(from: report)
    let drifted = request.environment ? report.cases.filter { $0.drifted == true && $0.verdict == .identical } : []
    let pruned = request.prune ? approval.obsolete : []
    try approval.approve(cases, keeping: request.keeping ?? report.keeping, drifted: drifted, pruning: pruned)
    let isAside = cases.isEmpty && (request.prune || request.environment)
    let approved =
      (isAside ? [] : ["approved \(count(cases.count, "baseline"))"])
      + (request.environment ? ["took over the environment of \(count(drifted.count, "baseline"))"] : [])
    let removed = request.prune ? ["removed \(count(pruned.count, "obsolete baseline"))"] : []
    return (approved + removed).joined(separator: ", ") + "\n"
  }

  private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  /// In the report's order, each once.
  ///
  /// - Throws: `RunFailure`, also where causes are named and every case of them has another one.
  private func chosen(from report: CompareReport) throws -> [CompareReport.Case] {
    var ids: Set<String> = []
    var acceptance = Acceptance(in: report)
    if request.all { ids.formUnion(report.cases.filter(\.isApprovable).map(\.id)) }
    if request.environment { ids.formUnion(report.cases.filter { $0.verdict == .environment }.map(\.id)) }
    for pattern in request.patterns {
      if let cluster = report.clusters.first(where: { $0.id == pattern }) {
        _ = try approvable(cluster.cases, asked: pattern, report)
        acceptance.accept(cause: pattern)
      } else {
        ids.formUnion(try matching(pattern, in: report))
      }
    }
    let approvable = Set(report.cases.filter(\.isApprovable).map(\.id))
    ids.formUnion(acceptance.ofCauses.filter(approvable.contains))
    if ids.isEmpty, let first = acceptance.waiting.first {
      throw Diagnostic(CompareIssue.otherCauses(first.id, also: acceptance.openCauses))
    }
    if let file = request.decisions {
      ids.formUnion(try DecisionFile.read(environment.url(file)).outcome(in: report).approved)
    }
    return report.cases.filter { ids.contains($0.id) }
  }

  /// A pattern with wildcards takes what can be approved of all that it matches; a plain id must be approvable.
  private func matching(_ pattern: String, in report: CompareReport) throws -> [String] {
    if let exact = report.cases.first(where: { $0.id == pattern }) {
      return exact.verdict == .identical ? [] : try approvable([exact.id], asked: pattern, report)
    }
    let glob = GlobPattern(pattern)
    let found = report.cases.filter { glob.matches($0.id) || glob.matches($0.post) || $0.post.hasSuffix("_\(pattern)") }
    guard !found.isEmpty else {
      let known = report.cases.filter(\.isApprovable).map(\.id)
      throw Diagnostic(CompareIssue.noCase(pattern, known: known))
    }
    return found.filter(\.isApprovable).map(\.id)
  }

  private func approvable(_ ids: [String], asked: String, _ report: CompareReport) throws -> [String] {
    let cases = report.cases.filter { ids.contains($0.id) }
    let good = cases.filter(\.isApprovable)
    if let refused = cases.first, good.isEmpty {
      let issue =
        refused.reference == .mockup
        ? CompareIssue.mockupNotApprovable(asked) : .notApprovable(asked, verdict: refused.verdict.rawValue)
      throw Diagnostic(issue)
    }
    return good.map(\.id)
  }
}

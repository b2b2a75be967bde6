import DataFormats
import Diagnostics
import Files
import Foundation

/// The decisions from a review page: `{"schema": 1, "decisions": [{"case": id, "decision": "approve", "sha256": …,
/// "comment": …}]}`.
package struct DecisionFile: Codable, Sendable {
  package struct Decision: Codable, Sendable {
    /// The id of a case or of a cluster.
    package var id: String
    var decision: CaseDecision.Choice
    /// The digest of the image that the reviewer saw; nil trusts the report.
    var sha256: String?
    /// The reviewer's comment.
    var comment: String?

    private enum CodingKeys: String, CodingKey {
      case id = "case"
      case decision, sha256, comment
    }
  }

  package var schema: Int
  package var decisions: [Decision]

  /// The largest size of a file in bytes. It has room for decisions about hundreds of thousands of cases.
  package static let sizeLimit = 64 << 20

  /// Reads a file of decisions.
  ///
  /// - Throws: `Diagnostic` if the file can't be read or contains no decisions.
  package static func read(_ file: URL) throws(Diagnostic) -> DecisionFile {
    let data: Data
    do throws(FileError) {
      data = try RegularFile(file).data(limit: sizeLimit)
    } catch {
      let issue = CompareIssue.decisionsUnreadable(reason: error.fact.reason)
      throw Diagnostic(issue, at: Place(file: file.path))
    }
    do throws(Diagnostic) {
      return try DecisionFile(data: data)
    } catch {
      throw error.located(in: file.path)
    }
  }

  /// - Throws: `Diagnostic` if the data are not a file of decisions.
  package init(data: Data) throws(Diagnostic) {
    let file: DecisionFile
    do {
      file = try JSONSource.decode(from: data)
    } catch {
      throw Diagnostic(CompareIssue.decisionsUnreadable(reason: error.fact.message), at: error.place)
    }
    guard file.schema == 1 else {
      throw Diagnostic(CompareIssue.decisionsUnreadable(reason: "it has schema \(file.schema)"))
    }
    self = file
  }

  /// The cases that the decisions concern, each once, in their order.
  package struct Outcome {
    package var approved: [String] = []
    /// Cases that are rejected, already identical, or members of an approved cluster that can't be approved or have
    /// another cause.
    package var skipped: [String] = []
    /// The rejected cases among the skipped ones, in their order.
    package var rejected: [String] = []
    /// Cases that the same file approves and rejects, by id or cause. They count as rejected.
    package var contradicted: [String] = []
    /// The comments on cases, by case id.
    package var comments: [String: String] = [:]

    /// The decisions to record in the report.
    package var recorded: [String: CaseDecision?] {
      let decided = approved.map { ($0, CaseDecision.Choice.approve) } + rejected.map { ($0, .reject) }
      return Dictionary(
        decided.map { id, choice in (id, CaseDecision(choice, comment: comments[id])) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// Applies the decisions to a report.
  ///
  /// - Throws: `RunFailure` if a decision concerns an image that the comparison did not render.
  package func outcome(in report: StoredReport) throws -> Outcome {
    let known = Dictionary(report.cases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let clusters = Dictionary(report.whole.clusters.map { ($0.id, $0.cases) }, uniquingKeysWith: { first, _ in first })
    var outcome = Outcome()
    var acceptance = Acceptance(in: report)
    for decision in decisions where decision.decision == .approve {
      acceptance.accept(cause: decision.id)
      if clusters[decision.id] == nil { acceptance.accept(case: decision.id) }
    }
    let complete = Set(acceptance.ofCauses).union(acceptance.cases)
    for decision in decisions {
      for id in clusters[decision.id] ?? [decision.id] where decision.comment?.isEmpty == false {
        outcome.comments[id] = decision.comment
      }
      guard decision.decision == .approve else {
        let ids = clusters[decision.id] ?? [decision.id]
        outcome.skipped += ids
        outcome.rejected += ids.filter { known[$0] != nil }
        continue
      }
      for entry in try decided(decision, known, clusters, report) {
        let isAccepted = entry.isApprovable && complete.contains(entry.id)
        if isAccepted { outcome.approved.append(entry.id) } else { outcome.skipped.append(entry.id) }
      }
    }
    outcome.rejected = outcome.rejected.uniqued()
    let rejected = Set(outcome.rejected)
    outcome.contradicted = outcome.approved.uniqued().filter(rejected.contains)
    outcome.approved = outcome.approved.uniqued().filter { !rejected.contains($0) }
    let approved = Set(outcome.approved)
    outcome.skipped = outcome.skipped.uniqued().filter { !approved.contains($0) }
    return outcome
  }

  /// Returns the cases that a decision approves.
  private func decided(
    _ decision: Decision, _ known: [String: StoredReport.Head], _ clusters: [String: [String]], _ report: StoredReport
  ) throws -> [StoredReport.Head] {
    if let cluster = clusters[decision.id] { return cluster.compactMap { known[$0] } }
    guard let entry = known[decision.id] else {
      throw Diagnostic(CompareIssue.noCase(decision.id, known: report.cases.map(\.id)))
    }
    if entry.verdict == .identical { return [entry] }
    if let seen = decision.sha256, seen != entry.sha256 {
      throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id))
    }
    guard entry.isApprovable else { throw Diagnostic(entry.notApprovable(asked: entry.id)) }
    return [entry]
  }
}

/// Determines which cases are accepted. A case with several causes is accepted if all of them are, or if it is named
/// itself.
struct Acceptance {
  private let report: StoredReport
  private var causes: Set<String> = []
  private(set) var cases: Set<String> = []

  init(in report: StoredReport) {
    self.report = report
  }

  mutating func accept(cause id: String) { causes.insert(id) }
  mutating func accept(case id: String) { cases.insert(id) }

  func accepts(cause id: String) -> Bool { causes.contains(id) }

  /// Cases that have an accepted cause and a cause that is not accepted.
  var waiting: [StoredReport.Head] {
    report.cases.filter { entry in
      let clusters = entry.causes
      return !cases.contains(entry.id) && clusters.contains(where: causes.contains)
        && !clusters.allSatisfy(causes.contains)
    }
  }

  /// Ids of cases whose causes are all accepted.
  var ofCauses: [String] {
    guard !causes.isEmpty else { return [] }
    return report.cases.filter { entry in
      let clusters = entry.causes
      return !clusters.isEmpty && clusters.allSatisfy(causes.contains)
    }.map(\.id)
  }

  /// The causes that the waiting cases still need.
  var openCauses: [String] { waiting.flatMap(\.causes).uniqued().filter { !causes.contains($0) } }
}

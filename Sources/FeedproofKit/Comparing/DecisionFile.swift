import Diagnostics
import Foundation

/// What somebody decided on the review page:
/// `{"schema": 1, "decisions": [{"case": id, "decision": "approve", "sha256": …}]}`.
struct DecisionFile: Codable, Sendable {
  enum Choice: String, Codable, Sendable { case approve, reject }

  struct Decision: Codable, Sendable {
    /// The id of a case or of a cluster.
    var id: String
    var decision: Choice
    /// Of the picture that was looked at; nil trusts the report.
    var sha256: String?

    private enum CodingKeys: String, CodingKey {
      case id = "case"
      case decision, sha256
    }
  }

  var schema: Int
  var decisions: [Decision]

  static func read(_ file: URL) throws -> DecisionFile {
    func failure(_ reason: String) -> RunFailure {
      RunFailure(.brokenInput, Diagnostic(CompareIssue.decisionsUnreadable(reason: reason), at: Place(file: file.path)))
    }
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw failure(reason(error))
    }
    guard let decisions = try? JSONDecoder().decode(DecisionFile.self, from: data) else {
      throw failure("it is not JSON with decisions")
    }
    guard decisions.schema == 1 else { throw failure("it has schema \(decisions.schema)") }
    return decisions
  }

  /// - Throws: `RunFailure` when a decision is about a picture that the comparison did not draw.
  func approvedCases(in report: CompareReport) throws -> [String] {
    try decisions.filter { $0.decision == .approve }.flatMap { decision -> [String] in
      if let cluster = report.clusters.first(where: { $0.id == decision.id }) {
        return report.cases.filter { cluster.cases.contains($0.id) && $0.isApprovable }.map(\.id)
      }
      guard let entry = report.cases.first(where: { $0.id == decision.id }) else {
        let known = report.cases.map(\.id)
        throw RunFailure(.brokenInput, Diagnostic(CompareIssue.noCase(decision.id, known: known)))
      }
      if entry.verdict == .identical { return [] }
      if let seen = decision.sha256, seen != entry.actual?.sha256 {
        throw RunFailure(.brokenInput, Diagnostic(CompareIssue.drawnPictureChanged(entry.id)))
      }
      guard entry.isApprovable else {
        let issue =
          entry.reference == .mockup
          ? CompareIssue.mockupNotApprovable(entry.id) : .notApprovable(entry.id, verdict: entry.verdict.rawValue)
        throw RunFailure(.brokenInput, Diagnostic(issue))
      }
      return [entry.id]
    }
  }
}

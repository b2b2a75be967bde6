import Diagnostics
import Foundation
import Runs
import Site

/// What was decided about a case since it was compared.
package struct CaseDecision: Hashable, Codable, Sendable {
  /// `approve` where it has become the baseline.
  package var decision: DecisionFile.Choice
  /// What somebody said to it; nil for nothing.
  package var comment: String?

  package init(_ decision: DecisionFile.Choice, comment: String? = nil) {
    self.decision = decision
    self.comment = comment.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Decisions about the cases of a comparison, kept where its report is: in the report itself, for machines, and in a
/// script that the review's pages load.
package struct ReportDecisions {
  static let script = "site/decisions.js"

  private let review: ReviewFolder

  package init(in review: ReviewFolder) {
    self.review = review
  }

  /// What the report needs of a case to tell and to change what was decided.
  private struct Head: Decodable {
    var id: String
    var decision: CaseDecision?
  }

  /// Of each case that something was decided about.
  ///
  /// - Throws: `Diagnostic` where there is no report, or it can't be read.
  package func all() throws -> [String: CaseDecision] {
    var found: [String: CaseDecision] = [:]
    try review.readCases(as: Head.self) { head, _ in found[head.id] = head.decision }
    return found
  }

  /// Writes decisions into the report; the others stay.
  ///
  /// - Parameter changes: Nil takes back what was decided.
  /// - Returns: All decisions.
  /// - Throws: `Diagnostic`; the report is as it was then.
  @discardableResult
  package func record(_ changes: [String: CaseDecision?]) throws -> [String: CaseDecision] {
    var decided: [(id: String, decision: CaseDecision)] = []
    var changed: [Range<Int>] = []
    try review.readCases(as: Head.self) { head, place in
      let known = changes[head.id]
      if let decision = known ?? head.decision { decided.append((head.id, decision)) }
      if let known, known != head.decision { changed.append(place) }
    }
    if !changed.isEmpty {
      try review.rewriteCases(at: changed) { entry in
        if let decision = changes[entry.id] { entry.decision = decision }
      }
      try review.replace(Data(Self.script(decided).utf8), at: Self.script)
    }
    return Dictionary(decided.map { ($0.id, $0.decision) }, uniquingKeysWith: { first, _ in first })
  }

  /// What a comparison that was just made leaves: nothing is decided.
  static var none: String { script([]) }

  private static func script(_ decided: [(id: String, decision: CaseDecision)]) -> String {
    ReviewData.decisions(decided.map { ($0.id, $0.decision.decision.rawValue, $0.decision.comment) })
  }
}

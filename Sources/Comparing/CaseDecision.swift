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

/// What was decided about a case since it was compared.
package struct CaseDecision: Hashable, Codable, Sendable {
  package enum Choice: String, Codable, Sendable { case approve, reject }

  /// `approve` where it has become the baseline.
  package var decision: Choice
  /// What somebody said to it; nil for nothing.
  package var comment: String?

  package init(_ decision: Choice, comment: String? = nil) {
    self.decision = decision
    self.comment = comment.flatMap { $0.isEmpty ? nil : $0 }
  }
}

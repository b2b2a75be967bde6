/// The decision about a case since its comparison.
package struct CaseDecision: Hashable, Codable, Sendable {
  package enum Choice: String, Codable, Sendable { case approve, reject }

  /// `approve` if the case has become the baseline.
  package var decision: Choice
  /// A reviewer's comment; nil if there is none.
  package var comment: String?

  package init(_ decision: Choice, comment: String? = nil) {
    self.decision = decision
    self.comment = comment.flatMap { $0.isEmpty ? nil : $0 }
  }
}

import CardRendering
import Diagnostics
import ImageComparison

/// A case with its result.
package struct ComparedCase: Sendable {
  package var entry: CaseResult
  package var judgement: Judgement
  /// The environment it was drawn in; nil if none is recorded.
  var environment: CardEnvironments.NamedEnvironment?
  /// The changes of its fonts and libraries since approval.
  var drift: [EnvironmentDrift] = []
  /// The causes of a case that is not good.
  var causes: [Cause] = []
  /// The files that must stay unchanged for a byte-identical case to remain identical.
  var dependencies: CaseDependencies?
  /// The texts of a case whose files don't depend on other cases; they replace its entry in the store.
  var texts: ReviewTexts?

  package init(
    entry: CaseResult, judgement: Judgement, environment: CardEnvironments.NamedEnvironment? = nil,
    drift: [EnvironmentDrift] = [], causes: [Cause] = [], dependencies: CaseDependencies? = nil,
    texts: ReviewTexts? = nil
  ) {
    (self.entry, self.judgement, self.environment, self.drift) = (entry, judgement, environment, drift)
    (self.causes, self.dependencies, self.texts) = (causes, dependencies, texts)
  }
}

extension ComparedCase {
  /// Returns the same case with these causes.
  package func caused(by causes: [Cause]) -> ComparedCase {
    var compared = self
    compared.causes = entry.reference == .mockup ? causes.map(\.ofMockup) : causes
    compared.entry.causes = compared.causes.map(\.id)
    return compared
  }

  /// Returns a case that could not be drawn.
  package static func failed(_ cardCase: ComparisonCase, post: String, _ diagnostic: Diagnostic) -> ComparedCase {
    let judgement = Judgement(verdict: .error, reasons: [diagnostic.message], diagnostic: diagnostic)
    let entry = CaseResult(
      id: cardCase.id, reference: cardCase.kind, post: post, variant: cardCase.variant, verdict: .error,
      reasons: judgement.reasons)
    return ComparedCase(entry: entry, judgement: judgement).caused(by: judgement.causes)
  }
}

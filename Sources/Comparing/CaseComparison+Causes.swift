import Layout
import Proof

extension CaseComparison {
  /// Why the case is not as it was. What a change of the design or of the post explains is different, whatever draws it.
  func causes(
    of judgement: inout Judgement, _ proofCase: ProofCase, _ card: ComparedCard, _ layout: LayoutRecord,
    _ found: inout FoundReference?
  ) throws -> [Cause] {
    guard !judgement.verdict.isGood, judgement.verdict != .error else { return judgement.causes }
    if proofCase.kind == .mockup { return try causesOfMockup(&judgement, proofCase, card, found) }
    if judgement.verdict == .new { return try causesOfNew(&judgement, card) }
    let finder = CauseFinder(
      trial: card.trial, trials: pastDesigns?.trials(from: found?.design), environments: environments)
    let known = CauseFinder.Outcome(record: layout, judgement: judgement, drift: found?.drift ?? [])
    let (causes, drift) = try finder.causes(of: card.layout, known, found?.reference.layout) { [found] layout in
      try outcome(of: layout, proofCase, card, found)
    }
    judgement.forget(known.drift.filter { !drift.contains($0) }.map(\.message))
    found?.drift = drift
    if judgement.verdict == .environment, !causes.allSatisfy(\.kind.isEnvironment) { judgement.verdict = .different }
    judgement.tell(causes)
    return causes
  }

  /// Why the card is not as its designer drew it.
  private func causesOfMockup(
    _ judgement: inout Judgement, _ proofCase: ProofCase, _ card: ComparedCard, _ found: FoundReference?
  ) throws -> [Cause] {
    let known = judgement
    let causes = try MockupCauses(card.trial)?.causes(of: known) { layout in
      judge(DrawnCard(try card.trial.drawn(layout), card.record(of: layout)), against: found?.reference, proofCase)
    }
    guard let causes else { return known.causes }
    judgement.tell(causes)
    return causes
  }

  /// The card as another design makes it.
  private func outcome(
    of layout: LaidOutCard, _ proofCase: ProofCase, _ card: ComparedCard, _ found: FoundReference?
  ) throws -> CauseFinder.Outcome {
    let record = card.record(of: layout)
    let drawn = try card.trial.drawn(layout)
    let materials = CardMaterials(card.trial.list(of: layout), format: card.trial.pictures.format)
    let now = environments.environment(of: materials)
    let drift = try found.flatMap { try environments.past($0.environment, to: now)?.drift } ?? []
    var reference = found?.reference
    reference?.drift = drift.map(\.message)
    let judgement = judge(DrawnCard(drawn, record), against: reference, proofCase)
    return CauseFinder.Outcome(record: record, judgement: judgement, drift: drift)
  }

  /// A state that a card did not have came with a change of the design or of the text, like what happened to the card's
  /// other state.
  private func causesOfNew(_ judgement: inout Judgement, _ card: ComparedCard) throws -> [Cause] {
    guard let (id, layout) = card.other, let record = try store.record(of: id) else { return judgement.causes }
    let finder = CauseFinder(
      trial: card.trial, trials: pastDesigns?.trials(from: record.design), environments: environments)
    var causes = finder.causesOfNewState()
    if causes.isEmpty {
      causes = ContentComparison(reference: record.layout, actual: card.record(of: layout)).edits.map(\.cause).uniqued()
    }
    guard !causes.isEmpty else { return judgement.causes }
    judgement.reasons += causes.map(\.title)
    return causes
  }
}

import CardRendering
import Drawing
import ImageComparison
import Layout

/// Finds why a card has changed. It lays the card out without each change of the design, and compares the card without
/// any of them with the approved one.
///
/// Names and positions are never used to guess. A change of the design is a cause if the card differs without it, no
/// matter which boxes it moved.
struct CauseFinder {
  let trial: TrialCard
  /// Nil if the design that the card was approved with is unknown.
  let trials: DesignTrials?
  let environments: CardEnvironments
  /// Areas that never count as a cause.
  let masks: [CaseMask]

  /// The result of comparing a card in some design with its reference.
  struct Outcome {
    var record: LayoutRecord
    var judgement: Judgement
    /// The drift of its environment.
    var drift: [EnvironmentDrift]
  }

  /// - Parameters:
  ///   - layout: The current layout.
  ///   - now: The current outcome; not good.
  ///   - reference: The baseline's layout, if it exists.
  ///   - judge: Draws and judges the card in the old design.
  /// - Returns: The causes, and the changes of fonts and libraries that are independent of the design. Bold letters
  ///   that a token requests don't come from another machine.
  func causes(
    of layout: LaidOutCard, _ now: Outcome, _ reference: LayoutRecord?, judge: (LaidOutCard) throws -> Outcome
  ) throws -> (causes: [Cause], drift: [EnvironmentDrift]) {
    let design = designCauses(of: layout)
    let outcome = try design.old.map(judge) ?? now
    let rest = outcome.judgement
    if rest.verdict.isGood, !design.causes.isEmpty { return (design.causes, outcome.drift) }
    let edits = reference.map { ContentComparison(reference: $0, actual: outcome.record, masks: masks).edits } ?? []
    let content = edits.map(\.cause).uniqued()
    let environment = environmentCauses(outcome.drift, beside: design.causes + content, rest, edits)
    let found = design.causes + content + environment
    // A change that neither the post nor the environment explains must not hide behind the design.
    let isOpen = content.isEmpty && environment.isEmpty && (design.old != nil || design.causes.isEmpty)
    return (isOpen ? found + rest.causes : found, outcome.drift)
  }

  /// Font and library changes that count as causes. All of them count if no other cause is known, or if the remaining
  /// verdict is `environment`. Otherwise fonts and versions count if the card has unexplained differences. Other
  /// libraries affect only antialiased edges and don't count.
  private func environmentCauses(
    _ drift: [EnvironmentDrift], beside known: [Cause], _ rest: Judgement, _ edits: [ContentEdit]
  ) -> [Cause] {
    let all = drift.causes(in: environments.whole)
    if known.isEmpty { return all }
    let isOpen = rest.isOpen(beside: edits)
    return all.filter { [.font, .version].contains($0.kind) && isOpen || rest.verdict == .environment }
  }

  // MARK: Design

  /// Returns the changes of the design that affect the card, and the card without any of them; nil if it is the same or
  /// lacks the state.
  private func designCauses(of layout: LaidOutCard) -> (causes: [Cause], old: LaidOutCard?) {
    guard let delta = trials?.delta, !delta.isEmpty else { return ([], nil) }
    let own = delta.changes.indices.filter { delta.changes[$0].concerns(theme: trial.theme.name) }
    let all = Set(own)
    let now = trial.list(of: layout)
    let old = setting(reverting: all).flatMap(trial.layout)
    let before = old.map(trial.list)
    guard before != now else { return ([], nil) }
    var causes = own.filter { list(reverting: [$0], else: now) != now }
    // If two changes have the same effect, each hides the other.
    if causes.isEmpty { causes = own.filter { list(reverting: all.subtracting([$0]), else: before) != before } }
    if causes.isEmpty { causes = own }
    return (causes.map { delta.changes[$0].cause }, old)
  }

  private func setting(reverting reverted: Set<Int>) -> CardDesign? {
    trials?.setting(reverting: reverted, in: trial.theme)
  }

  /// - Parameter unknown: Used if the rest of the design requires a reverted change.
  private func list(reverting reverted: Set<Int>, else unknown: DisplayList?) -> DisplayList? {
    guard let setting = setting(reverting: reverted) else { return unknown }
    return trial.list(with: setting)
  }

  /// Returns the changes of the design that create a card's new state.
  func causesOfNewState() -> [Cause] {
    guard let delta = trials?.delta, !delta.isEmpty else { return [] }
    let own = delta.changes.indices.filter { delta.changes[$0].concerns(theme: trial.theme.name) }
    guard let old = setting(reverting: Set(own)), trial.layout(with: old) == nil else { return [] }
    let causes = own.filter { change in setting(reverting: [change]).map { trial.layout(with: $0) == nil } ?? false }
    return (causes.isEmpty ? own : causes).map { delta.changes[$0].cause }
  }
}

extension Judgement {
  /// Whether anything differs that is neither inside an edit nor a result of one; another font affects the other texts,
  /// too. Without pixels this is unknown, so something may differ.
  fileprivate func isOpen(beside edits: [ContentEdit]) -> Bool {
    guard let pixels else { return true }
    func isEdited(_ path: String) -> Bool {
      edits.contains { path == $0.path || path.hasPrefix($0.path + "/") || $0.path.hasPrefix(path + "/") }
    }
    if structure.causes.contains(where: { !isEdited($0.path) }) { return true }
    let changed = Set(structure.boxes.map(\.path))
    return pixels.regions.contains { region in
      region.boxes.first.map { !isEdited($0) && !changed.contains($0) } ?? false
    }
  }
}

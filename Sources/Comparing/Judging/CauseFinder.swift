import Drawing
import Layout
import Proof

/// Finds why a card is not as it was: by laying it out without each of the design's changes, and by holding what is left
/// without all of them against what was approved.
///
/// Nothing is guessed from names and places: a change of the design is a cause when the card is another one without it,
/// whatever it moved.
struct CauseFinder {
  let trial: CardTrial
  /// Nil where nobody knows the design that the card was approved with.
  let trials: DesignTrials?
  let environments: CardEnvironments
  /// What is no cause of anything.
  let masks: [CaseMask]

  /// A card as a design makes it, held against its reference.
  struct Outcome {
    var record: LayoutRecord
    var judgement: Judgement
    /// Of what it is drawn with.
    var drift: [EnvironmentDrift]
  }

  /// - Parameters:
  ///   - layout: As it was laid out now.
  ///   - now: How that came out; not good.
  ///   - reference: Where the baseline is.
  ///   - judge: Draws and judges the card that the old design would have made.
  /// - Returns: The causes, and what of the fonts and libraries changed whatever the design asks for: bold letters that a
  ///   token asks for are no other machine's.
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
    // What neither the post nor what draws it explains is not to hide behind the design.
    let isOpen = content.isEmpty && environment.isEmpty && (design.old != nil || design.causes.isEmpty)
    return (isOpen ? found + rest.causes : found, outcome.drift)
  }

  /// Fonts are a cause wherever the card uses them and something is left to explain. Other libraries change soft edges at
  /// most: beside another cause they are a possible one.
  private func environmentCauses(
    _ drift: [EnvironmentDrift], beside known: [Cause], _ rest: Judgement, _ edits: [ContentEdit]
  ) -> [Cause] {
    let all = drift.causes(in: environments.whole)
    if known.isEmpty { return all }
    let isOpen = rest.isOpen(beside: edits)
    return all.filter { [.font, .version].contains($0.kind) && isOpen || rest.verdict == .environment }
  }

  // MARK: Design

  /// The changes of the design without which the card is another one, and the card without any of them; nil where it is
  /// the same, or does not have the state.
  private func designCauses(of layout: LaidOutCard) -> (causes: [Cause], old: LaidOutCard?) {
    guard let delta = trials?.delta, !delta.isEmpty else { return ([], nil) }
    let own = delta.changes.indices.filter { delta.changes[$0].concerns(theme: trial.theme.name) }
    let all = Set(own)
    let now = trial.list(of: layout)
    let old = setting(reverting: all).flatMap(trial.layout)
    let before = old.map(trial.list)
    guard before != now else { return ([], nil) }
    var causes = own.filter { list(reverting: [$0], else: now) != now }
    // Of two changes that do the same, each hides the other.
    if causes.isEmpty { causes = own.filter { list(reverting: all.subtracting([$0]), else: before) != before } }
    if causes.isEmpty { causes = own }
    return (causes.map { delta.changes[$0].cause }, old)
  }

  private func setting(reverting reverted: Set<Int>) -> CardSetting? {
    trials?.setting(reverting: reverted, in: trial.theme)
  }

  /// - Parameter unknown: Taken where the rest of the design can't do without what is taken back.
  private func list(reverting reverted: Set<Int>, else unknown: DisplayList?) -> DisplayList? {
    guard let setting = setting(reverting: reverted) else { return unknown }
    return trial.list(with: setting)
  }

  /// Of a card that is there now and was not: the changes of the design that make it.
  func causesOfNewState() -> [Cause] {
    guard let delta = trials?.delta, !delta.isEmpty else { return [] }
    let own = delta.changes.indices.filter { delta.changes[$0].concerns(theme: trial.theme.name) }
    guard let old = setting(reverting: Set(own)), trial.layout(with: old) == nil else { return [] }
    let causes = own.filter { change in setting(reverting: [change]).map { trial.layout(with: $0) == nil } ?? false }
    return (causes.isEmpty ? own : causes).map { delta.changes[$0].cause }
  }
}

extension Judgement {
  /// Whether anything differs that neither lies in what was edited nor follows from it: another font shows in the other
  /// texts, too. Where there are no pixels to look at, that is not known, and something may.
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

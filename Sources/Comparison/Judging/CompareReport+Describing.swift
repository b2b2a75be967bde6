import ImageComparison

extension CompareReport.Case {
  /// Adds intended deviations, and parts of a mockup without a counterpart.
  ///
  /// - Parameter match: Nil without a frame.
  mutating func describe(
    _ proofCase: BaselineCase, _ judgement: Judgement, _ match: DesignFrame.Match?, _ layout: () -> LayoutRecord
  ) {
    if !proofCase.deviations.isEmpty, judgement.verdict != .error, judgement.verdict != .new {
      let told = proofCase.deviations.enumerated().map { index, deviation in
        CompareReport.Deviation(
          box: deviation.box, what: deviation.kinds.map(\.rawValue), reason: deviation.reason,
          changes: judgement.met.first { $0.index == index }?.changes ?? [])
      }
      // Baseline rules apply to many cards, so only those that took effect are listed. A mockup's own rules are always
      // listed, which reveals obsolete ones.
      let met = proofCase.kind == .baseline ? told.filter { !$0.changes.isEmpty } : told
      deviations = met.isEmpty ? nil : met
    }
    guard let match, proofCase.mockup?.reportsUnmapped == false, !match.boxes.isEmpty else { return }
    let proposal = DesignFrame.proposal(for: match, of: layout())
    unmapped = CompareReport.UnmappedParts(
      layers: match.layers.count, boxes: match.boxes, map: proposal.map { BoxMapProposal.text($0.entries) })
  }
}

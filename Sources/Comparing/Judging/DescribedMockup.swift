import Proof

extension CompareReport.Case {
  /// Adds what only a mockup's case has: deviations that are meant, and what has no counterpart.
  ///
  /// - Parameter match: Nil without a frame.
  mutating func describe(
    _ mockup: MockupCase, _ judgement: Judgement, _ match: DesignFrame.Match?, _ layout: LayoutRecord
  ) {
    if !mockup.deviations.isEmpty, judgement.verdict != .error, judgement.verdict != .new {
      deviations = mockup.deviations.enumerated().map { index, deviation in
        CompareReport.Deviation(
          box: deviation.box, what: deviation.kinds.map(\.rawValue), reason: deviation.reason,
          changes: judgement.met.first { $0.index == index }?.changes ?? [])
      }
    }
    guard let match, !mockup.reportsUnmapped, !match.boxes.isEmpty else { return }
    let proposal = DesignFrame.proposal(for: match, of: layout)
    unmapped = CompareReport.Unmapped(
      layers: match.layers.count, boxes: match.boxes, map: proposal.map { ProposedMap.text($0.entries) })
  }
}

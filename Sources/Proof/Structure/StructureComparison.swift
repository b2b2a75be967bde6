import Drawing

/// A box that is not as its reference says.
package struct BoxDifference: Hashable, Sendable {
  package var path: String
  package var changes: [BoxChange]
  /// Those changes that do not follow from others: a box may be pushed, carried along, or grow with what it holds.
  package var ownChanges: [BoxChange]
  package var reference: BoxRecord?
  package var actual: BoxRecord?
}

/// Everything that is structurally different about one card.
package struct StructureDifference: Hashable, Sendable {
  /// In the reference's order, extra boxes last.
  package var boxes: [BoxDifference]

  package var isEmpty: Bool { boxes.isEmpty }
  /// Boxes to which something happened.
  package var causes: [BoxDifference] { boxes.filter { !$0.ownChanges.isEmpty } }
}

/// Compares the boxes of a card with those of its reference, and tells causes from consequences.
package struct StructureComparison: Hashable, Sendable {
  package var tolerance: StructureTolerance
  /// Boxes that only one side has without that being a fault, and what is in them.
  package var ignored: [String]

  package init(tolerance: StructureTolerance = StructureTolerance(), ignored: [String] = []) {
    self.tolerance = tolerance
    self.ignored = ignored
  }

  package func compare(reference: LayoutRecord, actual: LayoutRecord) -> StructureDifference {
    let pairs = BoxPair.matching(kept(reference.boxes), kept(actual.boxes))
    let different = pairs.filter { !changes(of: $0).isEmpty }
    guard !different.isEmpty else { return StructureDifference(boxes: []) }
    let attribution = ChangeAttribution(pairs: pairs, tolerance: tolerance)
    var boxes = different.map { pair in
      let changes = changes(of: pair)
      return BoxDifference(
        path: pair.path, changes: changes, ownChanges: attribution.ownChanges(of: pair, changes),
        reference: pair.reference, actual: pair.actual)
    }
    // Boxes that explain each other in a circle still have a cause: something is not as it was.
    if boxes.allSatisfy(\.ownChanges.isEmpty) { boxes[0].ownChanges = boxes[0].changes }
    return StructureDifference(boxes: boxes)
  }

  private func kept(_ boxes: [BoxRecord]) -> [BoxRecord] {
    boxes.filter { box in !ignored.contains { box.path == $0 || box.path.hasPrefix($0 + "/") } }
  }

  private func changes(of pair: BoxPair) -> [BoxChange] {
    switch (pair.reference, pair.actual) {
    case (let reference?, let actual?): tolerance.changes(from: reference, to: actual)
    case (_?, nil): [.missing]
    case (nil, _): [.extra]
    }
  }
}

/// A box and its reference; one of them may be missing.
package struct BoxPair: Hashable {
  package var path: String
  package var reference: BoxRecord?
  package var actual: BoxRecord?

  /// Boxes of the same path belong together; where a path comes more than once, the first with the first.
  package static func matching(_ references: [BoxRecord], _ actuals: [BoxRecord]) -> [BoxPair] {
    var waiting: [String: [BoxRecord]] = [:]
    for box in actuals.reversed() { waiting[box.path, default: []].append(box) }
    var pairs = references.map { BoxPair(path: $0.path, reference: $0, actual: waiting[$0.path]?.popLast()) }
    var seen: [String: Int] = [:]
    for pair in pairs where pair.actual != nil { seen[pair.path, default: 0] += 1 }
    for box in actuals {
      if let count = seen[box.path], count > 0 {
        seen[box.path] = count - 1
      } else {
        pairs.append(BoxPair(path: box.path, reference: nil, actual: box))
      }
    }
    return pairs
  }
}

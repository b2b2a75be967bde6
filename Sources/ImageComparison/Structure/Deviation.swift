/// An intended difference from a reference.
package struct Deviation: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case missing, extra, place, size, baseline, lines, text, truncation, color, font
  }

  /// The path of a box, or the end of it.
  package var box: String
  /// The kinds of change; empty for any kind.
  package var kinds: [Kind]
  package var reason: String

  package init(box: String, kinds: [Kind], reason: String) {
    (self.box, self.kinds, self.reason) = (box, kinds, reason)
  }

  fileprivate func covers(_ change: BoxChange, of path: String) -> Bool {
    path.isCalled(box) && (kinds.isEmpty || kinds.contains(change.deviation))
  }
}

/// An intended deviation that occurred.
package struct DeviationOccurrence: Hashable, Sendable {
  /// The index among the deviations of the case.
  package var index: Int
  /// The affected boxes and their changes, as text.
  package var changes: [String]
}

extension StructureDifference {
  /// Returns the difference without intended changes and their consequences.
  ///
  /// - Returns: The remaining difference, the deviations that occurred, and the boxes that differ because of them.
  func without(
    _ deviations: [Deviation]
  ) -> (rest: StructureDifference, met: [DeviationOccurrence], excused: [BoxDifference]) {
    var met: [Int: [String]] = [:]
    var excused: [BoxDifference] = []
    let left = boxes.map { box in
      var box = box
      let meant = box.ownChanges.filter { change in
        guard let index = deviations.firstIndex(where: { $0.covers(change, of: box.path) }) else { return false }
        met[index, default: []].append("\(box.path): \(change.message)")
        return true
      }
      if !meant.isEmpty { excused.append(box) }
      box.ownChanges.removeAll(where: meant.contains)
      box.changes.removeAll(where: meant.contains)
      return box
    }
    guard !met.isEmpty else { return (self, [], []) }
    let found = met.sorted { $0.key < $1.key }.map { DeviationOccurrence(index: $0.key, changes: $0.value) }
    let rest = StructureDifference(boxes: left.filter { !$0.changes.isEmpty })
    // Without another cause, the remaining changes are consequences of the intended ones.
    return rest.causes.isEmpty ? (StructureDifference(boxes: []), found, excused + rest.boxes) : (rest, found, excused)
  }
}

extension BoxChange {
  fileprivate var deviation: Deviation.Kind {
    switch self {
    case .missing: .missing
    case .extra: .extra
    case .moved: .place
    case .resized: .size
    case .baseline: .baseline
    case .lineCount, .lineBreaks: .lines
    case .text: .text
    case .truncated: .truncation
    case .color, .picture: .color
    case .font: .font
    }
  }
}

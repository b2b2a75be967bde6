/// A difference from a reference that is meant.
package struct Deviation: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case missing, extra, place, size, baseline, lines, text, truncation, color, font
  }

  /// A box's path, or the end of it.
  package var box: String
  /// Empty for whatever it is.
  package var kinds: [Kind]
  package var reason: String

  package init(box: String, kinds: [Kind], reason: String) {
    (self.box, self.kinds, self.reason) = (box, kinds, reason)
  }

  fileprivate func covers(_ change: BoxChange, of path: String) -> Bool {
    path.isCalled(box) && (kinds.isEmpty || kinds.contains(change.deviation))
  }
}

/// A deviation that occurs, with what it is.
package struct MetDeviation: Hashable, Sendable {
  /// Among those that the case allows.
  package var index: Int
  /// A box and what of it is otherwise, in words.
  package var changes: [String]
}

extension StructureDifference {
  /// The difference without what is meant, and what follows from that.
  ///
  /// - Returns: What is left, what of the deviations occurs, and the boxes that differ because of them.
  func without(
    _ deviations: [Deviation]
  ) -> (rest: StructureDifference, met: [MetDeviation], excused: [BoxDifference]) {
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
    let found = met.sorted { $0.key < $1.key }.map { MetDeviation(index: $0.key, changes: $0.value) }
    let rest = StructureDifference(boxes: left.filter { !$0.changes.isEmpty })
    // What nothing else has caused follows from what is meant.
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

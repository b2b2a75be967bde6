import Drawing

extension StructureDifference {
  /// What happened, each thing once, what follows from it collapsed: "card/text: +1 line", "5 boxes moved 22 pt down".
  package var reasons: [String] {
    let causes = causes.map { "\($0.path): \($0.ownChanges.map(\.message).joined(separator: ", "))" }
    return causes + displacements.map(\.message) + growths
  }

  /// Boxes that moved alike because something else changed.
  package var displacements: [Displacement] {
    var groups: [Displacement] = []
    for box in boxes {
      guard let delta = box.changes.compactMap(\.move).first, !box.ownChanges.contains(.moved(delta)) else { continue }
      if let known = groups.firstIndex(where: { $0.isBy(delta) }) {
        groups[known].paths.append(box.path)
      } else {
        groups.append(Displacement(delta: delta, paths: [box.path]))
      }
    }
    return groups
  }

  /// Boxes that became larger or smaller with what they hold.
  private var growths: [String] {
    boxes.compactMap { box in
      guard box.ownChanges.isEmpty else { return nil }
      let sizes = box.changes.filter { if case .resized = $0 { true } else { false } }
      return sizes.first.map { "\(box.path) is \($0.message)" }
    }
  }
}

/// Boxes that all moved by the same, in points.
package struct Displacement: Hashable, Sendable {
  package var delta: Point
  package var paths: [String]

  fileprivate func isBy(_ other: Point) -> Bool { abs(delta.x - other.x) < 0.01 && abs(delta.y - other.y) < 0.01 }

  /// `5 boxes moved 22 pt down`
  package var message: String {
    let who = paths.count == 1 ? paths[0] : "\(paths.count) boxes"
    return "\(who) \(BoxChange.moved(delta).message)"
  }
}

extension BoxChange {
  fileprivate var move: Point? {
    if case .moved(let delta) = self { delta } else { nil }
  }

  /// In a few words, without the box's name.
  package var message: String {
    switch self {
    case .missing: return "missing"
    case .extra: return "not in the reference"
    case .moved(let delta):
      let parts = [
        Self.distance(delta.x, positive: "right", negative: "left"),
        Self.distance(delta.y, positive: "down", negative: "up"),
      ].compactMap { $0 }
      return "moved \(parts.joined(separator: " and "))"
    case .resized(let growth):
      return [
        Self.distance(growth.width, positive: "wider", negative: "narrower"),
        Self.distance(growth.height, positive: "taller", negative: "shorter"),
      ].compactMap { $0 }.joined(separator: " and ")
    case .baseline(let shift): return "baseline \(Self.distance(shift, positive: "lower", negative: "higher") ?? "")"
    case .lineCount(let from, let to):
      let count = abs(to - from)
      return "\(to > from ? "+" : "−")\(count) line\(count == 1 ? "" : "s")"
    case .lineBreaks(let line): return "breaks elsewhere from line \(line) on"
    case .text(let words): return words.message
    case .truncated(let isTruncated): return isTruncated ? "cut off" : "no longer cut off"
    case .color(let from, let to): return "colour \(from) → \(to)"
    case .font(let property, let from, let to): return "\(property) \(from) → \(to)"
    }
  }

  /// Nil for nothing that would show in hundredths.
  private static func distance(_ value: Double, positive: String, negative: String) -> String? {
    let text = points(abs(value))
    return text == "0" ? nil : "\(text) pt \(value > 0 ? positive : negative)"
  }
}

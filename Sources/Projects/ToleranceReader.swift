import Proof
import Yams

/// Tolerances as they stand in `cases.yml` and `feedproof.yml`.
package enum ToleranceReader {
  package static let keys = [
    "antialiased", "baseline", "box", "color", "count", "ink", "pixels", "reason", "threshold",
  ]

  /// What the mapping says, laid over `base`; what is wrong is left as in `base`.
  package static func read(
    _ node: Node, over base: Tolerance, alsoAllowed: [String] = []
  ) -> (Tolerance, [(issue: ProjectIssue, node: Node)]) {
    var tolerance = base
    var problems: [(issue: ProjectIssue, node: Node)] = []
    guard let mapping = node.mapping else {
      return (base, [(.value(key: "tolerances", expected: "a mapping"), node)])
    }
    func number(_ key: String, _ value: Node, _ range: ClosedRange<Double>, _ take: (Double) -> Void) {
      if let number = value.float ?? value.int.map(Double.init), range.contains(number) { return take(number) }
      let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
      problems.append((.value(key: key, expected: expected), value))
    }
    for (keyNode, value) in mapping {
      let key = keyNode.string ?? ""
      switch key {
      case "box":
        number(key, value, 0...1000) { (tolerance.structure.position, tolerance.structure.size) = ($0, $0) }
      case "baseline": number(key, value, 0...1000) { tolerance.structure.baseline = $0 }
      case "color": number(key, value, 0...255) { tolerance.structure.color = Int($0) }
      case "threshold": number(key, value, 0...1) { tolerance.threshold = $0 }
      case "pixels": number(key, value, 0...1) { tolerance.ratio = $0 }
      case "count": number(key, value, 0...1e9) { tolerance.pixels = Int($0) }
      case "ink": number(key, value, 0...1) { tolerance.ink = $0 }
      case "antialiased":
        if let counts = value.bool {
          tolerance.countsAntialiased = counts
        } else {
          problems.append((.value(key: key, expected: "true or false"), value))
        }
      case "reason": break
      default:
        guard !alsoAllowed.contains(key) else { continue }
        problems.append((.unknownKey(key, known: (keys + alsoAllowed).sorted()), keyNode))
      }
    }
    return (tolerance, problems)
  }
}

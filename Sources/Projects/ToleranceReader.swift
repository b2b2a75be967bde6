import CheckedSources
import Diagnostics
import Proof

/// Tolerances as they stand in `cases.yml` and `feedproof.yml`.
package enum ToleranceReader {
  package static let keys = [
    "antialiased", "baseline", "box", "color", "count", "ink", "pixels", "reason", "threshold",
  ]

  /// What the mapping says, laid over `base`; what is wrong is left as in `base`.
  package static func read(
    _ node: SourceNode, over base: Tolerance, alsoAllowed: [String] = []
  ) -> (Tolerance, [(issue: ProjectIssue, place: Place)]) {
    var tolerance = base
    var problems: [(issue: ProjectIssue, place: Place)] = []
    guard let members = node.members else {
      return (base, [(.value(key: "tolerances", expected: "a mapping"), node.place)])
    }
    func number(_ key: String, _ value: SourceNode, _ range: ClosedRange<Double>, _ take: (Double) -> Void) {
      if let number = value.number, range.contains(number) { return take(number) }
      let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
      problems.append((.value(key: key, expected: expected), value.place))
    }
    for member in members {
      let (key, value) = (member.key, member.value)
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
        if let counts = value.flag {
          tolerance.countsAntialiased = counts
        } else {
          problems.append((.value(key: key, expected: "true or false"), value.place))
        }
      case "reason": break
      default:
        guard !alsoAllowed.contains(key) else { continue }
        problems.append((.unknownKey(key, known: (keys + alsoAllowed).sorted()), member.keyPlace))
      }
    }
    return (tolerance, problems)
  }
}

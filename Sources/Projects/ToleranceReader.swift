import DataFormats
import Diagnostics
import ImageComparison

/// Reads tolerances from `cases.yml` and `feedproof.yml`.
package enum ToleranceReader {
  /// The numeric members with their ranges.
  private static let numbers:
    [(key: String, range: ClosedRange<Double>, take: @Sendable (inout Tolerance, Double) -> Void)] = [
      ("box", 0...1000, { ($0.structure.position, $0.structure.size) = ($1, $1) }),
      ("baseline", 0...1000, { $0.structure.baseline = $1 }), ("color", 0...255, { $0.structure.color = Int($1) }),
      ("threshold", 0...1, { $0.threshold = $1 }), ("pixels", 0...1, { $0.ratio = $1 }),
      ("count", 0...1e9, { $0.pixels = Int($1) }), ("ink", 0...1, { $0.ink = $1 }),
    ]

  package static let keys = (["antialiased", "reason"] + numbers.map(\.key)).sorted()

  /// Returns the mapping's values over `base`; invalid values are left as in `base`.
  package static func read(
    _ node: SourceNode, over base: Tolerance, alsoAllowed: [String] = []
  ) -> (Tolerance, [(issue: ProjectIssue, place: Place)]) {
    var tolerance = base
    var problems: [(issue: ProjectIssue, place: Place)] = []
    guard let members = node.members else {
      return (base, [(.value(key: "tolerances", expected: "a mapping", found: node.quotedScalar), node.place)])
    }
    for member in members {
      let (key, value) = (member.key, member.value)
      if let (_, range, take) = numbers.first(where: { $0.key == key }) {
        if let number = value.number, range.contains(number) {
          take(&tolerance, number)
        } else {
          let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
          problems.append((.value(key: key, expected: expected, found: value.quotedScalar), value.place))
        }
      } else if key == "antialiased" {
        if let counts = value.flag {
          tolerance.countsAntialiased = counts
        } else {
          problems.append((.value(key: key, expected: "true or false", found: value.quotedScalar), value.place))
        }
      } else if key != "reason", !alsoAllowed.contains(key) {
        problems.append((.unknownKey(key, known: (keys + alsoAllowed).sorted()), member.keyPlace))
      }
    }
    return (tolerance, problems)
  }
}

import Basics
import DataFormats
import Diagnostics
import Drawing
import ImageComparison

/// The data stored for approved images.
package enum BaselineStorage: String, CaseIterable, Codable, Sendable {
  /// The image, its digest and its layout.
  case full
  /// The digest and the layout; the image can be rendered again from the same commit.
  case digest
}

/// A value for some cases.
package struct CaseRule<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The pattern of case ids; `*` matches anything.
  package var cases: String
  package var value: Value

  package init(cases: String, value: Value) {
    (self.cases, self.value) = (cases, value)
  }
}

extension Sequence {
  /// Returns the values for a case, in order of definition.
  package func of<Value>(case id: String) -> [Value] where Element == CaseRule<Value> {
    filter { GlobPattern($0.cases).matches(id) }.map(\.value)
  }
}

/// Reads masks and deviations from `cases.yml` and `feedproof.yml`.
package enum CaseRuleReader {
  package typealias Problem = (issue: ProjectIssue, place: Place)

  /// The valid values with their places, and the problems.
  package struct Values<Value> {
    package var values: [(value: Value, node: SourceNode)] = []
    package var problems: [Problem] = []
  }

  /// The keys of a mask and of a deviation.
  package static let (maskKeys, deviationKeys) = (["box", "region", "reason"], ["box", "what", "reason"])

  /// - Parameter node: A list of masks, or a single one.
  package static func masks(_ node: SourceNode, alsoAllowed: [String] = []) -> Values<CaseMask> {
    read(
      node, "masks", "{box: path, reason: why} or {region: [x, y, width, height], reason: why}, in points",
      keys: maskKeys + alsoAllowed
    ) { item in
      guard let reason = reason(of: item) else { return nil }
      switch (item["box"]?.text, item["region"].flatMap(rect)) {
      case (let box?, nil) where !box.isEmpty && item["region"] == nil: return CaseMask(.box(box), reason: reason)
      case (nil, let rect?): return CaseMask(.region(rect), reason: reason)
      default: return nil
      }
    }
  }

  /// - Parameter node: A list of deviations, or a single one.
  package static func deviations(_ node: SourceNode, alsoAllowed: [String] = []) -> Values<Deviation> {
    let known = Deviation.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    return read(
      node, "deviations", "{box: path, what: size, reason: why} with what as one of \(known)",
      keys: deviationKeys + alsoAllowed
    ) { item in
      let named = item["what"].map { $0.text.map { [$0] } ?? $0.elements?.compactMap(\.text) ?? [""] } ?? []
      let kinds = named.compactMap(Deviation.Kind.init(rawValue:))
      guard let box = item["box"]?.text, let reason = reason(of: item), kinds.count == named.count else { return nil }
      return Deviation(box: box, kinds: kinds, reason: reason)
    }
  }

  /// Parses `12 40 351 200`, or a list of four numbers.
  package static func rect(_ node: SourceNode) -> Rect? {
    let numbers =
      node.elements?.compactMap(\.number) ?? node.text?.split(separator: " ").compactMap { Double($0) } ?? []
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= 1e6 }), numbers[2] > 0, numbers[3] > 0 else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private static func reason(of item: SourceNode) -> String? {
    item["reason"]?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func read<Value>(
    _ node: SourceNode, _ key: String, _ form: String, keys: [String], _ value: (SourceNode) -> Value?
  ) -> Values<Value> {
    var found = Values<Value>()
    for item in node.elements ?? [node] {
      // A misspelled key would apply the rule to everything.
      if let other = item.members?.first(where: { !keys.contains($0.key) }) {
        found.problems.append((.unknownKey(other.key, known: keys), other.keyPlace))
      } else if let value = value(item) {
        found.values.append((value, item))
      } else {
        found.problems.append((.value(key: key, expected: "a list of \(form)", found: item.quotedScalar), item.place))
      }
    }
    return found
  }
}

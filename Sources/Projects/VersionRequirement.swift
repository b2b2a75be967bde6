/// The versions of Feedproof that a project accepts: `>=0.2`, or `>=0.2, <1`.
package struct VersionRequirement: Hashable, Sendable, CustomStringConvertible {
  /// As written in the project file.
  package let description: String
  private let bounds: [Bound]

  private struct Bound: Hashable {
    var comparison: String
    var version: [Int]
  }

  /// The comparisons, longer ones first.
  private static let comparisons = [">=", "<=", ">", "<", "="]

  /// - Returns: Nil if the text is not a list of comparisons with versions.
  package init?(_ text: String) {
    description = text
    var bounds: [Bound] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = part.filter { $0 != " " }
      guard let comparison = Self.comparisons.first(where: part.hasPrefix),
        let version = Self.numbers(of: String(part.dropFirst(comparison.count)))
      else { return nil }
      bounds.append(Bound(comparison: comparison, version: version))
    }
    self.bounds = bounds
  }

  /// Whether a version such as `0.2.0` meets all bounds. Missing numbers count as 0.
  package func accepts(_ version: String) -> Bool {
    guard let version = Self.numbers(of: version) else { return false }
    return bounds.allSatisfy { bound in
      let isBelow = Self.precedes(version, bound.version)
      let isAbove = Self.precedes(bound.version, version)
      return switch bound.comparison {
      case ">=": !isBelow
      case "<=": !isAbove
      case ">": isAbove
      case "<": isBelow
      default: !isBelow && !isAbove
      }
    }
  }

  private static func numbers(of text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    return numbers.count == parts.count && 1...4 ~= numbers.count ? numbers : nil
  }

  private static func precedes(_ one: [Int], _ other: [Int]) -> Bool {
    let length = max(one.count, other.count)
    func padded(_ numbers: [Int]) -> [Int] { numbers + Array(repeating: 0, count: length - numbers.count) }
    return padded(one).lexicographicallyPrecedes(padded(other))
  }
}

import Diagnostics
import Drawing

/// Reads UIKit's `recursiveDescription`, also as stored by swift-snapshot-testing: one view per line, in points
/// relative to the parent.
enum RecursiveDescriptionReader {
  static func read(_ file: String) throws -> AppScreen {
    var screen = AppScreen(.recursiveDescription, .pt)
    /// The ancestors of the line and their scroll offsets.
    var open: [(node: Int, offset: Point)] = []
    for line in lines(of: file) {
      guard let start = line.firstIndex(of: "<"), line.contains("; frame = (") else { continue }
      let depth = line[..<start].count { $0 == "|" }
      if open.count > depth { open.removeLast(open.count - depth) }
      guard open.count < ScreenLimits.depth else {
        throw Diagnostic(ScreenIssue.tooDeep(limit: ScreenLimits.depth))
      }
      let view = line[start...].dropFirst()
      var node = ScreenNode(String(view.prefix { $0 != ";" && $0 != ":" }), parent: open.last?.node)
      node.spread = .within(0.01)
      node.identifier = value("accessibilityIdentifier", in: view)
      node.text = value("text", in: view)
      node.isShown =
        screen.isParentShown(node) && value("hidden", in: view) != "YES"
        && value("alpha", in: view).flatMap(Double.init) != 0
      let origin = screen.origin(of: node)
      let offset = open.last?.offset ?? .zero
      node.frame = value("frame", in: view).flatMap(Rect.init(originAndSize:))?
        .offset(by: Point(x: origin.x - offset.x, y: origin.y - offset.y))
      try screen.add(node)
      open.append((screen.nodes.count - 1, contentOffset(view)))
    }
    return screen
  }

  private static func contentOffset(_ view: Substring) -> Point {
    let both = value("contentOffset", in: view).map(bracketedNumbers(in:)) ?? []
    return both.count == 2 ? Point(x: both[0], y: both[1]) : .zero
  }

  /// Returns a value from `; key = value`, up to the next such pair. UIKit escapes nothing.
  private static func value(_ key: String, in view: Substring) -> String? {
    let start = view.firstRange(of: "; \(key) = ")?.upperBound ?? view.firstRange(of: "; \(key): ")?.upperBound
    guard let start else { return nil }
    let rest = view[start...]
    if rest.hasPrefix("'") {
      let end = rest.firstRange(of: "'; ")?.lowerBound ?? rest.firstRange(of: "'>")?.lowerBound ?? rest.endIndex
      return String(rest[rest.index(after: rest.startIndex)..<max(end, rest.index(after: rest.startIndex))])
    }
    if let end = rest.firstIndex(of: rest.first == "(" ? ")" : "}"), "({".contains(rest.prefix(1)) {
      return String(rest[...end])
    }
    return String(rest.prefix { $0 != ";" && $0 != ">" })
  }
}

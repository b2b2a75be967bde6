import DataFormats
import Diagnostics
import Drawing

/// Limits on hierarchies, so that every file is read quickly.
package enum ScreenLimits {
  /// The maximum number of elements.
  package static let nodes = 100_000
  /// The maximum nesting depth.
  package static let depth = 500
}

extension AppScreen {
  /// - Throws: `Diagnostic` if there are too many nodes.
  mutating func add(_ node: ScreenNode) throws {
    guard nodes.count < ScreenLimits.nodes else {
      throw Diagnostic(ScreenIssue.tooManyNodes(limit: ScreenLimits.nodes))
    }
    nodes.append(node)
  }
}

extension AppScreen {
  /// - Parameter fill: Fills in a node from its record; its ancestors are complete.
  /// - Throws: `Diagnostic` if there are too many nodes.
  init(
    _ format: ScreenFormat, _ unit: ScreenUnit, of records: [ScreenRecord],
    fill: (ScreenRecord, inout ScreenNode, AppScreen) -> Void
  ) throws {
    self.init(format, unit)
    for record in records {
      var node = ScreenNode("", parent: record.parent)
      fill(record, &node, self)
      try add(node)
    }
  }

  /// Returns the origin of frames that are relative to their parent.
  func origin(of node: ScreenNode) -> Point { node.parent.flatMap { nodes[$0].frame?.origin } ?? .zero }
  func isParentShown(_ node: ScreenNode) -> Bool { node.parent.map { nodes[$0].isShown } ?? true }
}

/// An element of an XML or JSON file: values by name. Empty values are absent.
struct ScreenRecord {
  enum Content {
    case element([String: String])
    case json(JSONNode)
  }

  /// The name of an XML element.
  var name = ""
  var content: Content
  var parent: Int?

  /// - Parameter path: The names of nested members.
  subscript(_ path: String...) -> String? {
    let text: String?
    switch content {
    case .element(let attributes): text = attributes[path[0]]
    case .json(let node):
      var node: JSONNode? = node
      for key in path.dropLast() { node = node?.child(key) }
      text = path.last.flatMap { node?.value[$0]?.text }
    }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  func number(_ path: String...) -> Double? {
    switch content {
    case .element(let attributes): return attributes[path[0]].flatMap(Double.init)
    case .json(let node):
      var node: JSONNode? = node
      for key in path.dropLast() { node = node?.child(key) }
      return path.last.flatMap { node?.double($0) }
    }
  }

  /// Returns a value of a JSON document and all its descendants.
  ///
  /// - Throws: `Diagnostic` if there are too many.
  static func all(under root: [JSONNode], children: (JSONNode) -> [JSONNode]) throws -> [ScreenRecord] {
    var records: [ScreenRecord] = []
    var waiting: [(JSONNode, Int?)] = root.reversed().map { ($0, nil) }
    while let (node, parent) = waiting.popLast() {
      guard records.count < ScreenLimits.nodes else {
        throw Diagnostic(ScreenIssue.tooManyNodes(limit: ScreenLimits.nodes))
      }
      records.append(ScreenRecord(content: .json(node), parent: parent))
      let number = records.count - 1
      waiting += children(node).reversed().map { ($0, number) }
    }
    return records
  }

  func isFalse(_ name: String) -> Bool {
    switch content {
    case .element(let attributes): attributes[name] == "false"
    case .json(let node): node.value[name].map { !$0.isTrue } ?? false
    }
  }
}

extension Rect {
  package init(left: Double, top: Double, right: Double, bottom: Double) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Parses Android's `[l,t][r,b]`, with or without fractions.
  init?(androidBounds text: String?) {
    guard let numbers = text.map(bracketedNumbers(in:)), numbers.count == 4 else { return nil }
    self.init(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
  }

  /// Parses `{{x, y}, {w, h}}` and `[[x, y], [w, h]]`.
  init?(originAndSize text: some StringProtocol) {
    let numbers = bracketedNumbers(in: text)
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// Returns the numbers between brackets, commas, semicolons and blanks; empty if there is anything else.
func bracketedNumbers(in text: some StringProtocol) -> [Double] {
  let pieces = text.split { "[](){},; ".contains($0) }
  let numbers = pieces.prefix(17).compactMap { Double($0) }
  return numbers.count == pieces.count ? numbers : []
}

/// Splits a text into lines without their ends; faster than by characters.
func lines(of text: String) -> [Substring] {
  text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
    Substring(line.last == 0x0D ? line.dropLast() : line)
  }
}

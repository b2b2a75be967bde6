import DataFormats
import Diagnostics
import Drawing

/// Reads Flutter's `debugDumpSemanticsTree`: rectangles with one decimal relative to the parent. The node marked
/// "scaled by" maps logical pixels, which are treated as points, to physical ones.
struct FlutterReader {
  private var screen = AppScreen(.flutterSemantics, .px, isInPixels: false)
  private var lines: ArraySlice<Substring>

  static func read(_ file: String) throws -> AppScreen {
    var reader = FlutterReader(lines: AppScreens.lines(of: file).map(withoutLog)[...])
    try reader.readNodes()
    if reader.screen.scale == nil { (reader.screen.scale, reader.screen.scaleSource) = (1, .unscaledTree) }
    return reader.screen
  }

  private init(lines: ArraySlice<Substring>) {
    self.lines = lines
  }

  private mutating func readNodes() throws {
    var open: [(column: Int, node: Int)] = []
    while let line = lines.popFirst() {
      let fact = line.drop(while: Self.isArt)
      guard fact.hasPrefix("SemanticsNode#") else {
        if !fact.isEmpty, !screen.nodes.isEmpty { read(fact, into: screen.nodes.count - 1) }
        continue
      }
      let column = line[..<fact.startIndex].count
      while let last = open.last, last.column >= column { open.removeLast() }
      guard open.count < ScreenLimits.depth else {
        throw Diagnostic(ScreenIssue.tooDeep(limit: ScreenLimits.depth))
      }
      var node = ScreenNode("SemanticsNode", parent: open.last?.node)
      node.isShown = screen.isParentShown(node)
      try screen.add(node)
      open.append((column, screen.nodes.count - 1))
    }
  }

  private mutating func read(_ fact: Substring, into node: Int) {
    let (key, value) = Self.split(fact)
    switch key {
    case "label": screen.nodes[node].text = quoted(value)
    case "value": screen.nodes[node].text = screen.nodes[node].text ?? quoted(value)
    case "identifier": screen.nodes[node].identifier = quoted(value)
    case "actions": screen.nodes[node].isClickable = value.contains("tap")
    case "flags" where value.contains("isHidden"), "HIDDEN": screen.nodes[node].isShown = false
    case _ where fact.hasPrefix("Rect.fromLTRB("): place(fact, node)
    default: break
    }
  }

  private mutating func place(_ fact: Substring, _ index: Int) {
    let inside = fact.dropFirst("Rect.fromLTRB(".count).prefix { $0 != ")" }
    let edges = bracketedNumbers(in: inside)
    guard edges.count == 4 else { return }
    let own = Rect(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3])
    // Other matrices than a scale move all descendants by an unknown amount.
    guard !fact.contains(" with transform ") else { return }
    if screen.scale == nil, let mark = fact.firstRange(of: " scaled by ")?.upperBound,
      let written = Double(fact[mark...].prefix { $0 != "x" }), written > 0
    {
      scale(by: written, ofWidth: own.width, above: screen.nodes[index].parent)
    }
    let parent = screen.nodes[index].parent.map { screen.nodes[$0] }
    guard let origin = parent.map({ $0.frame?.origin }) ?? .zero else { return }
    screen.nodes[index].frame = own.offset(by: origin)
    screen.nodes[index].spread = .within((parent?.spread.near.upperBound ?? 0) + 0.05)
  }

  /// Sets the scale, which has one decimal; the root's width divided by its content's is more precise.
  private mutating func scale(by written: Double, ofWidth width: Double, above parent: Int?) {
    let whole = parent.flatMap { screen.nodes[$0].frame?.width } ?? 0
    let scale = width > 0 && abs(whole / width - written) <= 0.06 ? whole / width : written
    (screen.scale, screen.scaleSource) = (scale, .file)
    var above = parent
    while let index = above {
      if let frame = screen.nodes[index].frame {
        screen.nodes[index].frame = Rect(
          x: frame.minX / scale, y: frame.minY / scale, width: frame.width / scale, height: frame.height / scale)
      }
      above = screen.nodes[index].parent
    }
  }

  /// Reads a quoted text, which may start on the next line and span several lines.
  private mutating func quoted(_ value: Substring) -> String? {
    var text = value.isEmpty ? lines.popFirst()?.drop(while: Self.isArt) ?? "" : value
    guard text.first == "\"" else { return nil }
    text = text.dropFirst()
    var whole = String(text)
    while !whole.hasSuffix("\""), let next = lines.first?.drop(while: Self.isArt), !next.hasPrefix("SemanticsNode#") {
      whole += "\n" + next
      lines.removeFirst()
    }
    if whole.hasSuffix("\"") { whole.removeLast() }
    return whole.isEmpty ? nil : whole
  }

  private static func split(_ fact: Substring) -> (key: Substring, value: Substring) {
    guard let colon = fact.firstIndex(of: ":") else { return (fact, "") }
    return (fact[..<colon], fact[fact.index(after: colon)...].drop { $0 == " " })
  }

  /// Whether the character is part of the tree's line art.
  private static func isArt(_ character: Character) -> Bool { " │├└─╎".contains(character) }

  /// Removes log prefixes: `flutter: `, `I/flutter (1234): `.
  private static func withoutLog(_ line: Substring) -> Substring {
    guard line.prefix(20).contains("flutter"), let end = line.prefix(40).firstRange(of: ":")?.upperBound else {
      return line
    }
    return line[end...].dropFirst()
  }
}

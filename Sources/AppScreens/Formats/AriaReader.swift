import DataFormats
import Diagnostics
import Drawing

/// Reads Playwright's `ariaSnapshot({ boxes: true })`: YAML, `- role "name" [state] [box=x,y,w,h]: text`, in whole CSS
/// px of the viewport. It is parsed line by line, since no YAML library reads a hundred thousand lines quickly enough.
enum AriaReader {
  static func read(_ file: String) throws -> AppScreen {
    var screen = AppScreen(.ariaBoxes, .css)
    var open: [(indent: Int, node: Int)] = []
    for line in lines(of: file) {
      let indent = line.prefix { $0 == " " }.count
      guard line[...].dropFirst(indent).hasPrefix("- ") else { continue }
      while let last = open.last, last.indent >= indent { open.removeLast() }
      let item = unquoted(line.dropFirst(indent + 2))
      let role = item.prefix { $0.isLetter || $0.isNumber }
      // Properties of the enclosing element: `/url: …`, `text: …`.
      guard !role.isEmpty, role != "text" else {
        if role == "text", let parent = open.last?.node, screen.nodes[parent].text == nil {
          screen.nodes[parent].text = content(item.dropFirst(role.count))
        }
        continue
      }
      guard open.count < ScreenLimits.depth else {
        throw Diagnostic(ScreenIssue.tooDeep(limit: ScreenLimits.depth))
      }
      var node = ScreenNode(String(role), parent: open.last?.node)
      var rest = item.dropFirst(role.count).drop { $0 == " " }
      node.text = name(&rest)
      while rest.first == "[", let end = rest.firstIndex(of: "]") {
        if rest.hasPrefix("[box=") {
          let sides = bracketedNumbers(in: rest[..<end].dropFirst(5))
          if sides.count == 4 { node.frame = Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]) }
        }
        rest = rest[rest.index(after: end)...].drop { $0 == " " }
      }
      node.text = node.text ?? content(rest)
      node.spread = .rounded
      node.isClickable = ["button", "link"].contains(node.kind)
      try screen.add(node)
      open.append((indent, screen.nodes.count - 1))
    }
    return screen
  }

  /// Removes the single quotes around a line that contains a colon; quotes inside are doubled.
  private static func unquoted(_ item: Substring) -> Substring {
    guard item.first == "'", let end = item.lastIndex(of: "'"), end > item.startIndex else { return item }
    let inside = item[item.index(after: item.startIndex)..<end].split(separator: "''", omittingEmptySubsequences: false)
    return Substring(inside.joined(separator: "'") + item[item.index(after: end)...])
  }

  /// Reads a name, either double-quoted as in JSON, or a pattern between slashes.
  private static func name(_ rest: inout Substring) -> String? {
    guard let quote = rest.first, quote == "\"" || quote == "/" else { return nil }
    var name = ""
    var isEscaped = false
    for index in rest.indices.dropFirst() {
      let character = rest[index]
      if !isEscaped, character == quote {
        rest = rest[rest.index(after: index)...].drop { $0 == " " }
        return name.isEmpty ? nil : name
      }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { name.append(character) }
    }
    rest = ""
    return name
  }

  private static func content(_ rest: Substring) -> String? {
    guard rest.first == ":" else { return nil }
    var text = rest.dropFirst().trimmed[...]
    if text.first == "\"" { return name(&text) }
    return text.isEmpty ? nil : String(text)
  }
}

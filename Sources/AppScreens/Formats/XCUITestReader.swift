import DataFormats
import Diagnostics
import Drawing

/// Reads XCUITest's `debugDescription`: one element per line, absolute points with one decimal. Quotes inside quotes
/// are not escaped, so a value ends at a quote that known text follows.
enum XCUITestReader {
  static func recognizes(_ head: String) -> Bool {
    head.contains("Element subtree:") || head.contains("Find: Target Application")
      || head.contains(", {{") && head.contains(", 0x")
  }

  static func read(_ file: String) throws -> AppScreen {
    var screen = AppScreen(.xcuiTest, .pt)
    var open: [(indent: Int, node: Int)] = []
    for line in elements(of: unescaped(file)) {
      let indent = line.prefix { $0 == " " }.count
      let body = line[...].trimmingPrefix { $0 == " " || $0 == "→" }
      while let last = open.last, last.indent >= indent { open.removeLast() }
      guard open.count < ScreenLimits.depth else {
        throw Diagnostic(ScreenIssue.tooDeep(limit: ScreenLimits.depth))
      }
      try screen.add(element(body, parent: open.last?.node))
      open.append((indent, screen.nodes.count - 1))
    }
    guard !screen.nodes.isEmpty else { throw Diagnostic(ScreenIssue.appNotRead) }
    return screen
  }

  /// Undoes the escaping of debuggers, which print a literal.
  private static func unescaped(_ file: String) -> String {
    let text = file.trimmed
    guard text.hasPrefix("\""), text.contains(#"\n"#) else { return file }
    var plain = ""
    var isEscaped = false
    for character in text.dropFirst() {
      if isEscaped {
        plain.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        plain.append(character)
      }
    }
    return plain
  }

  /// Returns the elements of the tree, including continuation lines of their texts. The sections after it repeat
  /// frames.
  private static func elements(of text: String) -> [String] {
    var elements: [String] = []
    var isBefore = text.contains("Element subtree:")
    for line in lines(of: text) {
      if isBefore {
        isBefore = !line.hasPrefix("Element subtree:")
      } else if line.hasPrefix("Path to element:") || line.hasPrefix("Query chain:") {
        break
      } else if line.contains(", 0x"), !line.hasPrefix("Attributes:") {
        elements.append(String(line))
      } else if !elements.isEmpty, !line.isEmpty {
        elements[elements.count - 1] += "\n" + line
      }
    }
    return elements
  }

  private static func element(_ line: Substring, parent: Int?) -> ScreenNode {
    let kind = line.prefix { $0 != "," && $0 != "(" }.trimmed
    var node = ScreenNode(kind.hasPrefix("Main ") ? String(kind.dropFirst(5)) : kind, parent: parent)
    node.spread = .within(0.05, far: 0.1)
    node.isClickable = ["Button", "Cell", "Link"].contains(node.kind)
    if let open = line.firstRange(of: "{{"), let close = line[open.upperBound...].firstRange(of: "}}") {
      node.frame = Rect(originAndSize: line[open.lowerBound..<close.upperBound])
    }
    node.identifier = value("identifier", in: line)
    node.text = value("label", in: line) ?? value("value", in: line)
    return node
  }

  private static let flags = ["Disabled", "Selected", "Keyboard Focused", "Focused", "Has focus"]

  private static func value(_ key: String, in line: Substring) -> String? {
    guard let start = line.firstRange(of: ", \(key): ")?.upperBound else { return nil }
    let rest = line[start...]
    guard rest.first == "'" else {
      let text = upToNext(rest).trimmed
      return text.isEmpty ? nil : text
    }
    let inside = rest.dropFirst()
    var end = inside.endIndex
    for index in inside.indices where inside[index] == "'" {
      let after = inside[inside.index(after: index)...]
      if after.trimmed.isEmpty || startsNext(after) {
        end = index
        break
      }
    }
    return inside[..<end].isEmpty ? nil : String(inside[..<end])
  }

  private static func upToNext(_ text: Substring) -> Substring {
    for index in text.indices where text[index] == "," && startsNext(text[index...]) { return text[..<index] }
    return text
  }

  /// Whether the text starts with `, word: ` or `, Disabled`.
  private static func startsNext(_ text: Substring) -> Bool {
    guard text.hasPrefix(", ") else { return false }
    let rest = text.dropFirst(2)
    let word = rest.prefix { $0.isLetter }
    return !word.isEmpty && rest[word.endIndex...].hasPrefix(":") || flags.contains { rest.hasPrefix($0) }
  }
}

import DataFormats
import Diagnostics

/// The common part of all chat readers: it collects diagnostics with their places.
struct ChatReaderContext {
  let file: String
  private(set) var diagnostics = DiagnosticTally()

  init(file: String) {
    self.file = file
  }

  mutating func report(_ issue: ChatIssue, at node: JSONNode) {
    diagnostics.add(issue, at: .json(node.path.description, in: file))
  }

  mutating func report(_ issue: ChatIssue, atLine line: Int) { diagnostics.add(issue, at: .line(line, in: file)) }

  /// The date that `make` parses from a member; an invalid one is reported.
  mutating func date(_ node: JSONNode, _ key: String, _ make: (String) -> ChatDate?) -> ChatDate? {
    guard let value = node.child(key), let text = value.value.text, !text.trimmed.isEmpty else { return nil }
    if let date = make(text.trimmed) { return date }
    report(.badDate(String(text.prefix(40))), at: value)
    return nil
  }

  /// Whole seconds since 1970.
  static func seconds(_ text: String) -> ChatDate? { Int(text).flatMap { ChatDate(seconds: $0) } }

  /// Milliseconds since 1970.
  static func milliseconds(_ text: String) -> ChatDate? { Int(text).flatMap { ChatDate(milliseconds: $0) } }

  /// The objects in a list; other elements are reported.
  mutating func objects(_ list: [JSONNode]) -> [JSONNode] {
    list.filter { node in
      if node.value.object != nil { return true }
      report(.entry("it is \(node.value.kindInWords) where an object should be"), at: node)
      return false
    }
  }
}

extension JSONNode {
  /// The first objects of a list, used to recognize it. Other elements before them are reported during reading.
  var samples: [JSONNode] { Array(listed(atMost: 64).lazy.filter { $0.value.object != nil }.prefix(4)) }

  /// The string (or number) with that name, with LF for every line end; empty if missing.
  func words(_ key: String) -> String { (value[key]?.text ?? "").withLineFeeds }

  func positive(_ key: String) -> Int? { int(key).flatMap { $0 > 0 ? $0 : nil } }
}

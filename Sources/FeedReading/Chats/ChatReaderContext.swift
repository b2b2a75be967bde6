import DataFormats
import Diagnostics

/// The common part of all chat readers: it collects diagnostics with their places.
struct ChatReaderContext {
  let file: String
  private(set) var diagnostics = DiagnosticTally()
  /// The recognized but undrawn parts of messages, without the service's name.
  private(set) var omissions = NotShownContent()

  /// The last search for texts, which remembers the names of members.
  private var lastSearch: (silent: Set<String>, search: JSONStringSearch)?

  init(file: String) {
    self.file = file
  }

  /// Takes the search without members of these names; `keep` returns it.
  mutating func search(without silent: Set<String>) -> JSONStringSearch {
    defer { lastSearch = nil }
    if let lastSearch, lastSearch.silent == silent { return lastSearch.search }
    return JSONStringSearch(messages: silent)
  }

  mutating func keep(_ search: JSONStringSearch, without silent: Set<String>) { lastSearch = (silent, search) }

  mutating func report(_ issue: ChatIssue, at node: JSONNode) {
    diagnostics.add(issue, at: .json(node.path.description, in: file))
  }

  mutating func add(_ tally: DiagnosticTally) { diagnostics.add(tally) }

  /// Counts something of a message that is recognized but not drawn.
  ///
  /// - Parameters:
  ///   - one: Its name in the singular, such as `deleted file`.
  ///   - many: Its name in the plural.
  mutating func omit(_ one: String, _ many: String, _ count: Int = 1) {
    omissions.add(ContentName(one, many), count)
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

  /// A time since 1970 in seconds, milliseconds or microseconds: some exporters confuse them, and only one of them is a
  /// date since chats exist.
  static func anyUnit(_ text: String) -> ChatDate? {
    guard let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0.rounded(.down)) }) else { return nil }
    switch number.magnitude {
    case ..<100_000_000_000: return ChatDate(seconds: number)
    case ..<100_000_000_000_000: return ChatDate(milliseconds: number)
    default: return ChatDate(milliseconds: number / 1000)
    }
  }

  /// The objects in a list; other elements are reported.
  mutating func objects(_ list: [JSONNode]) -> [JSONNode] {
    list.filter { node in
      if node.value.object != nil { return true }
      report(.entry("it must be an object, not \(node.value.kindInWords)"), at: node)
      return false
    }
  }
}

extension FacetedText {
  /// The text as an action of its author: `* Anna waves`.
  func acting(_ name: String?) -> FacetedText {
    let opening = "* \(name.map { "\($0) " } ?? "")"
    let offset = opening.utf8.count
    var acting = FacetedText(
      opening + string,
      facets: facets.map { $0.moved(to: $0.range.lowerBound + offset..<$0.range.upperBound + offset) })
    acting.facets.insert(Facet(range: 0..<acting.string.utf8.count, kind: .italic), at: 0)
    return acting
  }

  /// Adds another text below this one.
  mutating func append(line other: FacetedText) {
    guard !other.string.isEmpty else { return }
    if !string.isEmpty { string += "\n" }
    append(other)
  }

  /// Adds another text.
  mutating func append(_ other: FacetedText) {
    let offset = string.utf8.count
    string += other.string
    facets += other.facets.map { $0.moved(to: $0.range.lowerBound + offset..<$0.range.upperBound + offset) }
  }

  /// The whole text with another meaning.
  func marked(_ kind: Facet.Kind?) -> FacetedText {
    guard let kind, !string.isEmpty else { return self }
    var marked = self
    marked.facets.insert(Facet(range: 0..<string.utf8.count, kind: kind), at: 0)
    return marked
  }
}

extension JSONNode {
  /// The first objects of a list, used to recognize it. Other elements before them are reported during reading.
  var samples: [JSONNode] { Array(listed(atMost: 64).lazy.filter { $0.value.object != nil }.prefix(4)) }

  /// The string (or number) with that name, with LF for every line end; empty if missing.
  func words(_ key: String) -> String { (value[key]?.text ?? "").withLineFeeds }

  func positive(_ key: String) -> Int? { int(key).flatMap { $0 > 0 ? $0 : nil } }
}

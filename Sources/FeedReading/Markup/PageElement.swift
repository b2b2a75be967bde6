import Basics

/// An element of an exported web page, with its content.
final class PageElement {
  enum Piece {
    case element(PageElement)
    case text(String)
  }

  let name: String
  let attributes: [String: String]
  fileprivate(set) var pieces: [Piece] = []
  private let classes: Set<Substring>

  fileprivate init(_ name: String, _ attributes: [String: String]) {
    (self.name, self.attributes) = (name, attributes)
    classes = Set((attributes["class"] ?? "").split(whereSeparator: \.isWhitespace))
  }

  func has(_ names: String...) -> Bool { names.allSatisfy { classes.contains($0[...]) } }

  /// The direct children.
  var children: [PageElement] {
    pieces.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The first matching descendant, in the order of the page.
  func first(where isWanted: (PageElement) -> Bool) -> PageElement? {
    for child in children {
      if isWanted(child) { return child }
      if let found = child.first(where: isWanted) { return found }
    }
    return nil
  }

  func first(_ name: String) -> PageElement? { first { $0.has(name) } }

  /// All matching descendants, except those inside other matches.
  func all(where isWanted: (PageElement) -> Bool) -> [PageElement] {
    children.flatMap { isWanted($0) ? [$0] : $0.all(where: isWanted) }
  }

  /// The text on one line.
  var line: String { words(keepsBlanks: false).string.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The visible text, and the targets of its links.
  ///
  /// - Parameters:
  ///   - keepsBlanks: Whether white space is preserved; otherwise it collapses to one blank, as in browsers.
  ///   - leavesOut: Elements to skip.
  func words(keepsBlanks: Bool, leavesOut: (PageElement) -> Bool = { _ in false }) -> FacetedText {
    var words = PageWords(keepsBlanks: keepsBlanks)
    words.add(self, leavesOut: leavesOut)
    return words.finished
  }
}

extension FacetedText {
  /// The text without white space at its ends.
  var trimmed: FacetedText {
    let start = string.utf8.count - string.drop(while: \.isWhitespace).utf8.count
    let words = string.trimmed
    let length = words.utf8.count
    return FacetedText(
      words,
      facets: facets.compactMap { facet in
        let range = (facet.range.lowerBound - start..<facet.range.upperBound - start).clamped(to: 0..<length)
        return range.isEmpty ? nil : facet.moved(to: range)
      })
  }
}

/// Collects the text of an element.
private struct PageWords {
  let keepsBlanks: Bool
  private var text = ""
  private var facets: [Facet] = []

  init(keepsBlanks: Bool) {
    self.keepsBlanks = keepsBlanks
  }

  mutating func add(_ element: PageElement, leavesOut: (PageElement) -> Bool) {
    for piece in element.pieces {
      switch piece {
      case .text(let words): add(words)
      case .element(let inner):
        if leavesOut(inner) || inner.name == "script" || inner.name == "style" { continue }
        switch inner.name {
        case "br": endLine()
        // An image in the text is an emoji, named by its `alt`.
        case "img": text += inner.attributes["alt"] ?? ""
        default: addInner(inner, leavesOut)
        }
      }
    }
  }

  private mutating func addInner(_ element: PageElement, _ leavesOut: (PageElement) -> Bool) {
    let start = text.utf8.count
    if element.name == "pre", !keepsBlanks {
      addPreformatted(element, leavesOut)
    } else {
      add(element, leavesOut: leavesOut)
    }
    let range = start..<text.utf8.count
    guard !range.isEmpty else { return }
    switch element.name {
    case "a":
      guard let url = element.attributes["href"].flatMap(WebAddress.init(written:)) else { return }
      facets.append(Facet(range: range, kind: .link, url: url))
    case "code", "pre": facets.append(Facet(range: range, kind: .code))
    case "blockquote": facets.append(Facet(range: range, kind: .quote))
    case "strong", "b", "h1", "h2", "h3": facets.append(Facet(range: range, kind: .bold))
    case "em", "i": facets.append(Facet(range: range, kind: .italic))
    case "s", "del", "strike": facets.append(Facet(range: range, kind: .struck))
    // Telegram Desktop's and DiscordChatExporter's pages.
    case "span" where element.has("spoiler"), "span" where element.has("chatlog__markdown-spoiler"):
      facets.append(Facet(range: range, kind: .spoiler))
    case "div" where element.has("chatlog__markdown-quote-content"): facets.append(Facet(range: range, kind: .quote))
    default: break
    }
  }

  /// Adds a block of code with its indentation and line ends, but without the lines of the page's layout around it.
  private mutating func addPreformatted(_ element: PageElement, _ leavesOut: (PageElement) -> Bool) {
    var lines = element.words(keepsBlanks: true, leavesOut: leavesOut).string.split(
      separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    if lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    if let last = text.last, !last.isNewline { text += "\n" }
    text += lines.joined(separator: "\n")
  }

  private mutating func add(_ words: String) {
    if keepsBlanks { return text += words.withLineFeeds }
    for character in words {
      if !character.isWhitespace {
        text.append(character)
      } else if let last = text.last, !last.isWhitespace {
        text.append(" ")
      }
    }
  }

  private mutating func endLine() {
    if !keepsBlanks, text.last == " " { text.removeLast() }
    text += "\n"
  }

  var finished: FacetedText {
    let facets = facets.inOrder
    guard !keepsBlanks else { return FacetedText(text, facets: facets) }
    let end = text.reversed().drop(while: \.isWhitespace).reversed()
    let whole = String(end)
    let length = whole.utf8.count
    return FacetedText(
      whole,
      facets: facets.compactMap { facet in
        let range = facet.range.clamped(to: 0..<length)
        return range.isEmpty ? nil : facet.moved(to: range)
      })
  }
}

/// Parses a page and passes on the requested elements one by one, so that a page of any length is never held in memory
/// as a tree.
final class PageElements: MarkupSink {
  private let isWanted: (_ classes: String) -> Bool
  private let take: (PageElement) -> Void
  private var open: [PageElement] = []
  /// The text of the current element; elements outside requested ones are ignored.
  private var text: [UInt8] = []

  /// - Parameter isWanted: Decides by an element's class attribute as written.
  static func read(_ html: String, where isWanted: @escaping (String) -> Bool, take: @escaping (PageElement) -> Void) {
    _ = MarkupReader.read(html, limit: .max, into: PageElements(isWanted, take))
  }

  private init(_ isWanted: @escaping (String) -> Bool, _ take: @escaping (PageElement) -> Void) {
    (self.isWanted, self.take) = (isWanted, take)
  }

  func open(_ name: String, _ attributes: [String: String]) {
    guard !open.isEmpty || isWanted(attributes["class"] ?? "") else { return }
    flush()
    open.append(PageElement(name, attributes))
  }

  func close(_ name: String) {
    guard let last = open.last, last.name == name else { return }
    flush()
    open.removeLast()
    if let outer = open.last { outer.pieces.append(.element(last)) } else { take(last) }
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) { if !open.isEmpty { self.text += text } }

  private func flush() {
    guard !text.isEmpty else { return }
    open.last?.pieces.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }
}

/// A mutable value shared with closures.
final class MutableReference<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

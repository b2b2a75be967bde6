import Basics
import DataFormats

/// Builds a text from markup: paragraphs are separated by an empty line, list items have markers, links become facets.
final class MarkupTextBuilder: MarkupSink {
  private struct Link {
    let start: Int
    let kind: Facet.Kind
    /// Nil if the link may not be followed: its text remains plain.
    let url: WebAddress?
  }

  /// The separator between the preceding and the next words.
  private enum Gap: Int, Comparable {
    case none, space, line, paragraph

    static func < (left: Gap, right: Gap) -> Bool { left.rawValue < right.rawValue }
  }

  private let base: WebAddress?
  private let hidesQuote: Bool
  private var bytes: [UInt8] = []
  private var facets: [Facet] = []
  private var images: [MarkupText.Image] = []
  private var gap = Gap.none
  private var links: [Link?] = []
  /// The start offsets of open code and quotations.
  private var settings: [(kind: Facet.Kind, start: Int)] = []
  /// The end of a list item's marker: the item's text follows on the same line, whatever block it is in.
  private var markEnd = -1
  /// The number of items so far in each open list; nil for an unnumbered list.
  private var lists: [Int?] = []
  /// The number of open elements whose content is invisible.
  private var hidden = 0
  /// For each open element, whether its content is hidden or truncated.
  private var open: [(name: String, hides: Bool, isCut: Bool)] = []
  private var preformatted = 0
  /// Whether the next character follows `<pre>` directly: a line end there is ignored.
  private var isAtPreStart = false

  init(base: WebAddress? = nil, hidesQuote: Bool = false) {
    self.base = base
    self.hidesQuote = hidesQuote
  }

  func finish() -> (FacetedText, [MarkupText.Image]) {
    while let last = open.last { close(last.name) }
    while let last = bytes.last, last == 0x0A || last == 0x20 { bytes.removeLast() }
    facets = facets.compactMap { facet in
      let range = facet.range.clamped(to: 0..<bytes.count)
      return range.isEmpty ? nil : facet.moved(to: range)
    }
    return (FacetedText(String(decoding: bytes, as: UTF8.self), facets: facets.inOrder), images)
  }

  // MARK: Elements

  func open(_ name: String, _ attributes: [String: String]) {
    let classes = attributes["class"]?.split { $0 == " " || $0 == "\n" || $0 == "\t" } ?? []
    let hides =
      Self.unseen.contains(name) || attributes["hidden"] != nil || (name == "span" && classes.contains("invisible"))
      || (hidesQuote && classes.contains("quote-inline"))
    if !Self.empty.contains(name) {
      open.append((name, hides, classes.contains("ellipsis")))
      if hides { hidden += 1 }
    }
    guard hidden == 0, !hides else { return }
    switch name {
    case "br": line()
    case "hr": separate(.paragraph)
    case "img": image(attributes, classes)
    case "a": links.append(link(attributes, classes))
    case "ul", "menu", "dir": begin(list: nil)
    case "ol": begin(list: attributes["start"].flatMap { Int($0) }.map { $0.clamped(-1_000_000, 1_000_000) - 1 } ?? 0)
    case "li": item()
    case "pre":
      separate(.paragraph)
      begin(.code)
      preformatted += 1
      isAtPreStart = true
    case "code", "kbd", "samp", "tt": begin(.code)
    case "blockquote":
      separate(.paragraph)
      begin(.quote)
    case "td", "th": separate(.space)
    case "q": add("“")
    default: if let wanted = Self.gaps[name] { separate(wanted) }
    }
  }

  func close(_ name: String) {
    guard !Self.empty.contains(name), let element = open.last, element.name == name else { return }
    open.removeLast()
    if element.hides {
      hidden -= 1
      return
    }
    guard hidden == 0 else { return }
    if element.isCut { add("…") }
    switch name {
    case "a": if let link = links.popLast() { end(link) }
    case "ul", "ol", "menu", "dir":
      _ = lists.popLast()
      separate(lists.isEmpty ? .paragraph : .line)
    case "pre":
      endSetting()
      preformatted = max(0, preformatted - 1)
      separate(.paragraph)
    case "code", "kbd", "samp", "tt": endSetting()
    case "blockquote":
      endSetting()
      separate(.paragraph)
    case "q": add("”")
    default: if let wanted = Self.gaps[name] { separate(wanted) }
    }
  }

  /// Elements whose content is for programs, or for browsers that lack a feature.
  private static let unseen: Set = [
    "script", "style", "template", "head", "title", "noscript", "iframe", "object", "embed", "svg", "math", "select",
    "textarea", "button", "video", "audio", "canvas", "map",
  ]

  private static let empty: Set = [
    "br", "hr", "img", "input", "meta", "link", "area", "base", "col", "param", "source", "track", "wbr",
  ]

  private static let gaps: [String: Gap] = [
    "p": .paragraph, "table": .paragraph, "figure": .paragraph, "dl": .paragraph,
    "h1": .paragraph, "h2": .paragraph, "h3": .paragraph, "h4": .paragraph, "h5": .paragraph, "h6": .paragraph,
    "div": .line, "section": .line, "article": .line, "header": .line, "footer": .line, "aside": .line, "main": .line,
    "nav": .line, "address": .line, "form": .line, "fieldset": .line, "details": .line, "summary": .line,
    "figcaption": .line, "tr": .line, "caption": .line, "dt": .line, "dd": .line, "body": .line, "center": .line,
  ]

  private func begin(list: Int?) {
    separate(lists.isEmpty ? .paragraph : .line)
    lists.append(list)
  }

  private func item() {
    separate(.line)
    let depth = max(0, min(lists.count, 8) - 1)
    var mark = "•"
    if let last = lists.last, let number = last {
      lists[lists.count - 1] = number + 1
      mark = "\(number + 1)."
    }
    flush()
    let start = bytes.count
    add(String(repeating: "  ", count: depth) + mark + " ")
    markEnd = bytes.count
    facets.append(Facet(range: start..<markEnd, kind: .mark))
  }

  // MARK: Typesetting

  private func begin(_ kind: Facet.Kind) { settings.append((kind, bytes.count)) }

  private func endSetting() {
    guard let (kind, from) = settings.popLast() else { return }
    // Nested code elements are one facet.
    guard kind != .code || !settings.contains(where: { $0.kind == .code }) else { return }
    let start = wordsStart(from, skippingSpaces: preformatted == 0)
    if start < bytes.count { facets.append(Facet(range: start..<bytes.count, kind: kind)) }
  }

  /// Skips the gap before the words.
  private func wordsStart(_ start: Int, skippingSpaces: Bool = true) -> Int {
    var start = start
    while start < bytes.count, bytes[start] == 0x0A || skippingSpaces && bytes[start] == 0x20 { start += 1 }
    return start
  }

  // MARK: Links and images

  private func link(_ attributes: [String: String], _ classes: [Substring]) -> Link? {
    guard let address = attributes["href"] else { return nil }
    let relations = attributes["rel"]?.lowercased().split(separator: " ") ?? []
    let kind: Facet.Kind =
      if classes.contains("hashtag") || relations.contains("tag") {
        .hashtag
      } else if classes.contains("mention") { .mention } else { .link }
    return Link(start: bytes.count, kind: kind, url: MarkupAddress.url(address, base: base))
  }

  private func end(_ link: Link?) {
    guard let link, let url = link.url else { return }
    let start = wordsStart(link.start)
    guard start < bytes.count else { return }
    // An image inside a link has the link's target.
    let inside = facets.firstIndex { $0.range.lowerBound >= start && !$0.kind.isSetting }
    if let inside { facets[inside...].removeAll { !$0.kind.isSetting } }
    facets.append(Facet(range: start..<bytes.count, kind: link.kind, url: url))
  }

  private func image(_ attributes: [String: String], _ classes: [Substring]) {
    let description = attributes["alt"].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    let address = MarkupAddress.source(attributes["src"] ?? "", base: base)
    if classes.contains(where: { $0.hasSuffix("emoji") || $0 == "emojione" }) {
      guard let description else { return }
      flush()
      let start = bytes.count
      add(description)
      // Unicode emoji are drawn by the fonts.
      let isNamed = description.hasPrefix(":") && description.hasSuffix(":") && description.utf8.count > 2
      if isNamed, let address { facets.append(Facet(range: start..<bytes.count, emoji: address)) }
      return
    }
    let (width, height) = (Self.pixels(attributes["width"]), Self.pixels(attributes["height"]))
    guard let address, (width ?? .max) > 2, (height ?? .max) > 2 else { return }
    images.append(
      MarkupText.Image(url: address, description: description, width: width, height: height, offset: bytes.count))
  }

  private static func pixels(_ text: String?) -> Int? {
    guard let text = text?.trimmed, let number = Int(text.hasSuffix("px") ? String(text.dropLast(2)) : text) else {
      return nil
    }
    return 0...100_000 ~= number ? number : nil
  }

  // MARK: Text

  func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard hidden == 0 else { return }
    if preformatted > 0 {
      let text = isAtPreStart && text.first == 0x0A ? text.dropFirst() : text[...]
      isAtPreStart = false
      guard !text.isEmpty else { return }
      flush()
      bytes += text
      return
    }
    for byte in text {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        separate(.space)
      } else {
        if gap != .none { flush() }
        bytes.append(byte)
      }
    }
  }

  private func add(_ text: String) {
    flush()
    bytes += text.utf8
  }

  private func separate(_ wanted: Gap) { gap = max(gap, wanted) }

  /// `<br>`: each one counts, unlike the ends of blocks.
  private func line() {
    if gap == .space { gap = .none }
    flush()
    guard !bytes.isEmpty else { return }
    bytes.append(0x0A)
  }

  /// Writes the separator between the preceding and the next words.
  private func flush() {
    defer { gap = .none }
    guard !bytes.isEmpty, bytes.count != markEnd else { return }
    let ends = bytes.suffix(2).reversed().prefix { $0 == 0x0A }.count
    switch gap {
    case .none: break
    case .space: if ends == 0, bytes.last != 0x20 { bytes.append(0x20) }
    case .line: if ends == 0 { bytes.append(0x0A) }
    case .paragraph: for _ in ends..<max(ends, 2) { bytes.append(0x0A) }
    }
  }

  /// A text without markup, with white space collapsed as in browsers.
  static func collapsed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x20 || (0x09...0x0D).contains($0) }) else { return text }
    let builder = MarkupTextBuilder()
    var text = text
    text.withUTF8 { builder.add($0) }
    return builder.finish().0.string
  }
}

extension Int {
  fileprivate func clamped(_ low: Int, _ high: Int) -> Int { Swift.min(Swift.max(self, low), high) }
}

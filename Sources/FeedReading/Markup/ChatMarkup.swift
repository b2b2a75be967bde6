import Basics

/// A chat service's light markup: `*bold*`, `~~struck~~`, `||covered||`, quotations and code.
struct ChatMarkup: Sendable {
  /// A mark on both sides of some words.
  struct Mark: Sendable {
    let written: String
    /// Nil for words that are drawn like the others.
    let kind: Facet.Kind?
    /// Whether the mark only counts at the edges of words, so that `snake_case` stays unchanged.
    var isAtWords = false
  }

  /// The meaning of a bracketed reference.
  struct Reference: Sendable {
    var words: String
    var kind: Facet.Kind?
    var url: WebAddress?
  }

  /// Doubled marks before single ones.
  let marks: [Mark]
  /// How a quoted line begins.
  let quote: String
  /// How a quotation begins that continues to the end of the text.
  let longQuote: String
  /// Whether marks may enclose several lines.
  var spansLines = false
  /// Whether a backslash makes a mark an ordinary character.
  var hasEscapes = false
  /// Whether lines that begin with `#` are headings.
  var hasHeadings = false
  /// Whether `[words](address)` is a link.
  var hasTitledLinks = false
  /// Whether the first line of a block of code may name its language.
  var namesCodeLanguages = true
  /// Whether `&lt;`, `&gt;` and `&amp;` stand for characters.
  var hasEntities = false
  /// Returns the meaning of a text between `<` and `>`; nil for ordinary text.
  var reference: @Sendable (String) -> Reference? = { _ in nil }
  /// The emoji for a name between colons; nil if unknown.
  var emoji: @Sendable (String) -> String? = { _ in nil }

  /// Returns the text without its markup, and the meanings of its ranges.
  func read(_ text: String) -> FacetedText {
    var scanner = MarkupScanner(text.withLineFeeds, self)
    scanner.readAll()
    return scanner.result
  }
}

/// Reads a text with light markup. Every search for the end of a mark is remembered if it fails, so that the time grows
/// with the text's length only.
private struct MarkupScanner {
  private let bytes: [UInt8]
  private let markup: ChatMarkup
  private var output: [UInt8] = []
  private var facets: [Facet] = []
  /// The smallest offset from which a mark has no end before a limit.
  private var endless: [Search: Int] = [:]
  /// The next occurrence of each text that was searched for, nil if there is none, and the offset from which.
  private var found: [String: (from: Int, at: Int?)] = [:]

  private struct Search: Hashable {
    let mark: String
    let limit: Int
  }

  /// The maximum depth of nested marks; deeper ones stay in the text.
  private static let depthLimit = 8
  /// The maximum length of a reference in bytes.
  private static let referenceLimit = 4096

  init(_ text: String, _ markup: ChatMarkup) {
    (bytes, self.markup) = (Array(text.utf8), markup)
    output.reserveCapacity(bytes.count)
  }

  mutating func readAll() { read(0..<bytes.count, depth: 0) }

  /// The text with the links that it contains as plain addresses.
  var result: FacetedText {
    let text = String(decoding: output, as: UTF8.self)
    let own = facets.inOrder
    var taken = own.filter { !$0.kind.isSetting || $0.kind == .code }.map(\.range)[...]
    let links = FacetedText(scanning: text).facets.filter { link in
      guard link.kind == .link else { return false }
      while let first = taken.first, first.upperBound <= link.range.lowerBound { taken.removeFirst() }
      return taken.first.map { !$0.overlaps(link.range) } ?? true
    }
    return FacetedText(text, facets: links.isEmpty ? own : (own + links).inOrder)
  }

  // MARK: Structure

  private mutating func read(_ range: Range<Int>, depth: Int) {
    var index = range.lowerBound
    while index < range.upperBound {
      if index == 0 || bytes[index - 1] == UInt8(ascii: "\n"), let end = readLine(at: index, range, depth) {
        index = end
      } else {
        index = readPiece(at: index, range, depth)
      }
    }
  }

  /// Reads a quotation or a heading at the start of a line, and returns its end; nil for other lines.
  private mutating func readLine(at start: Int, _ range: Range<Int>, _ depth: Int) -> Int? {
    guard depth < Self.depthLimit else { return nil }
    if has(markup.longQuote, at: start) {
      let words = start + markup.longQuote.utf8.count
      facet(.quote) { $0.read(words..<range.upperBound, depth: depth + 1) }
      return range.upperBound
    }
    if has(markup.quote, at: start) {
      var index = start
      facet(.quote) { scanner in
        while index < range.upperBound, scanner.has(scanner.markup.quote, at: index) {
          var words = index + scanner.markup.quote.utf8.count
          if words < range.upperBound, scanner.bytes[words] == UInt8(ascii: " ") { words += 1 }
          let end = scanner.lineEnd(from: words, range)
          if index > start { scanner.output.append(UInt8(ascii: "\n")) }
          scanner.read(min(words, end)..<end, depth: depth + 1)
          index = min(end + 1, range.upperBound)
        }
      }
      // The line feed after the last quoted line.
      if index > start, index <= range.upperBound, bytes[index - 1] == UInt8(ascii: "\n") {
        output.append(UInt8(ascii: "\n"))
      }
      return index
    }
    guard markup.hasHeadings, bytes[start] == UInt8(ascii: "#") else { return nil }
    let marks = bytes[start..<range.upperBound].prefix { $0 == UInt8(ascii: "#") }.count
    let words = start + marks
    guard marks <= 3, words < range.upperBound, bytes[words] == UInt8(ascii: " ") else { return nil }
    let end = lineEnd(from: words, range)
    facet(.bold) { $0.read(words + 1..<end, depth: depth + 1) }
    return end
  }

  /// Reads a marked piece or a single byte, and returns its end.
  private mutating func readPiece(at index: Int, _ range: Range<Int>, _ depth: Int) -> Int {
    let end: Int?
    switch bytes[index] {
    case UInt8(ascii: "`"): end = readCode(at: index, range)
    case UInt8(ascii: "<"): end = readReference(at: index, range)
    case UInt8(ascii: "["): end = markup.hasTitledLinks ? readTitledLink(at: index, range, depth) : nil
    case UInt8(ascii: ":"): end = readEmoji(at: index, range)
    case UInt8(ascii: "&"): end = markup.hasEntities ? readEntity(at: index) : nil
    case UInt8(ascii: "\\"): end = markup.hasEscapes ? readEscape(at: index, range) : nil
    case UInt8(ascii: "h"): end = readAddress(at: index, range)
    default: end = depth < Self.depthLimit ? readMarked(at: index, range, depth) : nil
    }
    if let end { return end }
    output.append(bytes[index])
    return index + 1
  }

  private mutating func readMarked(at index: Int, _ range: Range<Int>, _ depth: Int) -> Int? {
    for mark in markup.marks where has(mark.written, at: index) {
      let start = index + mark.written.utf8.count
      guard start < range.upperBound, !bytes[start].isSpace, !mark.isAtWords || !isWord(before: index, range),
        let end = end(of: mark, from: start, range)
      else { continue }
      if let kind = mark.kind {
        facet(kind) { $0.read(start..<end, depth: depth + 1) }
      } else {
        read(start..<end, depth: depth + 1)
      }
      return end + mark.written.utf8.count
    }
    return nil
  }

  /// The offset of the mark that ends the words at `start`; nil if there is none.
  private mutating func end(of mark: ChatMarkup.Mark, from start: Int, _ range: Range<Int>) -> Int? {
    let limit = markup.spansLines ? range.upperBound : lineEnd(from: start, range)
    let search = Search(mark: mark.written, limit: limit)
    if let known = endless[search], start >= known { return nil }
    let length = mark.written.utf8.count
    guard let character = mark.written.utf8.first else { return nil }
    let isDoubled = markup.marks.contains { $0.written.utf8.count == 2 && $0.written.utf8.first == character }
    var index = start + 1
    while index < limit {
      guard bytes[index] == character else {
        index += 1
        continue
      }
      let run = bytes[index..<limit].prefix { $0 == character }.count
      // Of `***`, the single mark ends the inner words and the doubled one the outer words.
      let isEnd = length == 2 ? run >= 2 : run == 1 || run == 3 || !isDoubled
      let place = length == 2 ? index + run - 2 : index
      if isEnd, !bytes[index - 1].isSpace, !isEscaped(index),
        !mark.isAtWords || !isWord(after: place + length, limit)
      {
        return place
      }
      index += run
    }
    endless[search] = min(endless[search] ?? start, start)
    return nil
  }

  // MARK: Pieces

  private mutating func readCode(at index: Int, _ range: Range<Int>) -> Int? {
    let fence = "```"
    if has(fence, at: index), let close = find(fence, from: index + 3, before: range.upperBound) {
      var start = index + 3
      // The first line may name the language.
      let line = lineEnd(from: start, start..<close)
      if markup.namesCodeLanguages, line < close, bytes[start..<line].allSatisfy(\.isASCIIWord) { start = line + 1 }
      var end = close
      if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
      facet(.code) { $0.copy(start..<end) }
      return close + 3
    }
    let line = markup.spansLines ? range.upperBound : lineEnd(from: index, range)
    guard let close = find("`", from: index + 1, before: line), close > index + 1 else { return nil }
    facet(.code) { $0.copy(index + 1..<close) }
    return close + 1
  }

  /// Copies words without interpreting marks.
  private mutating func copy(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "&") where markup.hasEntities:
        if let end = readEntity(at: index) {
          index = end
          continue
        }
      case UInt8(ascii: "<"):
        if markup.hasEntities, let end = readReference(at: index, range) {
          index = end
          continue
        }
      default: break
      }
      output.append(bytes[index])
      index += 1
    }
  }

  private mutating func readReference(at index: Int, _ range: Range<Int>) -> Int? {
    let limit = min(range.upperBound, index + Self.referenceLimit)
    guard let close = find(">", from: index, before: limit), close > index + 1,
      let found = markup.reference(String(decoding: bytes[index + 1..<close], as: UTF8.self))
    else { return nil }
    put(found)
    return close + 1
  }

  private mutating func readTitledLink(at index: Int, _ range: Range<Int>, _ depth: Int) -> Int? {
    let limit = min(range.upperBound, index + Self.referenceLimit)
    guard depth < Self.depthLimit, let middle = find("](", from: index + 1, before: limit), middle > index + 1,
      let close = find(")", from: middle, before: limit)
    else { return nil }
    // The address may be followed by a title, and enclosed by brackets that prevent a preview.
    let address = String(decoding: bytes[middle + 2..<close], as: UTF8.self).prefix { $0 != " " }
      .filter { $0 != "<" && $0 != ">" }
    guard let url = WebAddress(written: address) else { return nil }
    let start = output.count
    read(index + 1..<middle, depth: depth + 1)
    if output.count > start { facets.append(Facet(range: start..<output.count, kind: .link, url: url)) }
    return close + 1
  }

  private mutating func readEmoji(at index: Int, _ range: Range<Int>) -> Int? {
    let limit = min(range.upperBound, index + 64)
    guard let close = bytes[index + 1..<max(limit, index + 1)].firstIndex(of: UInt8(ascii: ":")), close > index + 1,
      bytes[index + 1..<close].allSatisfy({ $0.isASCIIWord || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }),
      let symbol = markup.emoji(String(decoding: bytes[index + 1..<close], as: UTF8.self))
    else { return nil }
    output += symbol.utf8
    return close + 1
  }

  private mutating func readEntity(at index: Int) -> Int? {
    // By Character because this decodes: an entity that it misses is shown undecoded.
    for (name, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] where has(name, at: index) {
      output += character.utf8
      return index + name.utf8.count
    }
    return nil
  }

  private mutating func readEscape(at index: Int, _ range: Range<Int>) -> Int? {
    guard index + 1 < range.upperBound, bytes[index + 1].isASCIIPunctuation else { return nil }
    output.append(bytes[index + 1])
    return index + 2
  }

  /// Copies an address, whose underscores and asterisks are no marks.
  private mutating func readAddress(at index: Int, _ range: Range<Int>) -> Int? {
    guard has("http://", at: index) || has("https://", at: index) else { return nil }
    let end = bytes[index..<range.upperBound].firstIndex {
      $0.isSpace || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "|")
    }
    output += bytes[index..<(end ?? range.upperBound)]
    return end ?? range.upperBound
  }

  private mutating func put(_ found: ChatMarkup.Reference) {
    let start = output.count
    output += found.words.utf8
    if let kind = found.kind, output.count > start, kind != .link || found.url != nil {
      facets.append(Facet(range: start..<output.count, kind: kind, url: found.url))
    }
  }

  /// Adds a facet around everything that `body` reads.
  private mutating func facet(_ kind: Facet.Kind, _ body: (inout MarkupScanner) -> Void) {
    let start = output.count
    body(&self)
    if output.count > start { facets.append(Facet(range: start..<output.count, kind: kind)) }
  }

  // MARK: Bytes

  private func has(_ text: String, at index: Int) -> Bool {
    !text.isEmpty && index + text.utf8.count <= bytes.count && bytes[index...].starts(with: text.utf8)
  }

  /// The next occurrence of a text before `limit`. The last result is remembered, so that all searches together take no
  /// longer than one pass.
  private mutating func find(_ text: String, from start: Int, before limit: Int) -> Int? {
    if let known = found[text], start >= known.from, known.at.map({ start <= $0 }) ?? true {
      return known.at.flatMap { $0 + text.utf8.count <= limit ? $0 : nil }
    }
    let mark = Array(text.utf8)
    var index = start
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
        found[text] = (start, index)
        return index + mark.count <= limit ? index : nil
      }
      index += 1
    }
    found[text] = (start, nil)
    return nil
  }

  private mutating func lineEnd(from start: Int, _ range: Range<Int>) -> Int {
    min(find("\n", from: start, before: bytes.count) ?? bytes.count, range.upperBound)
  }

  private func isEscaped(_ index: Int) -> Bool {
    markup.hasEscapes && index > 0 && bytes[index - 1] == UInt8(ascii: "\\")
  }

  private func isWord(before index: Int, _ range: Range<Int>) -> Bool {
    index > range.lowerBound && bytes[index - 1].isWordByte
  }

  private func isWord(after index: Int, _ limit: Int) -> Bool { index < limit && bytes[index].isWordByte }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
  /// Letters beyond ASCII consist of such bytes.
  fileprivate var isWordByte: Bool { self >= 0x80 || isASCIIWord && self != UInt8(ascii: "_") }
  fileprivate var isASCIIPunctuation: Bool { 0x21...0x7E ~= self && !(isASCIIWord && self != UInt8(ascii: "_")) }
}

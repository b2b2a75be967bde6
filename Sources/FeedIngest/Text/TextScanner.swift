import JSONTree

extension FacetedText {
  /// Bytes of UTF-8 in which facets are looked for; no card shows as much.
  static let facetLimit = 100_000

  /// Finds links, hashtags, mentions and the dialect's markup in a text.
  ///
  /// One pass: every byte is looked at a bounded number of times, whatever the text. Markup that is not well formed stays
  /// as it was written.
  ///
  /// - Parameters:
  ///   - text: decoded, with the dialect's markup.
  ///   - facets: what the service says itself, in offsets of `text`; it goes before what would be found.
  ///   - dialect: gets the bytes that are looked at.
  init(scanning text: String, facets: [Facet] = [], as dialect: ([UInt8]) -> some TextDialect) {
    // Characters that nobody sees do not part a word from its end: they are looked through, and stay.
    let clean = CleanText(block: text, facets: facets, limit: .max)
    var scanner = TextScanner(clean, of: Array(text.utf8), dialect(clean.bytes))
    scanner.scan()
    self.init(String(decoding: scanner.output, as: UTF8.self), facets: scanner.facets)
  }

  /// Finds links, hashtags and mentions in a text without markup.
  package init(scanning text: String, facets: [Facet] = []) {
    self.init(scanning: text, facets: facets) { _ in PlainDialect() }
  }
}

/// The pass itself: looks at `bytes` from `position` on, writes what stands there in the source to `output`.
struct TextScanner<Dialect: TextDialect> {
  let dialect: Dialect
  /// The text without what is not shown.
  let bytes: [UInt8]
  private let clean: CleanText
  private let source: [UInt8]
  private(set) var output: [UInt8] = []
  private(set) var facets: [Facet] = []
  var position = 0
  /// What the service says itself goes before what the scanner would find.
  private var given: ArraySlice<Facet>
  /// Titles being written, the innermost last: nothing in them is a link of its own.
  private var openTitles: [OpenTitle] = []

  private struct OpenTitle {
    var markup: TitledMarkup
    var outputStart: Int
  }

  init(_ clean: CleanText, of source: [UInt8], _ dialect: Dialect) {
    self.clean = clean
    self.source = source
    self.dialect = dialect
    bytes = clean.bytes
    given = clean.facets[...]
    output.reserveCapacity(source.count)
  }

  mutating func scan() {
    output += source[..<clean.sourceOffset(of: 0)]
    while position < bytes.count {
      if let title = openTitles.last, position >= title.markup.title.upperBound {
        close(title)
      } else if let facet = given.first, facet.range.lowerBound <= position {
        take(facet)
      } else if bytes[position] == UInt8(ascii: "["), let markup = dialect.bracketed(at: position, in: bytes) {
        openTitles.append(OpenTitle(markup: markup, outputStart: output.count))
        position = markup.title.lowerBound
      } else if openTitles.isEmpty, output.count < FacetedText.facetLimit {
        scanPlain()
      } else {
        copy(to: position + 1)
      }
    }
    while let title = openTitles.last { close(title) }
    output += source[clean.sourceOffset(of: bytes.count)...]
  }

  private mutating func scanPlain() {
    switch bytes[position] {
    case UInt8(ascii: "#"): scanHashtag()
    case UInt8(ascii: "@"): scanMention()
    case 0..<0x80 where !Unicode.Scalar.isASCIIWordPart(bytes[position]): copy(to: position + 1)
    default: scanWord()
    }
  }

  /// Nothing the scanner finds reaches into a facet.
  var limit: Int { given.first?.range.lowerBound ?? bytes.count }

  mutating func copy(to end: Int) {
    output += source[clean.sourceOffset(of: position)..<clean.sourceOffset(of: end)]
    position = end
  }

  mutating func copy(to end: Int, as kind: Facet.Kind, url: String?) {
    let start = output.count
    copy(to: end)
    add(Facet(range: start..<output.count, kind: kind, url: url))
  }

  /// The title alone, without the address and the brackets around it.
  mutating func copyTitle(of markup: TitledMarkup) {
    position = markup.title.lowerBound
    copy(to: markup.title.upperBound, as: markup.kind, url: markup.url)
    position = markup.end
  }

  private mutating func add(_ facet: Facet) {
    if facet.range.lowerBound < FacetedText.facetLimit { facets.append(facet) }
  }

  /// True straight after a hashtag, where another may begin without a space.
  var endsInHashtag: Bool {
    guard let last = facets.last else { return false }
    return last.kind == .hashtag && last.range.upperBound == output.count
  }

  private mutating func close(_ title: OpenTitle) {
    openTitles.removeLast()
    position = max(position, title.markup.end)
    guard openTitles.isEmpty, title.outputStart < output.count, title.markup.url != nil else { return }
    add(Facet(range: title.outputStart..<output.count, kind: title.markup.kind, url: title.markup.url))
  }

  /// A facet that begins inside markup, or leads nowhere, is text.
  private mutating func take(_ facet: Facet) {
    given.removeFirst()
    guard openTitles.isEmpty, facet.range.lowerBound == position else { return }
    let url = facet.url.flatMap(LinkTarget.url)
    guard url != nil || facet.kind != .link else { return copy(to: facet.range.upperBound) }
    copy(to: facet.range.upperBound, as: facet.kind, url: url)
  }
}

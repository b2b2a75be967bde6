import FeedIngest

/// Finds links, hashtags, mentions and a service's inline markup in a post's text.
///
/// One pass over the bytes: every byte is looked at a bounded number of times, whatever the text. Markup that is not
/// well formed stays as it was written.
package struct MarkupParser: Sendable {
  private let markup: TextMarkup

  package init(_ markup: TextMarkup) {
    self.markup = markup
  }

  /// The text as it is shown: control characters gone, blank lines around it trimmed, titles in place of markup.
  package func parse(_ text: String, facets: [Facet] = []) -> RichText {
    let clean = CleanText(block: text, facets: facets)
    var scanner = MarkupScanner(clean.bytes, markup: markup, facets: clean.facets)
    scanner.scan()
    return GraphemeSnapping.snapped(String(decoding: scanner.output, as: UTF8.self), scanner.spans)
  }
}

/// The pass itself: reads at `position`, writes to `output`.
struct MarkupScanner {
  let bytes: [UInt8]
  let markup: TextMarkup
  private(set) var output: [UInt8] = []
  private(set) var spans: [RichText.Span] = []
  var position = 0
  /// What the service says itself goes before what the scanner would find.
  private var facets: ArraySlice<Facet>
  private let brackets: BracketPairs
  /// Titles being written, the innermost last: nothing in them is a link of its own.
  private var openTitles: [OpenTitle] = []

  private struct OpenTitle {
    var markup: VKMarkup
    var outputStart: Int
  }

  init(_ bytes: [UInt8], markup: TextMarkup, facets: [Facet] = []) {
    self.bytes = bytes
    self.markup = markup
    self.facets = facets[...]
    brackets = markup == .vk ? BracketPairs(in: bytes) : BracketPairs()
    output.reserveCapacity(bytes.count)
  }

  mutating func scan() {
    while position < bytes.count {
      if let title = openTitles.last, position >= title.markup.title.upperBound {
        close(title)
      } else if let facet = facets.first, facet.range.lowerBound <= position {
        take(facet)
      } else if bytes[position] == UInt8(ascii: "["), let markup = brackets.markup(at: position, in: bytes) {
        openTitles.append(OpenTitle(markup: markup, outputStart: output.count))
        position = markup.title.lowerBound
      } else if openTitles.isEmpty {
        scanPlain()
      } else {
        copy(to: position + 1)
      }
    }
    while let title = openTitles.last { close(title) }
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
  var limit: Int { facets.first?.range.lowerBound ?? bytes.count }

  mutating func copy(to end: Int) {
    output += bytes[position..<end]
    position = end
  }

  mutating func copy(to end: Int, as role: RichText.Role, target: String?) {
    let start = output.count
    copy(to: end)
    spans.append(RichText.Span(range: start..<output.count, role: role, target: target))
  }

  /// The title alone, without the address and the brackets around it.
  mutating func copyTitle(_ title: Range<Int>, of markup: VKMarkup) {
    position = title.lowerBound
    copy(to: title.upperBound, as: markup.role, target: markup.target)
    position = markup.end
  }

  /// True straight after a hashtag, where another may begin without a space.
  var endsInHashtag: Bool {
    guard let last = spans.last else { return false }
    return last.role == .hashtag && last.range.upperBound == output.count
  }

  private mutating func close(_ title: OpenTitle) {
    openTitles.removeLast()
    position = max(position, title.markup.end)
    guard openTitles.isEmpty, title.outputStart < output.count, title.markup.target != nil else { return }
    spans.append(
      RichText.Span(
        range: title.outputStart..<output.count, role: title.markup.role, target: title.markup.target))
  }

  /// A facet that begins inside markup, or leads nowhere, is text.
  private mutating func take(_ facet: Facet) {
    facets.removeFirst()
    guard openTitles.isEmpty, facet.range.lowerBound == position else { return }
    switch facet.target {
    case .link(let address):
      guard let url = LinkTarget.url(address) else { return copy(to: facet.range.upperBound) }
      copy(to: facet.range.upperBound, as: .link, target: url)
    case .hashtag(let address):
      copy(to: facet.range.upperBound, as: .hashtag, target: LinkTarget.url(address))
    case .mention(let address):
      copy(to: facet.range.upperBound, as: .mention, target: LinkTarget.url(address))
    }
  }
}

import Cards
import Support
import Testing

@testable import FeedIngest

@Suite struct TextPropertyTests {
  private static let pieces = [
    "[", "]", "|", "#", "@", "id1", "club2", "[id1|", "[club2|", "[#a|", "[https://a.org|", "https://", "http://",
    "a.org",
    "vk.com/x", ".", "..", "/", ":", "(", ")", " ", "\n", "\r\n", "\t", "кот", "Ёж", "e", "\u{301}", "\u{200D}", "👩‍👧",
    "🇷", "🇺",
    "\u{FE0F}", "日本", "क्", "क", "\u{600}", "שלום", "\u{202E}", "\u{0}", "me@a.org", "\u{1100}", "\u{1161}", "1", "_",
    "-", "…",
    "javascript:x", "\u{FEFF}", "\u{3000}", "\u{10FFFF}", "\u{2028}",
  ]

  @Test("spans of random texts are in range, sorted, apart and on character boundaries", arguments: 0..<8)
  func spans(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<250 {
      let length = Int.random(in: 0...24, using: &random)
      let text = (0..<length).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let facets = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let start = Int.random(in: -2...40, using: &random)
        return Facet(range: start..<start + Int.random(in: 0...12, using: &random), kind: .link, url: "https://a.org")
      }
      let reads = [
        FacetedText(scanning: text, facets: facets), FacetedText(scanning: text, facets: facets) { VKMarkup(in: $0) },
      ]
      for read in reads {
        let parsed = RichText(block: read.string, facets: read.facets)
        #expect(parsed.spans.count <= read.facets.count)
        check(parsed, text)
        let marked = QueryHighlighter(query: "кот e 日 🇷🇺 क").highlighting(parsed)
        #expect(marked.spans.filter { $0.role != .match } == parsed.spans)
        check(RichText(marked.string, spans: marked.spans.filter { $0.role == .match }), text)
        #expect(marked.spans.map(\.range.lowerBound) == marked.spans.map(\.range.lowerBound).sorted())
      }
    }
  }

  private func check(_ parsed: RichText, _ source: String) {
    var boundaries: Set<Int> = [0]
    var offset = 0
    for character in parsed.string {
      offset += character.utf8.count
      boundaries.insert(offset)
    }
    var end = 0
    for span in parsed.spans {
      #expect(span.range.lowerBound >= end && !span.range.isEmpty, "\(source.debugDescription)")
      #expect(boundaries.contains(span.range.lowerBound), "\(source.debugDescription)")
      #expect(boundaries.contains(span.range.upperBound), "\(source.debugDescription)")
      end = span.range.upperBound
      if let target = span.target {
        #expect(["https://", "http://", "mailto:"].contains { target.hasPrefix($0) }, "\(target)")
      }
    }
    #expect(!parsed.string.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    #expect(parsed.string.first?.isNewline != true)
  }

  @Test(
    "hostile texts take no longer than long ones", .timeLimit(.minutes(1)),
    arguments: [
      "[", "]", "#", "@", ".", "a.", "-", "a-", "(", "[id1|", "[#a|", "[]", "#a", "a@", "@a", "http://", "http://a/(",
      "a\u{301}",
      "\u{301}", "🇷", "#\u{301}", "[id1|a]", "www.", "a.ru/", "\u{202E}", "\n", "\u{200D}", "[#|", "@id1 (", "क्", "·",
      "#a·", "…",
      "http://a/…", "a:", "[a|http://b|", "\u{200B}",
    ])
  func hostile(piece: String) {
    let text = String(repeating: piece, count: 200_000 / piece.utf8.count)
    check(shown(piece.contains("[") ? text + String(repeating: "]", count: 50_000) : text), piece)
  }

  @Test("so does highlighting them", .timeLimit(.minutes(1)), arguments: ["a", "a\u{301}", "🇷", "\u{301}"])
  func hostileHighlight(piece: String) {
    let text = RichText(String(repeating: piece, count: 100_000 / piece.utf8.count))
    check(QueryHighlighter(query: "aab a кот 🇷").highlighting(text), piece)
  }

  @Test("a deep nest of markup is one title")
  func deepNest() {
    let text = String(repeating: "[id1|", count: 9_000) + "x" + String(repeating: "]", count: 9_000)
    #expect(shown(text).marks == ["mention:x"])
  }

  private func shown(_ text: String) -> RichText {
    let read = FacetedText(scanning: text) { VKMarkup(in: $0) }
    return RichText(block: read.string, facets: read.facets)
  }
}

import Basics
import Cards
import Support
import Testing

@testable import FeedReading

@Suite struct FacetTests {
  private func facet(_ words: String, in text: String, _ url: WebAddress, _ kind: Facet.Kind = .link) throws -> Facet {
    let found = try #require(text.firstRange(of: words))
    let start = text.utf8.distance(from: text.startIndex, to: found.lowerBound)
    return Facet(range: start..<start + words.utf8.count, kind: kind, url: url)
  }

  @Test("a facet is a span of its kind, in the order of the text")
  func facets() throws {
    let text = "Привет, Анна: vk.com/x и vk.com/y"
    let shown = RichText(
      block: text,
      facets: [
        try facet("vk.com/x", in: text, "https://example.org/long"),
        try facet("Анна", in: text, "https://example.org/@anna", .mention),
      ])
    #expect(shown.marks == ["mention:Анна", "link:vk.com/x"])
    #expect(shown.targets == ["https://example.org/@anna", "https://example.org/long"])
  }

  @Test("offsets follow the words past characters that are removed")
  func cleaning() throws {
    let text = "\n\u{FEFF} \r\n a\u{202E}\tb\u{0}\r\nслово\u{2028}дальше "
    let shown = RichText(block: text, facets: [try facet("слово", in: text, "https://a.org")])
    #expect(shown.string == "a b\nслово\nдальше")
    #expect(shown.marks == ["link:слово"])
  }

  @Test("code and quotations are over links; on one line nothing is in")
  func settings() throws {
    let text = "• a run b"
    let shown = RichText(
      block: text,
      facets: [
        Facet(range: 0..<4, kind: .mark), Facet(range: 4..<11, kind: .quote),
        try facet("run", in: text, "https://a.org"), Facet(range: 6..<9, kind: .code),
      ])
    #expect(shown.marks == ["mark:• ", "quote:a run b", "link:run", "code:run"])
    #expect(shown.onOneLine.marks == ["link:run", "code:run"])
  }

  @Test("a name without the words that images stand for; all of it if there are not others")
  func withoutPictures() {
    let cat = RichText.Span(range: 5..<10, role: .emoji, picture: "cat.png")
    #expect(RichText("Anna :cat:", spans: [cat]).withoutPictures == "Anna")
    #expect(RichText(":cat:", spans: [cat.moved(to: 0..<5)]).withoutPictures == ":cat:")
    #expect(RichText("Anna :cat:").withoutPictures == "Anna :cat:")
  }

  @Test("a facet that can't be placed is skipped")
  func impossible() {
    let ranges = [5..<400, 300..<400, 1..<4, 2..<2, -5..<2, Int.min..<Int.max, 0..<4, 2..<6]
    let shown = RichText(block: "абвг", facets: ranges.map { Facet(range: $0, kind: .link, url: "https://a.org") })
    #expect(shown.string == "абвг")
    #expect(shown.spans.allSatisfy { $0.range.upperBound <= 8 })
  }

  @Test("a link to nowhere is text, a mention of nowhere a mention")
  func nowhere() {
    #expect(RichText(block: "ab", facets: [Facet(range: 0..<2, kind: .link)]) == RichText("ab"))
    let mention = Facet(range: 0..<2, kind: .mention)
    #expect(RichText(block: "ab", facets: [mention]).targets == [nil])
  }
}

@Suite struct HighlightTests {
  private func marks(_ query: String, _ text: String) -> [String] {
    let read = FacetedText(scanning: text)
    return QueryHighlighter(query: query).highlighting(RichText(block: read.string, facets: read.facets)).marks
  }

  @Test(
    "words match whatever their case and diacritics",
    arguments: [
      ("кот", "Кот и КОТ", ["match:Кот", "match:КОТ"]), ("ёлка", "елка, ЁЛКА", ["match:елка", "match:ЁЛКА"]),
      ("елка", "ё\u{308}лка, Е\u{308}лка", ["match:ё\u{308}лка", "match:Е\u{308}лка"]),
      ("cafe", "Café", ["match:Café"]),
      ("CAFÉ", "cafe\u{301}!", ["match:cafe\u{301}"]), ("strasse", "Straße", ["match:Straße"]),
      ("οδοσ", "ΟΔΟΣ οδός", ["match:ΟΔΟΣ οδός"]), ("istanbul", "İstanbul ISTANBUL", ["match:İstanbul ISTANBUL"]),
      ("日本", "東京は日本の首都", ["match:日本"]), ("мои", "мой мои", ["match:мои"]), ("мой", "мои\u{306}", ["match:мои\u{306}"]),
      ("лент", "Новостная лента", ["match:лент"]), ("s", "ß", []), ("нет", "да", []), ("", "да", []), ("  ", "да", []),
    ])
  func folding(query: String, text: String, expected: [String]) {
    #expect(marks(query, text) == expected)
  }

  @Test("each word counts by itself, and a phrase is one match")
  func phrases() {
    #expect(
      marks("новая лента", "Лента! Новая  лента\nновая\nлента") == [
        "match:Лента", "match:Новая  лента", "match:новая", "match:лента",
      ])
    #expect(marks("аб бв", "абв") == ["match:абв"])
    #expect(marks("аа", "ааааа") == ["match:аааа"])
  }

  @Test("a match is over a link and comes after it")
  func overLinks() {
    #expect(marks("vk", "Наш vk.com и #vk") == ["link:vk.com", "match:vk", "hashtag:#vk", "match:vk"])
    #expect(marks("vk", "Наш vk.com и #vk").count == 4)
  }

  @Test("no character is cut: a flag's half, a part of an emoji")
  func wholeCharacters() {
    #expect(marks("🇺", "🇷🇺").isEmpty)
    #expect(marks("👩", "👩‍👧").isEmpty)
    #expect(marks("🇷🇺", "🇷🇺🇷🇺 и 🇺🇷") == ["match:🇷🇺🇷🇺"])
  }
}

@Suite struct InitialsTests {
  @Test(
    "the first letters of the first two words",
    arguments: [
      ("Анна Снегирёва", "АС"), ("anna", "A"), ("Oliver O’Brien-Fenwick", "OO"), ("Пироги и люди", "ПИ"),
      ("«Наука» сегодня", "НС"), ("1st Avenue", "1"), ("ёж", "Ё"), ("ßé", "S"), ("שלום כהן", "שכ"),
      ("@jun@links.example", "J"), ("jonas_b@funk.example", "JB"), ("Anna @ work", "AW"),
    ])
  func letters(name: String, shown: String) { #expect(Initials.of(name) == shown) }

  @Test(
    "one character where the script has no capitals, none if there is no letter",
    arguments: [("محمد الأحمد", "م"), ("林 小雨", "林"), ("🦊", nil), ("", nil), ("—", nil)])
  func others(name: String, shown: String?) { #expect(Initials.of(name) == shown) }
}

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
    }
    #expect(!parsed.string.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    #expect(parsed.string.first?.isNewline != true)
  }

  @Test(
    "hostile texts take no longer than long ones",
    arguments: [
      "[", "]", "#", "@", ".", "a.", "-", "a-", "(", "[id1|", "[#a|", "[]", "#a", "a@", "@a", "http://", "http://a/(",
      "a\u{301}",
      "\u{301}", "🇷", "#\u{301}", "[id1|a]", "www.", "a.ru/", "\u{202E}", "\n", "\u{200D}", "[#|", "@id1 (", "क्", "·",
      "#a·", "…",
      "http://a/…", "a:", "[a|http://b|", "\u{200B}",
    ])
  func hostile(piece: String) {
    let text = String(repeating: piece, count: 200_000 / piece.utf8.count)
    let closed = piece.contains("[") ? text + String(repeating: "]", count: 50_000) : text
    // A step for each pair of letters would take minutes.
    #expect(ProcessorTime.taken { check(shown(closed), piece) } < .seconds(30))
  }

  @Test("so does highlighting them", arguments: ["a", "a\u{301}", "🇷", "\u{301}"])
  func hostileHighlight(piece: String) {
    let text = RichText(String(repeating: piece, count: 100_000 / piece.utf8.count))
    #expect(
      ProcessorTime.taken { check(QueryHighlighter(query: "aab a кот 🇷").highlighting(text), piece) } < .seconds(30))
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

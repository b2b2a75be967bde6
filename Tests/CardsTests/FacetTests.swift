import Cards
import FeedIngest
import Testing

@Suite struct FacetTests {
  private func facet(_ words: String, in text: String, _ url: String, _ kind: Facet.Kind = .link) throws -> Facet {
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

  @Test("a facet that can't be placed is left out")
  func impossible() {
    let ranges = [5..<400, 300..<400, 1..<4, 2..<2, -5..<2, Int.min..<Int.max, 0..<4, 2..<6]
    let shown = RichText(block: "абвг", facets: ranges.map { Facet(range: $0, kind: .link, url: "https://a.org") })
    #expect(shown.string == "абвг")
    #expect(shown.spans.allSatisfy { $0.range.upperBound <= 8 })
  }

  @Test("an unsafe link is text, a mention of nowhere a mention")
  func unsafe() {
    let link = Facet(range: 0..<2, kind: .link, url: "javascript:alert(1)")
    #expect(RichText(block: "ab", facets: [link]) == RichText("ab"))
    let mention = Facet(range: 0..<2, kind: .mention, url: "javascript:alert(1)")
    #expect(RichText(block: "ab", facets: [mention]).targets == [nil])
  }
}

import Cards
import FeedIngest
import Testing

@Suite struct FacetTests {
  private func facet(_ words: String, in text: String, _ target: Facet.Target) throws -> Facet {
    let found = try #require(text.firstRange(of: words))
    let start = text.utf8.distance(from: text.startIndex, to: found.lowerBound)
    return Facet(range: start..<start + words.utf8.count, target: target)
  }

  @Test("a facet goes before what is found, and other words are still looked at")
  func facets() throws {
    let text = "Привет, Анна: vk.com/x и vk.com/y"
    let parsed = MarkupParser(.plain).parse(
      text,
      facets: [
        try facet("vk.com/x", in: text, .link("https://example.org/long")),
        try facet("Анна", in: text, .mention("https://example.org/@anna")),
      ])
    #expect(parsed.marks == ["mention:Анна", "link:vk.com/x", "link:vk.com/y"])
    #expect(parsed.targets == ["https://example.org/@anna", "https://example.org/long", "https://vk.com/y"])
  }

  @Test("offsets follow the words past characters that are removed")
  func cleaning() throws {
    let text = "\n\u{FEFF} \r\n a\u{202E}\tb\u{0}\r\nслово\u{2028}дальше "
    let parsed = MarkupParser(.plain).parse(text, facets: [try facet("слово", in: text, .link("https://a.org"))])
    #expect(parsed.string == "a b\nслово\nдальше")
    #expect(parsed.marks == ["link:слово"])
  }

  @Test("a facet that can't be placed is left out")
  func impossible() {
    let link = Facet.Target.link("https://a.org")
    let ranges = [5..<400, 300..<400, 1..<4, 2..<2, -5..<2, Int.min..<Int.max, 0..<4, 2..<6]
    let parsed = MarkupParser(.plain).parse("абвг", facets: ranges.map { Facet(range: $0, target: link) })
    #expect(parsed.string == "абвг")
    #expect(parsed.spans.allSatisfy { $0.range.upperBound <= 8 })
  }

  @Test("an unsafe facet is text")
  func unsafe() {
    let facet = Facet(range: 0..<2, target: .link("javascript:alert(1)"))
    #expect(MarkupParser(.plain).parse("ab", facets: [facet]) == RichText("ab"))
  }
}

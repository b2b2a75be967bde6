import Testing

@testable import Comparison

@Suite struct IdenticalImageTextTests {
  private func text(_ values: IdenticalImageText.Values) -> String {
    "{\"id\": \"\(values.id)\", \"post\": \"\(values.name)\"}\u{1F}<case name=\"\(values.id)\"/>\u{1F}"
      + "[\(values.path), \(values.width), \(values.height), \(values.variant)]"
  }

  private func values(_ id: String) -> IdenticalImageText.Values {
    IdenticalImageText.Values(
      id: id, name: "cart", variant: "chromium", path: "../a/\(id)", width: 1080, height: 2400)
  }

  @Test("what is filled in is what would be written", arguments: ["shop/cart@2x (1).png", "Корзина.png", "カート.png"])
  func filledIn(id: String) throws {
    let known = try #require(IdenticalImageText(text))
    #expect(known.line(values(id)) == text(values(id)))
  }

  @Test(
    "a name that some file writes otherwise is left to whoever writes that",
    arguments: [
      "a & b.png", "a\"b.png", "a\\b.png", "a<b>.png", "::a.png", "##[a].png", "a\u{2028}b.png", "a\u{85}.png",
    ])
  func notPlain(id: String) throws {
    #expect(try #require(IdenticalImageText(text)).line(values(id)) == nil)
  }

  @Test("nothing is filled in where the text is not made of the values alone")
  func otherTexts() {
    #expect(IdenticalImageText { text($0) + ($0.width > 1000 ? "wide" : "") } == nil)
    #expect(IdenticalImageText { $0.id.uppercased() } == nil)
  }
}

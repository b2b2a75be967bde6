import Comparison
import Testing

@Suite struct IdenticalImageTextTests {
  private func texts(_ values: IdenticalImageText.Values) -> ReviewTexts {
    ReviewTexts(
      report: "{\"id\": \"\(values.id)\", \"post\": \"\(values.name)\"}", junit: "<case name=\"\(values.id)\"/>",
      head: "[\(values.path), \(values.width)]", detail: "[\(values.height), \(values.variant)]")
  }

  private func values(_ id: String) -> IdenticalImageText.Values {
    IdenticalImageText.Values(
      id: id, name: "cart", variant: "chromium", path: "../a/\(id)", width: 1080, height: 2400)
  }

  @Test(
    "filled-in texts are those that would be written",
    arguments: ["shop/cart@2x (1).png", "Корзина.png", "カート.png"])
  func filledIn(id: String) throws {
    let known = try #require(IdenticalImageText(texts))
    #expect(known.texts(values(id)) == texts(values(id)))
  }

  @Test(
    "a name that some file escapes is not filled in",
    arguments: [
      "a & b.png", "a\"b.png", "a\\b.png", "a<b>.png", "::a.png", "##[a].png", "a\u{2028}b.png", "a\u{85}.png",
    ])
  func notPlain(id: String) throws {
    #expect(try #require(IdenticalImageText(texts)).texts(values(id)) == nil)
  }

  @Test("nothing is filled in where the text is not made of the values alone")
  func otherTexts() {
    func isNone(_ change: (inout ReviewTexts, IdenticalImageText.Values) -> Void) -> Bool {
      IdenticalImageText { values in
        var other = texts(values)
        change(&other, values)
        return other
      } == nil
    }
    #expect(isNone { $0.junit += $1.width > 1000 ? "wide" : "" })
    #expect(isNone { $0.head = $1.id.uppercased() })
  }
}

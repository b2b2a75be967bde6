import DesignTokens
import Drawing
import Testing

@Suite("Tokens as what is drawn")
struct LookupTests {
  private let tokens = TokenSet(tokens: [
    "color.card": .init(value: .color(.white), place: .line(1)),
    "space.card": .init(value: .dimension(12), place: .line(2)),
    "type.body": .init(
      value: .typography(
        .init(families: ["Inter", "Noto"], size: 15, weight: 950, letterSpacing: -0.17, lineHeight: 1.4666666667)),
      place: .line(3)),
    "sky": .init(value: .gradient([.init(offset: 0, color: .white)]), place: .line(4)),
    "edge": .init(value: .border(.init(color: .black, width: 2, style: .keyword(.groove))), place: .line(5)),
    "edge.dotted": .init(value: .border(.init(color: .black, width: 2, style: .keyword(.dotted))), place: .line(8)),
    "edge.dashes": .init(
      value: .border(.init(color: .black, width: 1, style: .dashes([4, 2], .square))), place: .line(9)),
    "shadow.two": .init(value: .shadow([layer, layer]), place: .line(6)),
    "shadow.one": .init(value: .shadow([layer]), place: .line(7)),
  ])

  private static let layer = TokenValue.ShadowLayer(
    shadow: Shadow(offset: .zero, blur: 1, color: .black), isInset: false)

  @Test("a line height is a multiple, in points to a millionth")
  func lineHeight() throws {
    let style = try tokens.textStyle("type.body", color: .white, alignment: .end)
    #expect(
      style
        == TextStyle(
          family: "Inter", size: 15, weight: 900, lineHeight: 22, letterSpacing: -0.17, color: .white, alignment: .end))
  }

  @Test("a paint is a color or a gradient from top to bottom")
  func paints() throws {
    #expect(try tokens.paint("color.card") == .solid(.white))
    #expect(try tokens.paint("sky") == .linearGradient(LinearGradient(stops: [.init(offset: 0, color: .white)])))
  }

  @Test("an unknown name suggests the nearest")
  func unknown() {
    #expect(throws: TokenLookupIssue.unknown("space.crad", suggestion: "space.card")) {
      try tokens.length("space.crad")
    }
  }

  @Test("a token of another type is reported with both types")
  func wrongType() {
    #expect(throws: TokenLookupIssue.wrongType("color.card", expected: [.dimension], found: .color)) {
      try tokens.length("color.card")
    }
  }

  @Test("values that a box can't have are errors, such as several shadows or a groove border")
  func notDrawable() throws {
    #expect(throws: TokenLookupIssue.self) { try tokens.shadow("shadow.two") }
    #expect(throws: TokenLookupIssue.self) { try tokens.border("edge") }
    #expect(try tokens.shadow("shadow.one") == Self.layer.shadow)
    #expect(try tokens.shadows("shadow.two") == [Self.layer, Self.layer])
  }

  @Test("a broken border has dashes and gaps of two widths, a dotted one round dots, and its own where it says so")
  func dashes() throws {
    #expect(try tokens.border("edge.dotted").dashes == Dashes([0, 4], cap: .round))
    #expect(try tokens.border("edge.dashes").dashes == Dashes([4, 2], cap: .square))
  }
}

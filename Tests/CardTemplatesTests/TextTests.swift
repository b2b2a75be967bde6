import CardTemplates
import Cards
import Drawing
import Layout
import Testing

@Suite("Texts")
struct TextTests {
  private let yaml = """
    text: title
    style: "{type.a}"
    color: "{color.a}"
    """

  private let dressed = """
    text: title
    style: "{type.a}"
    color: "{color.a}"
    link: "{color.b}"
    match: {color: "{color.b}", fill: "{color.a}", radius: 4, height: 22, outset: "{size.a}"}
    """

  private func leaf(_ yaml: String, _ value: CardValue) throws -> TextLeaf {
    try #require(try Fixture.spec(yaml, value).textLeaf)
  }

  @Test("style, color, alignment, limit and truncation")
  func plain() throws {
    let text = try leaf(
      yaml + "\nalign: center\nmaxLines: 3\ntruncation: clip", .record(["title": Fixture.text("Hello")]))
    var style = Fixture.style
    style.alignment = .center
    #expect(text == TextLeaf(StyledText("Hello", style: style), maxLines: 3, truncation: .clip))
  }

  @Test("a literal text")
  func literal() throws {
    let text = try leaf("{text: {literal: \"Hi: {there}\"}, style: \"{type.a}\", color: \"{color.a}\"}", .record([:]))
    #expect(text.text.string == "Hi: {there}")
  }

  @Test(
    "the line limit is a number, a token, or a path whose absence is no limit",
    arguments: [("2", 2), ("\"{number.two}\"", 2), ("count", 6), ("author.lines", nil)] as [(String, Int?)])
  func maxLines(_ limit: String, _ expected: Int?) throws {
    let value: CardValue = .record(["title": Fixture.text("a"), "count": .number(6)])
    let yaml = yaml + "\nmaxLines: " + (limit == "author.lines" ? "count" : limit)
    let shown = expected == nil ? CardValue.record(["title": Fixture.text("a")]) : value
    #expect(try leaf(yaml, shown).maxLines == expected)
  }

  @Test("a text that the view model lacks is not shown")
  func absent() throws {
    #expect(try Fixture.spec(yaml) == LayoutSpec(.spacer))
  }

  @Test("links, hashtags and mentions take the link color and keep their targets")
  func links() throws {
    let spans: [RichText.Span] = [
      .init(range: 0..<1, role: .link, target: "https://a"), .init(range: 2..<3, role: .hashtag, target: "#b"),
      .init(range: 4..<5, role: .mention),
    ]
    let text = try leaf(dressed, .record(["title": .text(RichText("a b c", spans: spans))]))
    #expect(
      text.text.attributes == [
        .init(range: 0..<1, color: .white, target: "https://a"), .init(range: 2..<3, color: .white, target: "#b"),
        .init(range: 4..<5, color: .white),
      ])
  }

  @Test("a match takes its color and a highlight")
  func match() throws {
    let text = try leaf(
      dressed, .record(["title": .text(RichText("abc", spans: [.init(range: 1..<2, role: .match)]))]))
    let highlight = StyledText.Highlight(fill: .black, radius: 4, height: 22, outset: 36)
    #expect(text.text.attributes == [.init(range: 1..<2, color: .white, highlight: highlight)])
  }

  @Test("where the template dresses no role, targets are kept and matches fall away")
  func undressed() throws {
    let spans: [RichText.Span] = [
      .init(range: 0..<1, role: .link, target: "https://a"), .init(range: 1..<2, role: .mention),
      .init(range: 2..<3, role: .match),
    ]
    let text = try leaf(yaml, .record(["title": .text(RichText("abc", spans: spans))]))
    #expect(text.text.attributes == [.init(range: 0..<1, target: "https://a")])
  }

  @Test("code has its family, a quotation its bar, and a list's mark hangs whatever the template says")
  func settings() throws {
    let spans: [RichText.Span] = [
      .init(range: 0..<2, role: .mark), .init(range: 2..<6, role: .quote), .init(range: 4..<6, role: .code),
    ]
    let value = CardValue.record(["title": .text(RichText("a b c ", spans: spans))])
    let quote = #"quote: {indent: "{size.a}", width: 2, color: "{color.b}"}"#
    let set = try leaf(yaml + "\ncode: \"{font.code}\"\n" + quote, value).text.attributes
    #expect(set.map(\.hangs) == [true, false, false])
    #expect(set.map(\.quotation) == [nil, .init(indent: 36, width: 2, color: .white), nil])
    #expect(set.map(\.family) == [nil, nil, "Mono"])
    #expect(try leaf(yaml, value).text.attributes.map(\.range) == [0..<2])
  }

  @Test("code asks for a token of a family, a quotation for everything that it needs")
  func settingErrors() {
    let (_, diagnostics) = Fixture.parse(
      """
      card: thing
      root:
        text: title
        style: "{type.a}"
        color: "{color.a}"
        code: "{size.a}"
        quote: {indent: 4, width: 1}
      """)
    #expect(Fixture.places(diagnostics) == ["6:9 token.wrong-type", "7:10 template.missing-key"])
  }

  @Test("a match comes after every link that it is over, whichever begins first")
  func matchOverLink() throws {
    let spans: [RichText.Span] = [
      .init(range: 0..<4, role: .match), .init(range: 2..<6, role: .link), .init(range: 8..<9, role: .match),
      .init(range: 10..<11, role: .link),
    ]
    let text = try leaf(dressed, .record(["title": .text(RichText("abcdefghijkl", spans: spans))]))
    #expect(text.text.attributes.map(\.range) == [2..<6, 0..<4, 8..<9, 10..<11])
  }
}

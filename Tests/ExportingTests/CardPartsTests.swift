import Cards
import Drawing
import Layout
import Site
import Testing

@testable import Exporting

@Suite("What a reader finds in a card")
struct CardPartsTests {
  private let style = TextStyle(family: "Inter", size: 15, lineHeight: 22)
  private let words = Strings.english.accessibility

  private func text(
    _ string: String, _ name: String?, y: Double = 0, lines: [Range<Int>]? = nil, links: [Range<Int>] = [],
    pieces: [ShapedText.AttributeFrame] = []
  ) -> LaidOutBox {
    let ranges = lines ?? [0..<string.utf8.count]
    let shaped = ShapedText(
      size: Size(width: 100, height: 22 * Double(ranges.count)),
      lines: ranges.enumerated().map { index, range in
        ShapedText.Line(
          frame: Rect(x: 0, y: 22 * Double(index), width: 100, height: 22), baseline: 16, range: range, runs: [])
      }, attributeFrames: pieces)
    let attributes = links.map { StyledText.Attribute(range: $0, target: "https://example.org/") }
    return LaidOutBox(
      name: name, frame: Rect(x: 12, y: y, width: 100, height: 22 * Double(ranges.count)),
      content: .text(shaped, StyledText(string, style: style, attributes: attributes)))
  }

  private func image(_ name: String?, _ frame: Rect, description: String? = nil) -> LaidOutBox {
    let leaf = ImageLeaf(ImageReference(candidates: [], description: description), placeholder: .solid(.white))
    return LaidOutBox(name: name, frame: frame, content: .image(leaf))
  }

  private func box(_ name: String?, _ frame: Rect = .zero, _ children: [LaidOutBox]) -> LaidOutBox {
    LaidOutBox(name: name, frame: frame, children: children)
  }

  private func parts(
    _ children: [LaidOutBox], body: String? = nil, rows: [PostCard.Row] = [], counts: [String: String] = [:]
  ) -> CardParts {
    let card = PostCard(
      id: "a", kind: .text, header: PostCard.Header(name: RichText("A"), date: ""),
      body: body.map {
        PostCard.Body(text: RichText($0), collapsesAbove: 8, collapsedLines: 6, showMore: "more")
      }, rows: rows)
    return CardParts(LaidOutCard(root: box("card", .zero, children)), of: .post(card), counts: counts, words: words)
  }

  @Test("names, dates and texts in the order of the layout, avatars and icons left out")
  func order() {
    let avatar = image("avatar", Rect(x: 0, y: 0, width: 36, height: 36), description: "Profile photo")
    let found = parts([box(nil, .zero, [avatar, text("Ann", "name"), text("today", "date")]), text("Hi", "text")])
    #expect(found.placed.map(\.content) == [.name("Ann"), .date("today"), .text("Hi", links: [])])
  }

  // "ёж 👩 x": two bytes for each Cyrillic letter, four for the emoji, which is two UTF-16 units.
  @Test("offsets are UTF-16, lines and links where they were laid out")
  func offsets() throws {
    let piece = ShapedText.AttributeFrame(attribute: 0, line: 0, frame: Rect(x: 30, y: 0, width: 9, height: 22))
    let found = parts([text("ёж 👩 x", "text", y: 58, lines: [0..<5, 5..<11], links: [10..<11], pieces: [piece])])
    #expect(
      found.placed.map(\.content)
        == [.text("ёж 👩 x", links: [SiteCard.Link(range: 6..<7, target: "https://example.org/")])])
    guard case .text(let place) = try #require(found.placed.first).place else { return #expect(Bool(false)) }
    #expect(place.lines == [0..<3, 3..<7])
    #expect(place.links.map(\.link) == [0])
    #expect(place.links.first?.frame == Rect(x: 42, y: 58, width: 9, height: 22))
  }

  @Test("a row and a quote tell how many parts they hold")
  func nesting() {
    let row = PostCard.Row(type: "link", icon: "link", title: RichText("T"), target: "https://example.org/t")
    let found = parts(
      [
        box("row-0", .zero, [text("T", "title"), text("S", "subtitle")]),
        box("repost-0", .zero, [text("B", "name"), text("quoted", "text")]), text("after", "text"),
      ], rows: [row])
    #expect(
      found.placed.map(\.content) == [
        .row(parts: 2, target: "https://example.org/t"), .text("T", links: []), .text("S", links: []),
        .quote(parts: 2), .name("B"), .text("quoted", links: []), .text("after", links: []),
      ])
  }

  @Test("a row with links of its own is no link as a whole")
  func rowWithLinks() {
    let row = PostCard.Row(type: "friend", icon: "friend", title: RichText("T"), target: "https://example.org/t")
    let found = parts([box("row-0", .zero, [text("T", "title", links: [0..<1])])], rows: [row])
    #expect(found.placed.first?.content == .row(parts: 1, target: nil))
  }

  @Test("a carousel's pages are one part, with its page control")
  func carousel() throws {
    let pages = (0..<3).map { index in
      let frame = Rect(x: 12 + 339 * Double(index), y: 100, width: 335, height: 200)
      return box("page-\(index)", frame, [image(nil, frame, description: index == 1 ? "a cat" : nil)])
    }
    let dots = (0..<3).map { index in
      box("dot-\(index)", Rect(x: 150 + 16 * Double(index), y: 315, width: 7, height: 7), [])
    }
    let found = parts([
      box("carousel", Rect(x: 12, y: 100, width: 335, height: 200), pages),
      box("dots", Rect(x: 0, y: 300, width: 359, height: 38), dots),
    ])
    #expect(
      found.placed.map(\.content)
        == [.pages(first: 1, descriptions: ["Photo 1 of 3", "Photo 2 of 3: a cat", "Photo 3 of 3"])])
    guard case .pages(let place) = try #require(found.placed.first).place else { return #expect(Bool(false)) }
    #expect(place.page == Rect(x: 12, y: 100, width: 335, height: 200))
    #expect(place.pitch == 339 && place.clip == 0)
    #expect(place.control?.second.minX == 166)
    #expect(found.pages.count == 3)
  }

  @Test("counters are said in words, and their labels are not said again")
  func counters() {
    let likes = box("likes", Rect(x: 16, y: 0, width: 84, height: 24), [text("1.2K", "label")])
    let comments = box("comments", .zero, [text("", "label")])
    let found = parts([box("counters", .zero, [likes, comments])], counts: ["likes": "1,234 likes"])
    #expect(found.placed.map(\.content) == [.count("1,234 likes")])
  }

  @Test("the text ends under its last line, or under \"show more\"")
  func textEnd() {
    let body = text("long", "text", y: 58)
    #expect(parts([body], body: "long").textEnd == 80)
    let more = text("more", "show-more", y: 80)
    let collapsed = parts([body, more], body: "long")
    #expect(collapsed.textEnd == 102)
    #expect(collapsed.showMore == more.frame)
    #expect(collapsed.placed.count == 1)
  }

  @Test("a photo without a description is still said to be one, a preview is not")
  func photos() {
    let found = parts([
      box("photo", .zero, [image(nil, .zero)]), image("preview", .zero), image("preview", .zero, description: "a map"),
    ])
    #expect(found.placed.map(\.content) == [.photo("Photo"), .photo("a map")])
  }
}

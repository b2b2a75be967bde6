import CardTemplates
import Drawing
import FeedReading
import Layout
import Testing

@testable import Cards

@Suite("The news feed's templates")
struct NewsfeedTemplateTests {
  private func spec(_ card: PostCard, _ state: CardState = .expanded, template: String = "post") throws -> LayoutSpec {
    try Newsfeed.template(template).spec(for: card.value(in: state))
  }

  @Test("every template parses in both themes without a word", arguments: Newsfeed.cards, [false, true])
  func parses(_ card: String, _ dark: Bool) throws {
    #expect(try Newsfeed.parse(card, dark: dark).1.isEmpty)
  }

  @Test("a text post has its boxes and no others")
  func textPost() throws {
    let card = PostCard(
      id: "1", kind: .text, header: Newsfeed.header, content: .init(body: Newsfeed.body("Hello")),
      counters: Newsfeed.counters)
    #expect(
      try spec(card).namePaths == [
        "card", "card/avatar", "card/name", "card/date", "card/text", "card/counters", "card/counters/likes",
        "card/counters/likes/icon", "card/counters/likes/label", "card/counters/comments",
        "card/counters/comments/icon", "card/counters/comments/label", "card/counters/reposts",
        "card/counters/reposts/icon", "card/counters/reposts/label", "card/counters/views",
        "card/counters/views/icon", "card/counters/views/label",
      ])
  }

  @Test("collapsed, the text has six lines and \"show more\"; expanded, no limit")
  func states() throws {
    let card = PostCard(
      id: "1", kind: .text, header: Newsfeed.header, content: .init(body: Newsfeed.body("Hello")))
    let collapsed = try spec(card, .collapsed)
    #expect(collapsed.box("card/text")?.textLeaf?.maxLines == 6)
    #expect(collapsed.box("card/show-more")?.textLeaf?.text.string == "more")
    let expanded = try spec(card)
    #expect(expanded.box("card/text")?.textLeaf?.maxLines == nil)
    #expect(expanded.box("card/show-more") == nil)
  }

  @Test("the body's type is the design's: 15 regular, 22 high, −0.17 apart")
  func bodyStyle() throws {
    let card = PostCard(
      id: "1", kind: .text, header: Newsfeed.header, content: .init(body: Newsfeed.body("Hello")))
    let style = try spec(card).box("card/text")?.textLeaf?.text.style
    #expect(style?.size == 15)
    #expect(style?.weight == 400)
    #expect(style?.lineHeight == 22)
    #expect(style?.letterSpacing == -0.17)
    #expect(style?.family == "Inter")
  }

  @Test("a counter that the feed does not give is an icon alone; views without a value are not shown")
  func absentCounters() throws {
    let card = PostCard(
      id: "1", kind: .text, header: Newsfeed.header, counters: Newsfeed.counters(likes: "1"))
    let names = try spec(card).namePaths
    #expect(names.contains("card/counters/likes/label"))
    #expect(names.contains("card/counters/comments/icon"))
    #expect(!names.contains("card/counters/comments/label"))
    #expect(!names.contains("card/counters/views"))
  }

  @Test("a carousel has numbered pages and dots, one of them current")
  func carousel() throws {
    let carousel = PostCard.Carousel(pages: [Newsfeed.picture, Newsfeed.picture], ratio: 0.75, current: 1)
    var card = PostCard(id: "1", kind: .carousel, header: Newsfeed.header, content: .init(carousel: carousel))
    // A line separates the pages from further content; without that, there is no line.
    #expect(try spec(card).box("card/hairline") == nil)
    card.counters = Newsfeed.counters
    let spec = try spec(card)
    let names = spec.namePaths.filter { !$0.contains("counters") }
    #expect(
      names == [
        "card", "card/avatar", "card/name", "card/date", "card/carousel", "card/carousel/page-0",
        "card/carousel/page-1", "card/dots", "card/dots/dot-0", "card/dots/dot-1", "card/hairline",
      ])
    #expect(spec.box("card/carousel/page-0")?.style.width == .fraction(1))
    let fills = ["card/dots/dot-0", "card/dots/dot-1"].map { spec.box($0)?.children.first?.decoration.fill }
    #expect(
      fills == [
        .solid(try Newsfeed.tokens().color("color.page.other")),
        .solid(try Newsfeed.tokens().color("color.page.current")),
      ])
  }

  @Test("rows show a tile or a preview, reposts their own header, text, media and rows")
  func rowsAndReposts() throws {
    var withPreview = Newsfeed.row
    withPreview.preview = Newsfeed.picture
    withPreview.subtitle = nil
    let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: 0.75)
    let repost = PostCard.Repost(
      header: Newsfeed.header, content: .init(body: Newsfeed.body("Old"), photo: photo, rows: [Newsfeed.row]))
    let card = PostCard(
      id: "1", kind: .text, header: Newsfeed.header, content: .init(rows: [Newsfeed.row, withPreview]),
      reposts: [repost, PostCard.Repost(header: Newsfeed.header)])
    #expect(
      try spec(card).namePaths.dropFirst(4) == [
        "card/rows", "card/rows/row-0", "card/rows/row-0/tile", "card/rows/row-0/tile/icon", "card/rows/row-0/title",
        "card/rows/row-0/subtitle", "card/rows/row-1", "card/rows/row-1/preview", "card/rows/row-1/title",
        "card/repost-0", "card/repost-0/bar", "card/repost-0/avatar", "card/repost-0/name", "card/repost-0/date",
        "card/repost-0/text", "card/repost-0/photo", "card/repost-0/rows", "card/repost-0/rows/row-0",
        "card/repost-0/rows/row-0/tile", "card/repost-0/rows/row-0/tile/icon", "card/repost-0/rows/row-0/title",
        "card/repost-0/rows/row-0/subtitle", "card/repost-1", "card/repost-1/bar", "card/repost-1/avatar",
        "card/repost-1/name", "card/repost-1/date",
      ])
  }

  @Test("a pinned post has a pin")
  func pin() throws {
    var card = PostCard(id: "1", kind: .text, header: Newsfeed.header)
    #expect(try spec(card).box("card/pin") == nil)
    card.header.isPinned = true
    #expect(try spec(card).box("card/pin") != nil)
  }

  @Test("the card has the design's look")
  func look() throws {
    let decoration = try spec(PostCard(id: "1", kind: .text, header: Newsfeed.header)).decoration
    #expect(decoration.outline == .rounded(10))
    #expect(decoration.fill == .solid(.white))
    #expect(decoration.shadows.map(\.blur) == [24])
    #expect(decoration.clipsContent)
  }

  @Test("every icon that a view model can ask for is there")
  func icons() throws {
    let set = try Newsfeed.icons()
    #expect(set.fallback?.name == "unknown")
    let asked = RowIcon.allCases.map(\.rawValue) + Post.Counter.Kind.allCases.map(\.icon)
    #expect(asked.filter { set[$0] == nil } == [])
  }

  @Test("every icon lies within its square")
  func iconBounds() throws {
    let set = try Newsfeed.icons()
    for name in set.names {
      let icon = try #require(set[name])
      for point in icon.layers.flatMap({ $0.path.elements.flatMap(Self.ends) }) {
        #expect((1...23).contains(point.x) && (1...23).contains(point.y), "\(name): \(point)")
      }
    }
  }

  private static func ends(_ element: Path.Element) -> [Point] {
    switch element {
    case .move(let point), .line(let point), .curve(_, _, to: let point): [point]
    case .close: []
    }
  }

  @Test("no template holds a color, and no number but counts and shares")
  func noNumbers() throws {
    let parts = ["attachments", "media", "quote-header", "quotes", "repost"].map { "parts/\($0)" }
    for file in (Newsfeed.cards + parts).map({ "\($0).yml" }) {
      for line in try Newsfeed.text("Templates/Cards/\(file)").split(separator: "\n") {
        let code = line.prefix { $0 != "#" }
        let allowed = ["maxLines: 1", "grow: 1", "shrink: 1", "\"100%\""]
        let rest = allowed.reduce(String(code)) { $0.split(separator: $1).joined() }
        #expect(!rest.contains { $0.isNumber }, "\(file): \(line)")
      }
    }
  }
}

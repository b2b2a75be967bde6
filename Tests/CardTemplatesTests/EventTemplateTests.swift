import CardTemplates
import DesignTokens
import Drawing
import Layout
import Testing

@testable import Cards

/// The frames of the design, from the card's top left corner. Characters are 7 points wide (`SevenWide`).
@Suite("The event card")
struct EventTemplateTests {
  private static func template(dark: Bool = false) throws -> CardTemplate {
    let names = ["events.tokens.json"] + (dark ? ["events.dark.tokens.json"] : [])
    let files = try names.map { TokenFile(name: $0, contents: try Newsfeed.text("Mockups/events/\($0)")) }
    let (tokens, problems) = TokenSet.load(layers: [files[0]], overlays: Array(files.dropFirst()))
    let context = TemplateContext(tokens: try #require(tokens, "\(problems)"), icons: try Newsfeed.icons())
    let (template, diagnostics) = CardTemplate.parse(
      TemplateFile(name: "event.yml", contents: try Newsfeed.text("Templates/Cards/event.yml")), in: context,
      for: EventCard.modelName)
    #expect(problems.isEmpty && diagnostics.isEmpty, "\(problems + diagnostics)")
    return try #require(template)
  }

  private func layout(_ card: EventCard, width: Double = 359) throws -> LaidOutCard {
    let spec = try Self.template().spec(for: card.value(in: .expanded))
    return LayoutEngine(measuring: SevenWide(), scale: 2).layOut(spec, in: .width(width))
  }

  private func frames(_ card: EventCard, width: Double = 359) throws -> [String: Rect] {
    let boxes = try layout(card, width: width).namedBoxes
    return Dictionary(boxes.map { ($0.path, $0.frame) }, uniquingKeysWith: { first, _ in first })
  }

  private func card(
    title: String = "Title", days: String? = "24 ноя", cover: Bool = true, description: String? = nil,
    badges: Bool = true
  ) -> EventCard {
    EventCard(
      id: "1", title: RichText(title), dates: days.map { EventCard.Dates(days: $0) },
      cover: cover ? Newsfeed.picture : nil, description: description.map { RichText($0) },
      recommended: badges ? "Recommended" : nil, giftCertificate: badges ? "Gift" : nil)
  }

  @Test("it is sound in both themes", arguments: [false, true])
  func sound(dark: Bool) throws {
    #expect(try Self.template(dark: dark).model == "event")
  }

  @Test("the cover is as wide as the card and 168 high, whatever the width", arguments: [304.0, 359, 398])
  func cover(width: Double) throws {
    #expect(try frames(card(), width: width)["card/cover"] == Rect(x: 0, y: 0, width: width, height: 168))
  }

  @Test("the gift certificate is in the cover's top right corner, the recommendation at its foot")
  func badges() throws {
    let frames = try frames(card())
    // 10 from the edges, 24 high; 7 points per letter, an icon of 14, a gap of 5, 9 at both ends.
    #expect(frames["card/cover/gift-certificate"] == Rect(x: 359 - 10 - 65, y: 10, width: 65, height: 24))
    #expect(frames["card/cover/recommended"] == Rect(x: 10, y: 168 - 10 - 24, width: 114, height: 24))
    #expect(try self.frames(card(badges: false)).keys.contains { $0.hasPrefix("card/cover/") } == false)
  }

  @Test("title and dates stand side by side, 10 from the edges and 5 from the text below")
  func row() throws {
    let frames = try frames(card(title: "Title", days: "24 ноя", description: "Text"))
    #expect(frames["card/row"] == Rect(x: 10, y: 178, width: 339, height: 30))
    #expect(frames["card/row/title"] == Rect(x: 10, y: 178, width: 35, height: 30))
    #expect(frames["card/row/dates"] == Rect(x: 359 - 10 - 96, y: 178, width: 96, height: 20))
    #expect(frames["card/description"] == Rect(x: 10, y: 213, width: 339, height: 20))
    #expect(frames["card"]?.height == 243)
  }

  @Test("a long title leaves the dates their width, is at most 80 high and is cut")
  func longTitle() throws {
    let layout = try layout(card(title: String(repeating: "word ", count: 60)))
    let title = try #require(layout.namedBoxes.first { $0.path == "card/row/title" })
    #expect(title.frame.width <= 339 - 96 - 5)
    #expect(title.frame.height == 80)
    #expect(title.isTruncated == true)
    #expect(layout.namedBoxes.first { $0.path == "card/row/dates" }?.frame.minX == 253)
  }

  @Test("without dates the title has the row to itself")
  func noDates() throws {
    let frames = try frames(card(title: String(repeating: "x", count: 48), days: nil))
    #expect(frames["card/row/title"]?.width == 336)
    #expect(frames["card/row/title"]?.height == 30)
    #expect(frames["card/row/dates"] == nil)
  }

  @Test("dates of many lines are at most 70 high")
  func manyDates() throws {
    let frames = try frames(card(days: String(repeating: "1234567890123 ", count: 9)))
    #expect(frames["card/row/dates"]?.height == 70)
  }

  @Test("a long description is cut so that the card keeps its height", arguments: [304.0, 359, 398], [5, 40, 200])
  func longDescription(width: Double, titleLength: Int) throws {
    let title = String(repeating: "x ", count: titleLength)
    let layout = try layout(card(title: title, description: String(repeating: "text ", count: 400)), width: width)
    #expect(layout.size == Size(width: width, height: 333))
    #expect(layout.problems.isEmpty)
    let text = try #require(layout.namedBoxes.first { $0.path == "card/description" })
    #expect(text.frame.maxY == 323)
    #expect(text.isTruncated == true)
    // Only as many lines of 20 points as fit.
    #expect(Double(text.lineCount ?? 0) * 20 <= text.frame.height)
  }

  @Test("without a cover its place is kept, with an icon in the middle")
  func noCover() throws {
    let frames = try frames(card(cover: false))
    #expect(frames["card/cover"]?.height == 168)
    #expect(frames["card/cover/no-cover"] == Rect(x: 155.5, y: 60, width: 48, height: 48))
    #expect(try self.frames(card())["card/cover/no-cover"] == nil)
  }

  @Test("a title alone makes a card")
  func titleAlone() throws {
    let card = EventCard(id: "1", title: RichText("Title"))
    #expect(try layout(card).size.height == 168 + 10 + 30 + 10)
  }

  @Test("the template holds no number of the design")
  func noNumbers() throws {
    for line in try Newsfeed.text("Templates/Cards/event.yml").split(separator: "\n") {
      let rest = ["maxLines: 1", "shrink: 1"].reduce(String(line.prefix { $0 != "#" })) {
        $0.split(separator: $1).joined()
      }
      #expect(!rest.contains { $0.isNumber }, "\(line)")
    }
  }
}

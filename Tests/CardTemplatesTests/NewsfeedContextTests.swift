import CardTemplates
import Drawing
import Layout
import Testing

@testable import Cards

@Suite("The news feed's template, beyond text and media")
struct NewsfeedContextTests {
  private func card(_ change: (inout PostCard) -> Void) -> PostCard {
    var card = PostCard(
      id: "1", kind: .text, header: Newsfeed.header, content: .init(body: Newsfeed.body("Hello")))
    change(&card)
    return card
  }

  private func paths(_ card: PostCard, _ state: CardState = .expanded) throws -> Set<String> {
    Set(try Newsfeed.template("post").spec(for: card.value(in: state)).namePaths)
  }

  private func roles(_ card: PostCard, _ state: CardState) throws -> [BoxRole.Item] {
    try Newsfeed.template("post").spec(for: card.value(in: state)).roles.compactMap(\.item)
  }

  private let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: 0.5)

  @Test("a warning is in the text's place until the card is opened, and above it then")
  func warning() throws {
    let card = card {
      $0.warning = .init(text: RichText("Spoiler"), show: "Show")
      $0.photo = photo
      $0.quotes = [.init(absence: "gone")]
    }
    let closed = try paths(card, .collapsed)
    #expect(closed.isSuperset(of: ["card/warning-0", "card/warning-0/text", "card/warning-0/show"]))
    #expect(closed.isDisjoint(with: ["card/text", "card/photo", "card/quote-0"]))
    #expect(try roles(card, .collapsed) == [.reveal(label: "Show")])
    let open = try paths(card)
    #expect(open.isSuperset(of: ["card/warning-0/text", "card/text", "card/photo", "card/quote-0"]))
    #expect(!open.contains("card/warning-0/show"))
  }

  @Test("over a hidden photo lies what shows it, and nothing once it is shown", arguments: [nil, 90.0])
  func veil(maxWidth: Double?) throws {
    let card = card {
      $0.photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: 0.5, maxWidth: maxWidth)
      $0.veil = "Show"
    }
    #expect(try roles(card, .collapsed) == [.reveal(label: "Show")])
    #expect(try roles(card, .expanded) == [])
    #expect(try paths(card, .collapsed).contains("card/veiled"))
    #expect(try !paths(card).contains("card/veiled"))
  }

  @Test("where a hidden image is missing, nothing but what shows it is drawn over its place")
  func missing() throws {
    let photo = card {
      $0.header.initials = "A"
      $0.photo = self.photo
      $0.veil = "Show"
    }
    let pages = card {
      $0.header.initials = "A"
      $0.carousel = .init(pages: [Newsfeed.picture, Newsfeed.picture], ratio: 0.5)
      $0.veil = "Show"
    }
    for card in [photo, pages] {
      let spec = try Newsfeed.template("post").spec(for: card.value(in: .collapsed))
      let root = LayoutEngine(measuring: SevenWide(), scale: 2).layOut(spec, in: .width(304)).root
      #expect(Self.icons(in: root) == 1)
    }
  }

  private static func icons(in box: LaidOutBox) -> Int {
    let own = if case .icon = box.content { 1 } else { 0 }
    return own + box.children.reduce(0) { $0 + icons(in: $1) }
  }

  @Test("of hidden pages the one that is seen has what shows them; a hidden poster has no play mark")
  func pagesAndPosters() throws {
    let pages = card {
      $0.carousel = .init(pages: [Newsfeed.picture, Newsfeed.picture], ratio: 0.5)
      $0.veil = "Show"
    }
    #expect(try roles(pages, .collapsed).filter { $0 == .reveal(label: "Show") }.count == 1)
    let video = card {
      $0.videos = [.init(poster: Newsfeed.picture, ratio: 0.5, badge: "0:12")]
      $0.veil = "Show"
    }
    #expect(try paths(video, .collapsed).allSatisfy { !$0.hasSuffix("/play") })
    #expect(try paths(video).contains { $0.hasSuffix("/play") })
  }

  @Test("who passed a post on is above its header, whom it answers below")
  func lines() throws {
    let paths = try paths(
      card {
        $0.boost = .init(icon: "boost", text: RichText("Ann boosted"))
        $0.reply = .init(icon: "reply", text: RichText("Replying to Bob"))
        $0.header.handle = "@ann@example.org"
      })
    #expect(
      paths.isSuperset(of: [
        "card/boost/icon", "card/boost/text", "card/reply/text", "card/names/name", "card/names/handle",
      ])
    )
    #expect(!paths.contains("card/name"))
  }

  /// Returns the frames of boxes by path, for a width.
  private func frames(_ card: PostCard, _ state: CardState = .expanded, width: Double = 304) throws -> [String: Rect] {
    let spec = try Newsfeed.template("post").spec(for: card.value(in: state))
    let card = LayoutEngine(measuring: SevenWide(), scale: 2).layOut(spec, in: .width(width))
    return Dictionary(card.namedBoxes.map { ($0.path, $0.frame) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("a warning keeps its place when opened")
  func warningStays() throws {
    let card = card { $0.warning = .init(text: RichText("Spoiler"), show: "Show") }
    let (closed, open) = (try frames(card, .collapsed), try frames(card))
    #expect(closed["card/warning-0"] != nil && closed["card/warning-0"]?.minY == open["card/warning-0"]?.minY)
  }

  @Test("a name without a date is next to the middle of the face")
  func loneName() throws {
    let frames = try frames(card { $0.header.date = "" })
    let (name, face) = (try #require(frames["card/name"]), try #require(frames["card/avatar"]))
    #expect(abs(name.minY + name.maxY - face.minY - face.maxY) <= 2 && frames["card/date"] == nil)
  }

  @Test("a photo that nothing follows ends with the card, and counters keep their distance from it")
  func photoAtTheEnd() throws {
    let alone = try frames(card { $0.photo = photo })
    #expect(alone["card/photo"]?.maxY == alone["card"]?.maxY)
    let counted = try frames(
      card {
        $0.photo = photo
        $0.counters = Newsfeed.counters
      })
    let (picture, counters) = (try #require(counted["card/photo"]), try #require(counted["card/counters"]))
    #expect(counters.minY - picture.maxY >= 8)
  }

  @Test(
    "a quote's date is next to a name that leaves it room, else below",
    arguments: [("Ann", true), ("Ann-Christine Longname", false)])
  func quoteDate(name: String, isBeside: Bool) throws {
    let header = PostCard.Header(name: RichText(name), date: "yesterday at 10:48 PM")
    let frames = try frames(card { $0.quotes = [.init(header: header, text: RichText("Words"))] })
    let (name, date) = (try #require(frames["card/quote-0/name"]), try #require(frames["card/quote-0/date"]))
    #expect((date.minY < name.maxY) == isBeside)
    #expect(!isBeside || date.minX >= name.maxX)
  }

  @Test("five counters share the row, each apart from the next", arguments: [304.0, 398.0])
  func fullRow(width: Double) throws {
    let kinds = [("replies", "30"), ("reposts", "210"), ("likes", "1.2K"), ("quotes", "26"), ("views", "88K")]
    let counters = kinds.map {
      PostCard.Counter(kind: $0, icon: "like", label: $1, group: $0 == "views" ? .trailing : .leading)
    }
    let frames = try frames(card { $0.counters = counters }, width: width)
    let row = try kinds.map { try #require(frames["card/counters/\($0.0)"]) }
    let gaps = zip(row, row.dropFirst()).map { $1.minX - $0.maxX }
    #expect(gaps.allSatisfy { $0 >= 6 } && (gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1, "\(gaps)")
  }

  @Test("the dots of many pages stay within the card", arguments: [2, 16, 17, 40, 90])
  func dots(pages: Int) throws {
    let card = card { $0.carousel = .init(pages: Array(repeating: Newsfeed.picture, count: pages), ratio: 0.5) }
    let frames = try frames(card)
    let dots = frames.filter { $0.key.contains("dots/dot-") }.map(\.value)
    #expect(dots.count == min(pages, 36) && dots.allSatisfy { $0.minX >= 0 && $0.maxX <= 304 })
  }

  @Test("a link is large with its image over the words, or small with it next to them")
  func links() throws {
    let large = PostCard.Link(title: RichText("T"), host: "example.org", image: Newsfeed.picture, ratio: 0.5)
    var small = large
    small.ratio = nil
    let paths = try paths(card { $0.links = [large, small] })
    #expect(paths.isSuperset(of: ["card/link-0/picture", "card/link-0/host", "card/link-1/thumbnail"]))
    #expect(!paths.contains("card/link-1/picture"))
  }

  @Test("a quote shows who and what, or why it can't be shown")
  func quotes() throws {
    let whole = PostCard.Quote(header: Newsfeed.header, text: RichText("Words"), photo: Newsfeed.picture)
    let shown = try paths(card { $0.quotes = [whole] })
    #expect(
      shown.isSuperset(of: ["card/quote-0/avatar", "card/quote-0/name", "card/quote-0/text", "card/quote-0/photo"]))
    let gone = try paths(card { $0.quotes = [.init(absence: "gone")] })
    #expect(gone.contains("card/quote-0/absence") && !gone.contains("card/quote-0/name"))
  }

  @Test("words that images replace are images in the line")
  func emoji() throws {
    let card = card {
      $0.body?.text = RichText("a :cat:", spans: [.init(range: 2..<7, role: .emoji, picture: "cat.png")])
    }
    let leaf = try Newsfeed.template("post").spec(for: card.value(in: .expanded)).box("card/text")?.textLeaf
    let attribute = try #require(leaf?.text.attributes.first)
    #expect(attribute.range == 2..<7 && attribute.target == nil)
    #expect(attribute.picture?.candidates.map(\.url) == ["cat.png"])
    #expect(attribute.picture?.treatment == .contained)
  }
}

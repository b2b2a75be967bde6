import Cards
import Drawing
import Layout
import Testing

@testable import CardTemplates

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

  @Test("a warning stands in the text's place until the card is opened, and above it then")
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

  @Test("who passed a post on stands above its header, whom it answers below")
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

  @Test("a link is large with its picture over the words, or small with it beside them")
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

  @Test("words that pictures stand in for are pictures in the line")
  func emoji() throws {
    let card = card {
      $0.body?.text = RichText("a :cat:", spans: [.init(range: 2..<7, role: .emoji, target: "cat.png")])
    }
    let leaf = try Newsfeed.template("post").spec(for: card.value(in: .expanded)).box("card/text")?.textLeaf
    let attribute = try #require(leaf?.text.attributes.first)
    #expect(attribute.range == 2..<7 && attribute.target == nil)
    #expect(attribute.picture?.candidates.map(\.url) == ["cat.png"])
    #expect(attribute.picture?.treatment == .contained)
  }
}

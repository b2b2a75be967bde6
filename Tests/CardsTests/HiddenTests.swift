import Drawing
import FeedIngest
import Testing

@testable import Cards

/// What is hidden until it is asked for.
@Suite struct HiddenTests {
  private func fields(_ card: PostCard, _ state: CardState) -> Set<String> {
    guard case .record(let fields) = card.value(in: state) else { return [] }
    return Set(fields.names)
  }

  private func image(_ card: PostCard, _ state: CardState, _ path: String...) -> ImageReference? {
    if case .image(let image)? = card.value(in: state).value(at: path) { image } else { nil }
  }

  @Test("behind a warning nothing is shown of what a post says and carries until it is opened")
  func warning() throws {
    var post = post(
      "The butler", attachments: [.photo(photo(900, 600)), item("audio", .audio(artist: nil, duration: 1))])
    post.contentWarning = " Who\ndid it "
    post.counters = [.init(.likes, 1)]
    post.quote = .unavailable(.deleted, url: nil)
    let card = builder(.en).card(for: post)
    #expect(card.warning == .init(text: RichText("Who did it"), show: "Show"))
    #expect(card.isVeiled)
    #expect(fields(card, .collapsed) == ["warnings", "author", "counters", "summary", "thumbnail"])
    #expect(
      fields(card, .expanded) == [
        "warnings", "author", "counters", "summary", "thumbnail", "body", "photo", "rows", "quotes",
      ])
    #expect(card.body?.text.string == "The butler")
    #expect(card.summary?.string == "Who did it")
    #expect(card.thumbnail?.treatment == .blurred)
    guard case .list(let closed)? = card.value(in: .collapsed).value(at: ["warnings"]),
      case .list(let open)? = card.value(in: .expanded).value(at: ["warnings"])
    else {
      Issue.record("no warning")
      return
    }
    #expect(closed.map { $0.value(at: ["show"]) } == [.text(RichText("Show"))])
    #expect(open.map { $0.value(at: ["show"]) } == [nil])
  }

  @Test("a warning of blanks hides nothing")
  func blankWarning() {
    var post = post("a")
    post.contentWarning = " \n"
    #expect(!builder().card(for: post).isVeiled)
  }

  @Test("a sensitive photo is blurred and says nothing of itself until the card is opened")
  func photos() {
    var post = post("a", attachments: [.photo(photo(900, 600))])
    post.flags = .sensitive
    let card = builder(.en).card(for: post)
    #expect(card.veil == "Show" && card.isVeiled)
    #expect(image(card, .collapsed, "photo", "image")?.treatment == .blurred)
    #expect(image(card, .collapsed, "photo", "image")?.description == nil)
    #expect(image(card, .expanded, "photo", "image")?.treatment == nil)
    #expect(card.value(in: .expanded).value(at: ["photo", "veils"]) == nil)
    #expect(fields(card, .collapsed).contains("body"))
  }

  @Test("pages and posters are hidden as photos are")
  func pagesAndPosters() throws {
    var pages = post("", attachments: [.photo(photo(900, 600)), .photo(photo(90, 60))])
    pages.flags = .sensitive
    let carousel = builder().card(for: pages).value(in: .collapsed).images
    #expect(carousel.allSatisfy { $0.treatment == .blurred } && carousel.count == 3)
    var video = AttachmentItem(type: "video", content: .video(duration: 3, isLive: false))
    video.preview = photo(900, 600)
    var post = post("", attachments: [.item(video)])
    post.flags = .sensitive
    #expect(builder().card(for: post).value(in: .collapsed).images.allSatisfy { $0.treatment == .blurred })
    #expect(builder().card(for: post).videos.count == 1)
  }

  @Test("a sensitive post without pictures hides nothing")
  func nothingToHide() {
    var post = post("a")
    post.flags = .sensitive
    #expect(!builder().card(for: post).isVeiled)
  }

  @Test("a quote has no room to be opened in: what is hidden in it stays hidden")
  func quotes() {
    var quoted = post("Who", attachments: [.photo(photo(900, 600))])
    quoted.flags = .sensitive
    var outer = post("BoxDecoration")
    outer.quote = .post(quoted)
    #expect(builder().card(for: outer).quotes.map { $0.photo?.treatment } == [.blurred])
    quoted.contentWarning = "Spoiler"
    outer.quote = .post(quoted)
    let quote = builder().card(for: outer).quotes.first
    #expect(quote?.text == RichText("Spoiler") && quote?.photo == nil)
    #expect(!builder().card(for: outer).isVeiled)
  }
}

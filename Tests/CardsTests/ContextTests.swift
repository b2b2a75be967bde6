import Drawing
import FeedReading
import Support
import Testing

@testable import Cards

/// The content around a post's own text.
@Suite struct ContextTests {
  private let inner = {
    var inner = post("Hello", attachments: [.photo(photo(900, 600))])
    inner.author = Author(id: "2", name: "Boris", handle: "boris@example.org", page: "https://example.org/@boris")
    inner.counters = [.init(.replies, 1), .init(.boosts, 2), .init(.favourites, 3)]
    inner.permalink = "https://example.org/2"
    return inner
  }()

  @Test("a post that only passes another on is the other's card, with a line that says who did")
  func boost() throws {
    var outer = post(reposts: [inner])
    outer.author.page = "https://example.org/@anna"
    let card = builder(.en).card(for: outer)
    #expect(card.id == "1_1")
    #expect(card.header.name.string == "Boris" && card.body?.text.string == "Hello" && card.photo != nil)
    #expect(card.reposts.isEmpty)
    #expect(card.counters.map(\.icon) == ["reply", "boost", "favourite"])
    let line = try #require(card.boost)
    #expect(line.icon == "boost" && line.text.string == "Анна Снегирёва boosted")
    #expect(line.by?.string == "Анна Снегирёва" && line.origin?.string.hasPrefix("Forwarded from ") == true)
    #expect(line.text.marks == ["mention:Анна Снегирёва"])
    #expect(line.text.targets == ["https://example.org/@anna"])
    #expect(CardBuilder.boosted(by: outer)?.permalink == "https://example.org/2")
  }

  @Test("a service without boosts reposts")
  func repostLine() {
    var inner = inner
    inner.counters = [.init(.reposts, 2), .init(.likes, 3)]
    #expect(builder(.en).card(for: post(reposts: [inner])).boost?.text.string == "Анна Снегирёва reposted")
    #expect(builder(.en).card(for: post(reposts: [inner])).boost?.icon == "repost")
  }

  @Test("next to replies, anything that is reposted has no arrow that would point the other way")
  func repostIcon() {
    var post = post("a")
    post.counters = [.init(.replies, 1), .init(.reposts, 2)]
    #expect(builder().card(for: post).counters.map(\.icon) == ["reply", "boost"])
    post.counters = [.init(.comments, 1), .init(.reposts, 2)]
    #expect(builder().card(for: post).counters.map(\.icon) == ["comment", "repost"])
    var inner = inner
    inner.counters = [.init(.replies, 1), .init(.reposts, 2)]
    let line = builder(.en).card(for: ContextTests.passing(inner)).boost
    #expect(line?.icon == "boost" && line?.text.string == "Анна Снегирёва reposted")
  }

  private static func passing(_ inner: Post) -> Post { post(reposts: [inner]) }

  @Test("what someone forwards says so")
  func forwardLine() {
    var outer = post(reposts: [inner])
    outer.flags = .forward
    let line = builder(.en).card(for: outer).boost
    #expect(line?.icon == "repost" && line?.text.string == "Анна Снегирёва forwarded")
  }

  @Test("an entry whose text is its author's name says it once")
  func nameAlone() {
    var created = post("Анна Снегирёва")
    created.kind = .system(.channelCreated, type: "create channel")
    #expect(builder().card(for: created).body == nil)
    created.text = "Another name"
    #expect(builder().card(for: created).body?.text.string == "Another name")
  }

  @Test("a post that is counted, says something or reposts several shows what it reposts inside")
  func nested() {
    var counted = post(reposts: [inner])
    counted.counters = [.init(.likes, 0)]
    for outer in [counted, post("BoxDecoration", reposts: [inner]), post(reposts: [inner, inner])] {
      let card = builder().card(for: outer)
      #expect(card.boost == nil && !card.reposts.isEmpty)
    }
  }

  @Test("an answer says whom it answers, a thread that it goes on")
  func reply() {
    func line(_ target: ReplyTarget) -> PostCard.Line? {
      var post = post("a")
      post.reply = target
      return builder(.en).card(for: post).reply
    }
    #expect(line(ReplyTarget(id: "1", name: "@boris"))?.text.string == "Replying to @boris")
    #expect(line(ReplyTarget(id: "1", name: "Анна Снегирёва"))?.text.string == "Continuing a thread")
    #expect(line(ReplyTarget(id: "1"))?.text.string == "Replying to a post")
    #expect(line(ReplyTarget(url: "https://example.org/1"))?.text.targets == ["https://example.org/1"])
    #expect(line(ReplyTarget(id: "1"))?.text.targets == [])
    #expect(builder().card(for: post("a")).reply == nil)
  }

  @Test("a handle is shown where people are known by it and the name does not say it already")
  func handle() {
    #expect(builder().card(for: inner).header.handle == "@boris@example.org")
    var other = inner
    other.author.isKnownByHandle = false
    #expect(builder().card(for: other).header.handle == nil)
    other.author = Author(id: "2", name: "", handle: "boris")
    #expect(builder().card(for: other).header.handle == nil)
    other.author = Author(id: "2", name: "@boris@example.org", handle: "boris@example.org")
    #expect(builder().card(for: other).header.handle == nil)
  }

  @Test("the date marks edited posts, and names the service in a feed of several")
  func notes() {
    var post = post("a")
    post.flags = .edited
    post.service = .jsonFeed
    #expect(builder(.en).card(for: post).header.date == "today at 11:00 AM · edited")
    let several = CardBuilder(
      rules: newsfeedRules, strings: Language.en.strings, clock: CardClock(now: noon, timeZone: .gmt),
      namesServices: true)
    #expect(several.card(for: post).header.date == "today at 11:00 AM · edited · from JSON Feed")
    var outer = Post(id: "3", author: inner.author, reposts: [inner])
    outer.service = .jsonFeed
    #expect(several.card(for: outer).header.date.hasSuffix("from JSON Feed"))
  }

  @Test("words of a name and of a text are images if there are any, and stay words if there are none")
  func emoji() {
    var post = post("Cats :cat: and :dog:")
    post.facets = [
      Facet(range: 5..<10, emoji: "cat.png"), Facet(range: 15..<20, emoji: "dog.png"),
    ]
    post.author = Author(
      id: "1", name: "Ann :verified:", nameEmoji: [Facet(range: 4..<14, emoji: "cat.png")])
    let seeing = CardBuilder(
      rules: newsfeedRules, strings: Language.en.strings, clock: CardClock(now: noon, timeZone: .gmt)
    ) { $0 == "cat.png" }
    let card = seeing.card(for: post)
    #expect(card.body?.text.marks == ["emoji::cat:"])
    #expect(card.header.name.marks == ["emoji::verified:"])
    #expect(card.header.initials == "A")
    #expect(Set(card.value(in: .expanded).images.flatMap { $0.candidates.map(\.url) }) == ["cat.png"])
    #expect(builder().card(for: post).body?.text.spans == [])
  }
}

/// Content that is hidden until the reader asks for it.
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
        "warnings", "author", "counters", "summary", "thumbnail", "body", "photo", "rows", "unsignedRows", "quotes",
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
    // Pages, cells of a grid and of an album, and the thumbnail: in every place where a design shows them.
    #expect(carousel.allSatisfy { $0.treatment == .blurred } && carousel.count == 7)
    var video = AttachmentItem(type: "video", content: .video(duration: 3, isLive: false))
    video.preview = photo(900, 600)
    var post = post("", attachments: [.item(video)])
    post.flags = .sensitive
    #expect(builder().card(for: post).value(in: .collapsed).images.allSatisfy { $0.treatment == .blurred })
    #expect(builder().card(for: post).videos.count == 1)
  }

  @Test("a sensitive post without images hides nothing")
  func nothingToHide() {
    var post = post("a")
    post.flags = .sensitive
    #expect(!builder().card(for: post).isVeiled)
  }

  @Test("anything that is passed on without a date of its own has the date on which that was done")
  func dateOfForward() {
    var inner = post("Words")
    inner.date = nil
    var outer = post(reposts: [inner])
    outer.flags = .forward
    #expect(builder(.en).card(for: outer).header.date == "today at 11:00 AM")
  }

  @Test("an unknown author is reported as that, and not like the service", arguments: [Language.en, .ru])
  func unknownAuthor(language: Language) {
    var unknown = post("Words")
    unknown.author = Author(id: "0", name: "", state: .unknown)
    let name = builder(language).card(for: unknown).header.name.string
    #expect(name == ["en": "Unknown author", "ru": "Неизвестный автор"][language.code])
  }

  @Test("reactions that the feed distinguishes stand each by itself, and not in the counters")
  func reactions() {
    var liked = post("Words")
    liked.counters = [.init(.reactions, 3), .init(.views, 9)]
    liked.reactions = [.init("👍", 2), .init("🔥", 1)]
    let card = builder().card(for: liked)
    #expect(card.reactions?.map(\.symbol) == ["👍", "🔥"] && card.counters.map(\.kind) == ["views"])
    liked.reactions.append(.init(":custom:", 1))
    #expect(builder().card(for: liked).counters.map(\.kind) == ["reactions", "views"])
  }

  @Test("a title is over the text, and is in the one line of the whole")
  func title() {
    var article = post("The kiosk\n\nSee https://a.example/b")
    article.title = "The kiosk"
    let card = builder().card(for: article)
    #expect(card.body?.title?.string == "The kiosk" && card.body?.text.string == "See https://a.example/b")
    #expect(card.body?.text.marks == ["link:https://a.example/b"])
    #expect(card.summary?.string == "The kiosk See https://a.example/b")
    article.text = "The kiosk"
    #expect(builder().card(for: article).body?.text.string == "The kiosk")
  }

  @Test("a sticker and a voice message are shown as what they are, not as rows")
  func stickerAndVoice() {
    var sticker = AttachmentItem(type: "sticker", content: .sticker, title: "🍞")
    sticker.preview = photo(512, 512)
    let card = builder().card(
      for: post(attachments: [.item(sticker), item("voice", .voice(duration: 47))]))
    #expect(card.sticker?.ratio == 1 && card.sticker?.image.description == "🍞")
    #expect(card.voice?.duration == "0:47" && card.rows.isEmpty)
    sticker.preview = nil
    #expect(builder().card(for: post(attachments: [.item(sticker)])).rows.map(\.type) == ["sticker"])
  }

  @Test("a quote can't be expanded; its hidden parts stay hidden")
  func quotes() {
    var quoted = post("Who", attachments: [.photo(photo(900, 600))])
    quoted.flags = .sensitive
    var outer = post("BoxDecoration")
    outer.quote = .post(quoted)
    #expect(builder().card(for: outer).quotes.map { $0.photo?.treatment } == [.blurred])
    quoted.contentWarning = "Spoiler"
    outer.quote = .post(quoted)
    let quote = builder().card(for: outer).quotes.first
    // A warning is not part of the post's text.
    #expect(quote?.warning == RichText("Spoiler") && quote?.text == nil && quote?.photo == nil)
    #expect(!builder().card(for: outer).isVeiled)
  }
}

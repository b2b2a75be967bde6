import Basics
import Cards
import Drawing
import Support
import Testing

@testable import FeedReading

@Suite struct QuoteAndLinkTests {
  private func linked(_ preview: Photo?, caption: String? = "What it is about", isCompact: Bool = false) -> PostCard {
    var item = AttachmentItem(
      type: "link", content: .link(url: "https://www.example.org/a"), title: "Title", caption: caption,
      url: "https://www.example.org/a", preview: preview)
    item.isCompact = isCompact
    return CardBuilder(
      rules: rules(largeLinkFrom: 320, minimumLinkAspect: 1.2), strings: Language.en.strings,
      clock: CardClock(now: noon, timeZone: .gmt)
    ).card(for: post("a", attachments: [.item(item)]))
  }

  @Test("a wide link image fills the card's width, a small one is next to the text")
  func sizes() {
    #expect(linked(photo(640, 320)).links.map(\.ratio) == [0.5])
    #expect(linked(photo(319, 160)).links.map(\.ratio) == [nil])
    #expect(linked(photo(640, 640)).links.map(\.ratio) == [nil])
    #expect(linked(photo(nil, nil)).links.map { $0.ratio.map { ($0 * 100).rounded() } } == [52])
    #expect(linked(photo(640, 320)).rows.isEmpty)
  }

  @Test("a link says its title, what the page says of itself and its host, once each")
  func words() {
    let link = linked(nil).links.first
    #expect(link?.title.string == "Title" && link?.text?.string == "What it is about")
    #expect(link?.target == "https://www.example.org/a")
    let host = link?.host
    #expect(linked(photo(640, 320), caption: host).links.first?.text == nil)
  }

  @Test("a link that says no longer than a row, or that its service shows as one, is a row")
  func rows() {
    for card in [linked(nil, caption: nil), linked(photo(640, 320), isCompact: true)] {
      #expect(card.links.isEmpty && card.rows.map(\.type) == ["link"])
    }
  }

  @Test("a quote shows who, what and the first image", arguments: [1, 3])
  func quote(photos: Int) {
    let quoted = post("Words", attachments: Array(repeating: .photo(photo(900, 600)), count: photos))
    var outer = post("BoxDecoration")
    outer.quote = .post(quoted)
    let quote = builder().card(for: outer).quotes.first
    #expect(quote?.header?.name.string == "Анна Снегирёва" && quote?.text?.string == "Words")
    #expect(quote?.photo?.candidates.map(\.url) == ["media/900x600.jpg"])
  }

  @Test("a quote that can't be shown says why", arguments: Quote.Absence.allCases)
  func absence(absence: Quote.Absence) {
    var outer = post("BoxDecoration")
    outer.quote = .unavailable(absence, url: nil)
    for language in Language.all {
      let quote = builder(language).card(for: outer).quotes.first
      #expect(quote?.absence?.isEmpty == false && quote?.header == nil)
    }
  }

  @Test("a quote leads to its page, also where it can't be shown")
  func quoteTarget() {
    func target(_ quote: Quote) -> LinkTarget? {
      var outer = post("BoxDecoration")
      outer.quote = quote
      return builder().card(for: outer).quotes.first?.target
    }
    func quoted(_ page: WebAddress?) -> Quote {
      var quoted = post("Words")
      quoted.permalink = page
      return .post(quoted)
    }
    #expect(target(quoted("https://example.org/1")) == "https://example.org/1")
    #expect(target(.unavailable(.notIncluded, url: "https://example.org/2")) == "https://example.org/2")
    #expect(target(quoted(nil)) == nil && target(.unavailable(.deleted, url: nil)) == nil)
  }

  @Test("a quote's date says when it was and no longer")
  func quoteDate() {
    var quoted = post("Words")
    quoted.flags = [.edited, .pinned]
    var outer = post("BoxDecoration")
    outer.quote = .post(quoted)
    #expect(builder(.en).card(for: outer).quotes.first?.header?.date == "today at 11:00 AM")
  }

  @Test("a repost inside a card leads to its page")
  func repostTarget() {
    var inner = post("Words")
    inner.permalink = "https://example.org/1"
    #expect(
      builder().card(for: post("BoxDecoration", reposts: [inner])).reposts.map(\.target) == ["https://example.org/1"])
  }

  @Test(
    "a link without a title says where it leads, one with a title on whose page",
    arguments: [
      ("", "https://www.example.org/notes/9?a=1#b", "example.org/notes/9"), ("", "https://example.org/", "example.org"),
      ("", "https://example.org?a=1", "example.org"), ("Title", "https://example.org/notes/9", "example.org"),
    ] as [(String, WebAddress, String)])
  func linkPlace(title: String, url: WebAddress, subtitle: String) {
    let link = AttachmentItem(type: "link", content: .link(url: url), title: title, url: url)
    #expect(
      builder(.en).card(for: post("a", attachments: [.item(link)])).rows.map { $0.subtitle?.string } == [subtitle])
  }

  @Test("an answer's words that images stand for are images")
  func answerEmoji() {
    let answer = AttachmentItem.Poll.Answer(
      text: "Tea :cup:", votes: 1, emoji: [Facet(range: 4..<9, emoji: "cup.png")])
    let seeing = CardBuilder(
      rules: newsfeedRules, strings: Language.en.strings, clock: CardClock(now: noon, timeZone: .gmt)
    ) { $0 == "cup.png" }
    let post = post("a", attachments: [item("poll", .poll(.init(answers: [answer])))])
    let option = seeing.card(for: post).polls.first?.options.first
    #expect(option?.title.marks == ["emoji::cup:"] && option?.spoken == "Tea :cup:: 100%, 1 vote")
    #expect(builder(.en).card(for: post).polls.first?.options.first?.title.spans == [])
  }

  @Test("an animation has a poster that says what it is")
  func animation() {
    var item = AttachmentItem(type: "gifv", content: .animation(duration: 3), url: "https://example.org/a.mp4")
    item.preview = photo(600, 600)
    let video = builder(.en).card(for: post("a", attachments: [.item(item)])).videos.first
    #expect(video?.badge == "GIF" && video?.target == "https://example.org/a.mp4")
  }

  @Test("a poll says how many voted and until when, its winner is known when it is closed")
  func polls() {
    func poll(_ poll: AttachmentItem.Poll) -> PostCard.Poll? {
      builder(.en).card(for: post("a", attachments: [item("poll", .poll(poll))])).polls.first
    }
    let answers = [AttachmentItem.Poll.Answer(text: "A", votes: 6), .init(text: "B", votes: 4)]
    let several = poll(.init(answers: answers, votes: 10, voters: 8, allowsSeveral: true, closesAt: noon + 3600))
    #expect(several?.note == "Poll · several answers · 8 voters")
    #expect(several?.closing == "closes\u{A0}today\u{A0}at\u{A0}1:00\u{A0}PM")
    #expect(several?.options.map(\.percent) == ["75%", "50%"])
    #expect(several?.options.map(\.isWinner) == [false, false])
    let closed = poll(.init(answers: answers, votes: 10, voters: 10, closesAt: noon - 1))
    #expect(closed?.note == "Poll · 10 votes · closed")
    #expect(closed?.options.map(\.isWinner) == [true, false])
  }

  @Test("anything that stays in sight of a photo reaches its image, counted from the top left corner")
  func focus() {
    var photo = photo(900, 600)
    photo.focus = Photo.Focus(x: -1, y: 0.5)
    #expect(builder().card(for: post("a", attachments: [.photo(photo)])).photo?.image.focus == Point(x: 0, y: 0.25))
  }

  @Test(
    "the percents of a poll with one vote each come to no longer than 100, and equal ones stay equal",
    arguments: [
      ([702, 411, 203, 71], ["50%", "30%", "15%", "5%"]), ([1, 1, 1], ["33%", "33%", "33%"]),
      ([1, 1, 6], ["12%", "12%", "75%"]), ([4, 1, 1], ["66%", "17%", "17%"]),
      ([1, 1], ["50%", "50%"]), ([0, 0], ["0%", "0%"]),
    ])
  func percents(votes: [Int], shown: [String]) {
    let answers = votes.map { AttachmentItem.Poll.Answer(text: "A", votes: $0) }
    let poll = AttachmentItem.Poll(answers: answers, votes: votes.reduce(0, +))
    let card = builder(.en).card(for: post(attachments: [item("poll", .poll(poll))]))
    #expect(card.polls.first?.options.map(\.percent) == shown)
  }
}

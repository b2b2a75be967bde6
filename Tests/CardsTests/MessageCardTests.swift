import Cards
import Foundation
import Support
import Testing

@testable import FeedReading

@Suite("Messages of a conversation")
struct MessageCardTests {
  private static func message(
    _ id: Int, _ author: String = "Anna", at seconds: Int? = noon, _ text: String = "Hello",
    _ message: Post.Message = Post.Message(isInGroup: true)
  ) -> Post {
    Post(
      id: "message-\(id)", kind: .message(message), author: Author(id: author, name: author), date: seconds, text: text)
  }

  private static func cards(_ posts: [Post], _ language: Language = .en) -> [FeedCard] {
    PostInFeed.all(of: posts).map { builder(language).feedCard(for: $0.post, beside: $0.neighbours) }
  }

  private static func messages(_ posts: [Post], _ language: Language = .en) -> [MessageCard] {
    cards(posts, language).compactMap { if case .message(let card) = $0 { card } else { nil } }
  }

  private static func card(_ post: Post, _ language: Language = .en) throws -> MessageCard {
    try #require(messages([post], language).first)
  }

  @Test("a run has a name over its first message, a face and a tail at its last")
  func runs() {
    let cards = Self.messages([
      Self.message(1), Self.message(2), Self.message(3), Self.message(4, "Boris", at: noon),
    ])
    #expect(cards.map(\.isFirst) == [true, false, false, true])
    #expect(cards.map(\.isLast) == [false, false, true, true])
    #expect(cards.map(\.name?.string) == ["Anna", nil, nil, "Boris"])
    #expect(cards.map { $0.face?.initials } == [nil, nil, "A", "B"])
    #expect(cards.allSatisfy { $0.hasFaces })
  }

  @Test("a run ends after a pause of more than five minutes", arguments: [(300, false), (301, true), (-301, true)])
  func pauses(_ seconds: Int, _ ends: Bool) {
    let cards = Self.messages([Self.message(1), Self.message(2, at: noon + seconds)])
    #expect(cards.map(\.isFirst) == [true, ends])
  }

  @Test("a run ends at a day, at what happened, and at the other side")
  func interruptions() {
    let day = Post(id: "day", kind: .separator(.day(0)), author: Author(id: "", name: ""))
    let event = Self.message(8, "Anna", "", Post.Message(.notice(.messagePinned)))
    let own = Self.message(9, "Anna", "x", Post.Message(isOutgoing: true, isInGroup: true))
    for between in [day, event, own] {
      #expect(Self.messages([Self.message(1), between, Self.message(2)]).filter { $0.id == "message-2" }[0].isFirst)
    }
  }

  @Test("a new message changes its neighbor's card and no other")
  func neighbours() {
    let before = Self.cards([Self.message(1), Self.message(2), Self.message(3)])
    let after = Self.cards([Self.message(1), Self.message(2), Self.message(3), Self.message(4)])
    #expect(Array(after.prefix(2)) == Array(before.prefix(2)))
    #expect(after[2] != before[2])
  }

  @Test("the user's own messages have neither name nor face, and so have those of the other of two")
  func sides() throws {
    for message in [Post.Message(isOutgoing: true, isInGroup: true), Post.Message(isInGroup: false)] {
      let card = try Self.card(Self.message(1, "Anna", "Hi", message))
      #expect(card.name == nil && card.face == nil && !card.hasFaces)
    }
  }

  @Test(
    "one to three emoji and nothing else are drawn large",
    arguments: [
      ("👍", "👍" as String?), ("🔥 🔥🔥", "🔥🔥🔥"), ("👍👍👍👍", nil), ("👍 ok", nil), ("1", nil), ("#️⃣", "#️⃣"), ("❤️", "❤️"),
      ("👨‍👩‍👧", "👨‍👩‍👧"), ("🇫🇮", "🇫🇮"), ("☝🏽", "☝🏽"), ("5️⃣", "5️⃣"), ("©", nil),
    ])
  func bigEmoji(_ text: String, _ expected: String?) throws {
    let bubble = try Self.card(Self.message(1, text)).bubble
    #expect(bubble.emoji == expected)
    #expect((bubble.body == nil) == (expected != nil))
  }

  @Test("emoji that answer something are in a bubble with it")
  func emojiAnswers() throws {
    let answer = Post.Message(answered: Post.Message.RepliedMessage(post: "message-7", opening: "x"))
    #expect(try Self.card(Self.message(1, "Anna", "👍", answer)).bubble.emoji == nil)
  }

  @Test("the time is the reader's; a clock without a zone shows what it showed; edits are reported before it")
  func times() throws {
    let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let there = CardBuilder(
      rules: newsfeedRules, strings: Language.ru.strings, clock: CardClock(now: noon, timeZone: zone))
    func time(_ message: Post.Message, _ flags: Post.Flags = []) -> String? {
      var post = Self.message(1, "Anna", "x", message)
      post.flags = flags
      if case .message(let card) = there.feedCard(for: post) { return card.bubble.time }
      return nil
    }
    #expect(time(Post.Message()) == "21:00")
    #expect(time(Post.Message(isUTC: false)) == "12:00")
    #expect(time(Post.Message(), .edited) == "изменено 21:00")
    #expect(try Self.card(Self.message(1, at: nil)).bubble.time.isEmpty)
  }

  @Test("a removed message says so, and one without anything that it is empty")
  func absences() throws {
    #expect(
      try Self.card(Self.message(1, "Anna", "was", Post.Message(.deleted))).bubble.absence == "Message deleted")
    let empty = try Self.card(Self.message(1, ""))
    #expect(empty.bubble.absence == "Empty message")
    #expect(empty.bubble.body == nil)
  }

  @Test("an answer shows the author and text and links to them; a missing message is named as missing")
  func answers() throws {
    let known = Post.Message.RepliedMessage(
      post: "message-7", author: ChatEntry.Author(name: "Boris"), colour: 3, opening: "Where?")
    var reply = try #require(try Self.card(Self.message(1, "Anna", "Here", Post.Message(answered: known))).bubble.reply)
    #expect((reply.name, reply.text, reply.target) == ("Boris", "Where?", "#message-7"))
    #expect(reply.tint == .green)
    let missing = Post.Message(answered: Post.Message.RepliedMessage())
    reply = try #require(try Self.card(Self.message(1, "Anna", "Here", missing)).bubble.reply)
    #expect((reply.name, reply.text, reply.target) == (nil, "The message is not in this chat", nil))
    // A service's own text is not trusted either.
    let event = Post.Message(
      answered: Post.Message.RepliedMessage(post: "message-7", event: .other("The\u{202E} lights\nwent out")))
    #expect(try Self.card(Self.message(1, "Anna", "Here", event)).bubble.reply?.text == "The lights went out")
    let topic = Post.Message(
      answered: Post.Message.RepliedMessage(
        post: "message-7", author: ChatEntry.Author(name: "Boris"), opening: "«Seeds»", event: .topicCreated))
    reply = try #require(try Self.card(Self.message(4, "Anna", "Here", topic)).bubble.reply)
    #expect(reply.name == nil && reply.text == "«Seeds»")
    let photo = Post.Message(answered: Post.Message.RepliedMessage(post: "message-7", medium: .photo))
    #expect(try Self.card(Self.message(1, "Anna", "Here", photo)).bubble.reply?.text == "Photo")
  }

  @Test("reactions show a count from two on, and are spoken as text")
  func reactions() throws {
    let message = Post.Message(reactions: [.init("👍", 1), .init("🔥", 1234), .init("", 3), .init("❤️", 0)])
    let reactions = try Self.card(Self.message(1, "Anna", "x", message)).reactions
    #expect(reactions.map(\.symbol) == ["👍", "🔥"])
    #expect(reactions.map(\.count) == [nil, "1.2K"])
    #expect(reactions[1].spoken == "🔥, 1,234 reactions")
  }

  @Test("a heart that texts have in black, too, is an emoji where people react with it")
  func heart() throws {
    let message = Post.Message(reactions: [
      .init("\u{2764}", 2), .init("1", 2), .init("\u{2764}\u{FE0F}\u{200D}\u{1F525}", 2),
    ])
    let symbols = try Self.card(Self.message(1, "Anna", "x", message)).reactions.map(\.symbol)
    #expect(symbols == ["\u{2764}\u{FE0F}", "1", "\u{2764}\u{FE0F}\u{200D}\u{1F525}"])
  }

  @Test("equal reactions are one with their sum, where the first of them stands")
  func equalReactions() throws {
    let message = Post.Message(reactions: [.init("👍", 1), .init("🔥", 1), .init("👍", 2)])
    let reactions = try Self.card(Self.message(1, "Anna", "x", message)).reactions
    #expect(reactions.map(\.symbol) == ["👍", "🔥"] && reactions.map(\.count) == ["3", nil])
  }

  @Test(
    "several images are in rows of two and three",
    arguments: [(2, [2]), (3, [3]), (4, [2, 2]), (5, [2, 3]), (6, [3, 3]), (7, [2, 2, 3]), (10, [2, 2, 3, 3])])
  func albums(_ count: Int, _ rows: [Int]) throws {
    var post = Self.message(1, "")
    post.attachments = Array(repeating: .photo(photo(400, 300)), count: count)
    let album = try #require(try Self.card(post).bubble.album)
    #expect(album.rows.map(\.cells.count) == rows)
    for row in album.rows { #expect(abs(row.cells.reduce(0) { $0 + $1.share } - 1) < 1e-9) }
  }

  @Test("a row of an album is as high as lets its images keep their shapes")
  func albumShapes() throws {
    var post = Self.message(1, "")
    post.attachments = [.photo(photo(400, 400)), .photo(photo(800, 400))]
    let row = try #require(try Self.card(post).bubble.album?.rows.first)
    // Aspect ratios of 1 and 2: a third and two thirds of the width, and a height of a third.
    #expect(abs(row.ratio - 1.0 / 3) < 1e-9)
    #expect(abs(row.cells[0].share - 1.0 / 3) < 1e-9)
  }

  @Test("a voice message has its length and bars, the same in every run, more for a longer one")
  func voices() throws {
    func voice(_ seconds: Int, _ id: Int = 1) throws -> MessageCard.Voice {
      var post = Self.message(id, "")
      post.attachments = [item("voice", .voice(duration: seconds))]
      return try #require(try Self.card(post).bubble.voice)
    }
    let short = try voice(4)
    #expect(short.duration == "0:04")
    #expect(short == (try voice(4)))
    #expect(short.levels != (try voice(4, 2)).levels)
    #expect(short.levels.count < (try voice(30)).levels.count)
    #expect((try voice(36_000)).levels.count <= 34)
    #expect(short.levels.allSatisfy { (0.15...1).contains($0) })
  }

  @Test("a file says its kind and size; a page that the text leads to is under it")
  func rows() throws {
    var post = Self.message(1, "look")
    post.attachments = [
      item("file", .document(size: 2048, fileExtension: "pdf"), title: "list.pdf"),
      item("embed", .link(url: "https://example.org/x"), title: "A page"),
    ]
    let bubble = try Self.card(post).bubble
    #expect(bubble.rows.map { $0.subtitle?.string } == ["File · 2 KB"])
    #expect(bubble.previews.map { $0.subtitle?.string } == ["example.org"])
    post.text = ""
    #expect(try Self.card(post).bubble.rows.count == 2)
  }

  @Test(
    "known events have Feedproof's words, others those of the export",
    arguments: [
      (SystemKind.groupCreated, "", "Anna created the group"), (.messagePinned, "", "Anna pinned “Where?”"),
      (.memberJoined, "", "Anna joined"), (.memberJoined, "Joined the server.", "Anna joined"),
      (.named("custom_action"), "The lights went out", "The lights went out"),
      (.named("room.some_thing"), "", "Anna · Something happened in the chat"),
      (.messagesVanish, "", "Anna changed when messages disappear"),
    ])
  func notices(_ event: SystemKind, _ text: String, _ expected: String) throws {
    let about = event == .messagePinned ? Post.Message.RepliedMessage(post: "message-7", opening: "Where?") : nil
    let post = Self.message(1, "Anna", text, Post.Message(.notice(event), answered: about))
    guard case .notice(let card) = builder(.en).feedCard(for: post) else {
      Issue.record("no notice")
      return
    }
    #expect(card.text.string == expected)
    #expect(card.target == about.map { _ in "#message-7" })
  }

  @Test(
    "a day shows its year if it differs from the newest message's",
    arguments: [
      (17_847, Language.en, "November\u{A0}12"), (17_482, .en, "November\u{A0}12, 2017"),
      (17_847, .ru, "12\u{A0}ноября"),
      (17_482, .ru, "12\u{A0}ноября 2017"),
    ])
  func days(_ day: Int, _ language: Language, _ expected: String) {
    #expect(language.strings.day(day, by: CardClock(now: noon, timeZone: .gmt)) == expected)
  }
}

extension MessageCardTests {
  private static func message(
    _ id: Int, _ author: String, _ text: String, _ message: Post.Message
  ) -> Post { self.message(id, author, at: noon, text, message) }

  private static func message(_ id: Int, _ text: String) -> Post { message(id, "Anna", at: noon, text) }
}

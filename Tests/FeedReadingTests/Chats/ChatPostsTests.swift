import Foundation
import Testing

@testable import FeedReading

@Suite("Chats as entries of a feed")
struct ChatPostsTests {
  /// 1 June 2024, 22:30 UTC.
  private static let evening = 1_717_281_000

  private static func entry(
    _ id: String, _ author: String? = "Anna", at seconds: Int? = evening, _ text: String = "", isUTC: Bool = true
  ) -> ChatEntry {
    ChatEntry(
      id: id, author: author.map { ChatEntry.Author(name: $0) },
      date: seconds.flatMap { ChatDate(seconds: $0, isUTC: isUTC) }, text: text)
  }

  private static func posts(
    _ entries: [ChatEntry], name: String? = "Group", service: ChatService = .slack,
    _ options: ChatPosts.Options = ChatPosts.Options()
  ) -> [Post] {
    ChatPosts(Chat(service: service, name: name, entries: entries), options: options).posts
  }

  private static func message(_ post: Post) -> Post.Message? {
    if case .message(let message) = post.kind { message } else { nil }
  }

  @Test("a day is over its first message, by the reader's own midnight")
  func days() throws {
    let entries = [Self.entry("1"), Self.entry("2", at: Self.evening + 3600), Self.entry("3", at: Self.evening + 7200)]
    #expect(
      Self.posts(entries).map(\.id) == ["day-2024-06-01", "message-1", "message-2", "day-2024-06-02", "message-3"])
    let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
    let there = Self.posts(entries, ChatPosts.Options(timeZone: zone))
    #expect(there.map(\.id) == ["day-2024-06-02", "message-1", "message-2", "message-3"])
  }

  @Test("a clock without a zone is its own, wherever the reader is")
  func wallClock() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
    let posts = Self.posts([Self.entry("1", isUTC: false)], ChatPosts.Options(timeZone: zone))
    #expect(posts.map(\.id) == ["day-2024-06-01", "message-1"])
    #expect(Self.message(posts[1])?.isUTC == false)
  }

  @Test("an export out of order keeps its order; a day that comes again gets another name")
  func outOfOrder() {
    let day = 86_400
    let entries = [Self.entry("1"), Self.entry("2", at: Self.evening - day), Self.entry("3")]
    #expect(
      Self.posts(entries).map(\.id) == [
        "day-2024-06-01", "message-1", "day-2024-05-31", "message-2", "day-2024-06-01-2", "message-3",
      ])
  }

  @Test("anything that has no date is where it stands")
  func undated() {
    let entries = [Self.entry("1", at: nil), Self.entry("2"), Self.entry("3", at: nil)]
    #expect(Self.posts(entries).map(\.id) == ["message-1", "day-2024-06-01", "message-2", "message-3"])
  }

  @Test(
    "whose side it is: who was asked for, who exported it, the other of two",
    arguments: [
      ("Anna" as String?, nil as String?, "Group", "Anna" as String?), ("anna", nil, "Group", "Anna"),
      (nil, "Boris", "Group", "Boris"), (nil, nil, "Boris", "Anna"), (nil, nil, "Group", nil),
      ("Nobody", nil, "Boris", nil),
    ])
  func owner(_ asked: String?, _ exporter: String?, _ name: String, _ expected: String?) {
    var chat = Chat(service: .telegram, name: name, entries: [Self.entry("1"), Self.entry("2", "Boris")])
    chat.owner = exporter
    #expect(ChatPosts(chat, options: ChatPosts.Options(owner: asked)).owner?.name == expected)
  }

  @Test("in a conversation of two no one has to be named; where the side is unknown everybody has")
  func groups() {
    let two = [Self.entry("1"), Self.entry("2", "Boris")]
    #expect(Self.posts(two, name: "Boris").compactMap(Self.message).map(\.isInGroup) == [false, false])
    #expect(Self.posts(two, name: "Boris").compactMap(Self.message).map(\.isOutgoing) == [true, false])
    #expect(Self.posts(two, name: "Group").compactMap(Self.message).map(\.isInGroup) == [true, true])
  }

  @Test("an answer knows what it answers, also before it comes; one that is missing is known to be")
  func answers() {
    var first = Self.entry("1", "Boris", "Later")
    first.replyTo = "2"
    var last = Self.entry("3")
    last.replyTo = "99"
    let messages = Self.posts([first, Self.entry("2", "Anna", "  Hello\nthere "), last]).compactMap(Self.message)
    #expect(messages[0].answered?.post == "message-2")
    #expect(messages[0].answered?.opening == "Hello there")
    #expect(messages[0].answered?.author?.name == "Anna")
    #expect(messages[2].answered == Post.Message.RepliedMessage())
  }

  @Test("a message that answers itself answers nothing, and two that answer each other end")
  func cycles() {
    var own = Self.entry("1")
    own.replyTo = "1"
    var one = Self.entry("2")
    one.replyTo = "3"
    var other = Self.entry("3")
    other.replyTo = "2"
    let messages = Self.posts([own, one, other]).compactMap(Self.message)
    #expect(messages.map(\.answered?.post) == [nil, "message-3", "message-2"])
  }

  @Test("ids become folder names, with a digest if not plain and a number if repeated")
  func ids() {
    let posts = Self.posts([
      Self.entry("$a:b", at: nil), Self.entry("A", at: nil), Self.entry("a", at: nil), Self.entry("", at: nil),
      Self.entry("", at: nil),
    ])
    #expect(Set(posts.map { $0.id.lowercased() }).count == 5)
    #expect(posts.map(\.id).dropFirst().prefix(2) == ["message-A", "message-a-2"])
    #expect(posts.allSatisfy { $0.id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } })
  }

  @Test("--since and --until filter by date; entries without one follow the entry before")
  func spans() {
    let entries = [
      Self.entry("1", at: 100), Self.entry("2", at: nil), Self.entry("3", at: 200), Self.entry("4", at: nil),
      Self.entry("5", at: 300),
    ]
    let posts = Self.posts(entries, ChatPosts.Options(since: 200, until: 300))
    #expect(posts.map(\.id) == ["day-1970-01-01", "message-3", "message-4"])
  }

  @Test("the mark is over the first message that was not read, under its day")
  func unread() {
    let posts = Self.posts([Self.entry("1"), Self.entry("2")], ChatPosts.Options(unread: "2"))
    #expect(posts.map(\.id) == ["day-2024-06-01", "message-1", "unread", "message-2"])
  }

  @Test("people of one chat have different colors while there are some left, anyone who answers whom")
  func colours() {
    let names = ["Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya"]
    let posts = Self.posts(names.enumerated().map { Self.entry("\($0.offset)", $0.element) })
    #expect(Set(posts.compactMap(Self.message).map(\.colour)) == Set(0..<7))
  }

  @Test("Telegram's images of one second are an album with the words of one of them; answers to any lead to it")
  func albums() throws {
    func picture(_ id: String, _ text: String = "", at seconds: Int = Self.evening) -> ChatEntry {
      var entry = Self.entry(id, "Anna", at: seconds, text)
      entry.media = [ChatMedium(.photo, address: "photos/\(id).jpg")]
      return entry
    }
    var answer = Self.entry("9", "Boris")
    answer.replyTo = "2"
    let entries = [picture("1"), picture("2", "Words"), picture("3"), picture("4", at: Self.evening + 1), answer]
    let posts = Self.posts(entries, service: .telegram).filter { Self.message($0) != nil }
    #expect(posts.map(\.id) == ["message-1", "message-4", "message-9"])
    #expect(posts[0].attachments.count == 3)
    #expect(posts[0].text == "Words")
    #expect(Self.message(posts[2])?.answered?.post == "message-1")
    #expect(Self.posts(entries, service: .discord).count == 6)
  }

  @Test("links are detected in exports without markup; a poll is not repeated")
  func words() {
    var poll = Self.entry("2", "Anna", "POLL: fish?")
    var medium = ChatMedium(.poll, title: "fish?")
    medium.answers = [.init(text: "yes")]
    poll.media = [medium]
    let posts = Self.posts(
      [Self.entry("1", "Anna", "see https://example.org/a now"), poll], service: .whatsApp
    ).filter { Self.message($0) != nil }
    #expect(posts[0].facets == [Facet(range: 4..<25, kind: .link, url: "https://example.org/a")])
    #expect(posts[1].text == "")
  }
}

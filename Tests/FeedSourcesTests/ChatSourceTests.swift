import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("Conversations as feeds")
struct ChatSourceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func telegram(_ name: String, type: String = "private_group", _ texts: [String] = ["one"]) -> String {
    let messages = texts.enumerated().map { index, text in
      #"{"id":\#(index + 1),"type":"message","date":"2024-06-01T10:00:00","date_unixtime":"1717236000","from":"Anna","from_id":"user1","text":"\#(text)"}"#
    }
    return #"{"name":"\#(name)","type":"\#(type)","id":7,"messages":[\#(messages.joined(separator: ","))]}"#
  }

  private func open(_ change: (inout Project) -> Void = { _ in }) throws -> FeedSource {
    var project = Project(
      folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    change(&project)
    return try FeedSource.open(FeedFiles.find(of: project)) { _ in }
  }

  private func ids(_ source: FeedSource) throws -> [String] {
    let posts = source.posts()
    var ids: [String] = []
    while let post = try posts.next() { ids.append(post.id) }
    return ids
  }

  @Test("a group is a conversation, a channel is a feed")
  func telegram() throws {
    try folder.write(Self.telegram("Group"), to: "result.json")
    let group = try open()
    #expect(group.facts.chat?.name == "Group")
    #expect(try ids(group) == ["day-2024-06-01", "message-1"])
    try folder.write(Self.telegram("News", type: "public_channel"), to: "result.json")
    #expect(try open().facts.chat == nil)
    #expect(try open { $0.chat.name = "News" }.facts.chat?.name == "News")
  }

  @Test("a part of a conversation that can't be opened is reported next to what is shown")
  func unreadable() throws {
    let day = #"[{"type":"message","user":"U1","ts":"2.5","text":"hi"}]"#
    try folder.write(#"[{"id":"C1","name":"general"}]"#, to: "channels.json")
    try folder.write(day, to: "general/1.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("general/2.json").path, withDestinationPath: "nowhere")
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    var told: [String?] = []
    let source = try FeedSource.open(FeedFiles.find(of: project)) { told.append($0.place?.file) }
    #expect(source.facts.chat?.messageCount == 1)
    #expect(told == ["general/2.json"])
  }

  @Test("of several one is chosen by its name, whatever the letters' case and the channel's mark")
  func several() throws {
    let chats = [Self.telegram("General"), Self.telegram("Random")].joined(separator: ",")
    try folder.write(#"{"chats":{"list":[\#(chats)]}}"#, to: "result.json")
    let several = #expect(throws: AmbiguousFeedError.self) { try open() }
    #expect(several?.feeds.map(\.name) == ["General", "Random"])
    #expect(try open { $0.chat.name = "#random" }.facts.chat?.name == "Random")
    #expect(throws: RunFailure.self) { try open { $0.chat.name = "Rundom" } }
  }

  @Test("someone who wrote nothing can't be the one whose side it is")
  func owner() throws {
    try folder.write(Self.telegram("Group"), to: "result.json")
    #expect(throws: RunFailure.self) { try open { $0.chat.owner = "Zoya" } }
    let source = try open { $0.chat.owner = "user1" }
    guard case .message(let message)? = try source.share([1]).posts().next()?.kind else {
      Issue.record("no message")
      return
    }
    #expect(message.isOutgoing)
  }

  @Test("among several an empty one is skipped, and whose side it is need not be known in each")
  func severalWithGaps() throws {
    func chats(_ others: String...) throws {
      try folder.write(
        #"{"chats":{"list":[\#(([Self.telegram("General")] + others).joined(separator: ","))]}}"#, to: "result.json")
    }
    try chats(Self.telegram("Empty", []))
    #expect(try open().facts.chat?.name == "General")
    let stranger = #"{"name":"Other","type":"personal_chat","id":8,"messages":[{"id":1,"type":"message","text":"x"}]}"#
    try chats(stranger)
    #expect(throws: AmbiguousFeedError.self) { try open { $0.chat.owner = "Anna" } }
    #expect(throws: RunFailure.self) { try open { $0.chat.owner = "Zoya" } }
  }

  @Test("next to a feed a group is a chat all the same; who shows only one shows the feed, and reports the chat")
  func besideFeed() throws {
    try folder.write(#"{"response": {"items": [{"id": 1, "from_id": 2, "date": 3, "text": "a"}]}}"#, to: "a.json")
    try folder.write(Self.telegram("Group"), to: "b.json")
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    let feeds = try FoundFeed.all(in: FeedFiles.find(of: project)) { _ in }
    #expect(try feeds.map { try ids($0.source) } == [["wall2_1"], ["day-2024-06-01", "message-1"]])
    var told: [String] = []
    let shown = try FeedSource.open(FeedFiles.find(of: project)) { told.append($0.code) }
    #expect(try ids(shown) == ["wall2_1"])
    #expect(told.contains("chat.beside"))
    #expect(try open { $0.chat.name = "Group" }.facts.chat?.messageCount == 1)
    let several = #expect(throws: AmbiguousFeedError.self) { try FoundFeed.only(feeds) }
    let hint = "pass only the files of one feed (a.json), or choose one with --chat: Group"
    #expect(several.map { Diagnostic($0).hint } == hint)
  }

  @Test("WhatsApp's text is found in a folder by its name and read by its content")
  func whatsApp() throws {
    try folder.write("[01/06/2024, 10:00:00] Anna: Hello\n", to: "_chat.txt")
    try folder.write("just notes", to: "notes.txt")
    let source = try open()
    #expect(source.facts.chat?.messageCount == 1)
  }

  @Test("empty and fully filtered conversations are reported")
  func empty() throws {
    try folder.write(Self.telegram("Group", []), to: "result.json")
    #expect(throws: RunFailure.self) { try open() }
    try folder.write(Self.telegram("Group"), to: "result.json")
    #expect(throws: RunFailure.self) { try open { $0.chat.since = 2_000_000_000 } }
  }

  @Test("from the end of a conversation posts come in reverse, with their neighbors")
  func edge() throws {
    try folder.write(Self.telegram("Group", ["one", "two"]), to: "result.json")
    let posts = try open().postsFromEdge()
    let last = try #require(try posts.post(at: 0))
    #expect(last.post.id == "message-2")
    #expect(last.neighbours.previous?.id == "message-1")
    #expect(try posts.post(at: 1)?.post.id == "message-1")
    #expect(try posts.post(at: 0)?.post.id == "message-2")
  }

  @Test("an entry belongs to the day over it; a day itself to none")
  func daysOfPlaces() throws {
    try folder.write(Self.telegram("Group", ["one", "two"]), to: "result.json")
    let chat = try #require(try open().facts.chat)
    #expect(chat.day(at: 0) == nil)
    #expect(chat.day(at: 2) == 19_875)
  }
}

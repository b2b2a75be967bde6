import Diagnostics
import FeedReading
import Foundation
import Support
import Testing

/// Every word of a message is drawn or counted under a name.
@Suite("Accounting for content")
struct AccountingTests {
  /// A document of each service around members of its first message, and the message's own text.
  private static let documents: [(name: String, document: @Sendable (String) -> [(String, String)])] = [
    (
      "Telegram",
      {
        [
          (
            "result.json",
            #"{"name":"A","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","date_unixtime":"5","from":"B","text":"own words",\#($0)}]}"#
          )
        ]
      }
    ),
    (
      "Discord",
      { [("a.json", #"{"channel":{"id":"7"},"messages":[{"id":"1","type":"Default","content":"own words",\#($0)}]}"#)] }
    ),
    (
      "Slack",
      {
        [
          ("channels.json", #"[{"id":"C1","name":"a"}]"#),
          ("a/1.json", #"[{"type":"message","ts":"1.1","user":"U","text":"own words",\#($0)}]"#),
        ]
      }
    ),
    (
      "Matrix",
      {
        [
          (
            "export.json",
            #"{"room_name":"R","messages":[{"type":"m.room.message","sender":"@a:x","origin_server_ts":1,"event_id":"$1","content":{"msgtype":"m.text","body":"own words",\#($0)}}]}"#
          )
        ]
      }
    ),
    (
      "Messenger or Instagram",
      {
        [
          (
            "message_1.json",
            #"{"participants":[],"title":"A","thread_path":"a","messages":[{"sender_name":"B","timestamp_ms":1716000000000,"content":"own words",\#($0)}]}"#
          )
        ]
      }
    ),
    (
      "Google Chat",
      {
        [
          (
            "messages.json",
            #"{"messages":[{"created_date":"Thursday, November 3, 2016 at 11:59:50 AM UTC","topic_id":"1","text":"own words",\#($0)}]}"#
          )
        ]
      }
    ),
    (
      "X",
      {
        [
          (
            "direct-messages.js",
            #"window.YTD.direct_messages.part0 = [{"dmConversation":{"conversationId":"1-2","messages":[{"messageCreate":{"id":"1","senderId":"1","text":"own words","createdAt":"2024-01-01T00:00:00.000Z",\#($0)}}]}}]"#
          )
        ]
      }
    ),
    (
      "VK",
      {
        [
          (
            "a.json",
            #"{"response":{"count":1,"items":[{"id":1,"date":1716000000,"from_id":1,"peer_id":2,"out":0,"text":"own words",\#($0)}]}}"#
          )
        ]
      }
    ),
  ]

  private static func export(_ documents: [(String, String)]) -> ChatExport {
    ChatExport(documents.map { ChatDocument(name: $0.0, bytes: Array($0.1.utf8)) })
  }

  @Test("words in a member that no reader knows are counted by its name, in any shape", arguments: 0..<8)
  func unknownMembers(_ service: Int) {
    let (name, document) = Self.documents[service]
    let shapes = [
      #""zz_new":"some words""#, #""zz_new":{"a":{"b":["some words"]}}"#, #""zz_new":["x",{"text":"слова"}]"#,
      #""zz_new":"word""#,
    ]
    for shape in shapes {
      let export = Self.export(document(shape))
      #expect(export.chats.first?.entries.map(\.text) == ["own words"], "\(name)")
      let told = export.diagnostics.diagnostics.filter { $0.code == "chat.not-shown" }.map(\.message)
      #expect(told == ["1 message; not shown: 1 field “zz_new” (\(name))"], "\(shape)")
    }
  }

  @Test("numbers, flags, ids and addresses are no words", arguments: 0..<8)
  func technicalMembers(_ service: Int) {
    let export = Self.export(
      Self.documents[service].document(
        #""zz_flag":true,"zz_count":7,"zz_url":"https://a.example/some","zz_id":"some words","zz_new":"A_CONSTANT","zz_null":null"#
      ))
    #expect(!export.diagnostics.diagnostics.contains { $0.code == "chat.not-shown" })
  }

  @Test("events of Telegram never lose a word, whatever they are called and contain")
  func telegramEvents() {
    var random = SplitMix64(seed: 3)
    let keys = ["title", "comment", "reason", "new_title", "members", "gift_text", "note", "who", "cost", "emoticon"]
    for number in 0..<60 {
      let key = keys.randomElement(using: &random) ?? "title"
      let value = key == "members" ? #"["Wörd\#(number)"]"# : #""Wörd\#(number)""#
      let entry = Self.export([
        (
          "result.json",
          #"{"name":"A","type":"personal_chat","id":1,"messages":[{"id":1,"type":"service","date_unixtime":"5","actor":"B","action":"event_\#(number % 7)","\#(key)":\#(value)}]}"#
        )
      ]).chats.first?.entries.first
      #expect(entry?.detail?.contains("Wörd\(number)") == true, "\(key)")
    }
  }

  @Test("no text of the samples' messages is lost", arguments: RealChatsTests.exports.filter { !$0.contains("_html/") })
  func samples(_ name: String) throws {
    let folder = try #require(ExtraVectors.url("feeds/chats"))
    let documents = try RealChatsTests.documents(name, in: folder)
    let export = ChatExport(documents)
    var shown = ""
    for chat in export.chats {
      for post in ChatPosts(chat).posts {
        shown += "\n\(post.text)\n\(post.author.name)"
        for attachment in post.attachments {
          guard case .item(let item) = attachment else { continue }
          shown += "\n\(item.title)\n\(item.caption ?? "")"
          if case .poll(let poll) = item.content { shown += poll.answers.map(\.text).joined(separator: "\n") }
        }
        if case .message(let message) = post.kind { shown += "\n\(message.detail ?? "")" }
      }
    }
    let told = export.diagnostics.diagnostics.map(\.message).joined(separator: "\n")
    for entry in export.chats.flatMap(\.entries) where entry.kind == .message && !entry.isDeleted {
      // Polls of WhatsApp repeat their answers as text, and Meta says in words that a file was sent.
      guard entry.drawn == nil, entry.media.isEmpty else { continue }
      for line in entry.text.split(separator: "\n") {
        #expect(shown.contains(line) || told.contains(line), "\(entry.id) \(line)")
      }
    }
  }
}

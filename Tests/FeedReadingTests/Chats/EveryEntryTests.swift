import DataFormats
import Diagnostics
import Support
import Testing

@testable import FeedReading

/// Nothing of an export is dropped silently: everything that is not an entry of a chat is reported.
@Suite("Every entry of an export")
struct EveryEntryTests {
  /// A chat document of each service around its messages, and a message.
  private static let services: [(document: @Sendable (String) -> String, message: String)] = [
    ({ #"{"name":"A","type":"personal_chat","id":1,"messages":[\#($0)]}"# }, #"{"id":1,"type":"message","date":"x"}"#),
    ({ #"{"channel":{"id":"7"},"messages":[\#($0)]}"# }, #"{"id":"1","type":"Default"}"#),
    ({ #"{"room_name":"R","messages":[\#($0)]}"# }, #"{"origin_server_ts":1,"sender":"@a","type":"m.room.message"}"#),
    ({ #"{"participants":[],"thread_path":"a","messages":[\#($0)]}"# }, #"{"sender_name":"A"}"#),
    ({ #"{"messages":[\#($0)]}"# }, #"{"created_date":"x","topic_id":"1"}"#),
  ]

  /// Values among the messages, or before all of them.
  private static let strays = ["null", "7", "\"x\"", "[]", "{}"]

  private static func told(_ export: ChatExport, _ code: String) -> Int {
    export.diagnostics.diagnostics.reduce(0) { $0 + ($1.code == code ? $1.count : 0) }
  }

  @Test("of a chat's messages each is an entry or told, whatever stands among them", arguments: 0..<5)
  func messages(_ service: Int) {
    let (document, message) = Self.services[service]
    var random = SplitMix64(seed: UInt64(service))
    for _ in 0..<40 {
      var items = (0..<8).map { _ in Self.strays.randomElement(using: &random) ?? "null" }
      items.insert(message, at: Int.random(in: 0...items.count, using: &random))
      let export = ChatExportTests.export(("messages.json", document(items.joined(separator: ","))))
      let isUnknown = Self.told(export, "chat.unknown-format") == 1
      let entries = export.chats.reduce(0) { $0 + $1.entries.count }
      #expect(isUnknown || entries + Self.told(export, "chat.entry") == items.count, "\(items)")
    }
  }

  @Test(
    "of a workspace's channels each is a chat or told, and so is each of their days",
    arguments: [
      #"{"id":"C1","name":"general"}"#, #"{"id":"C1","name":""}"#, #"{"id":"C1","name":7}"#,
      #"{"id":9,"name":"general"}"#, #"{"id":null}"#, #"{}"#, "null", "7", #""general""#,
    ])
  func channels(_ channel: String) {
    let message = #"{"type":"message","user":"U1","ts":"2.5","text":"hi"}"#
    let days = [
      #"[null,null,null,null,\#(message)]"#, #"[{"text":"neither time nor type"},\#(message)]"#, "[\(message),7]",
    ]
    let export = ChatExportTests.export(
      ("channels.json", "[\(channel)]"), ("general/1.json", days[0]), ("general/2.json", days[1]),
      ("general/3.json", days[2]))
    #expect(export.chats.map(\.name) == ["general"])
    #expect(export.chats.first?.entries.count == 4)
    let isListed = channel.contains(#""name":"general""#)
    let isNamed = isListed || channel.contains("C1")
    #expect(Self.told(export, "chat.entry") == 5 + (isNamed ? 0 : 1))
    #expect(Self.told(export, "chat.unlisted") == (isListed ? 0 : 1))
    #expect(Self.told(export, "chat.empty") == (isNamed && !isListed ? 1 : 0))
  }

  /// An export of several files for each service: the files for given messages, and a message by its number.
  private static let folders:
    [(files: @Sendable ([String]) -> [(String, String)], message: @Sendable (Int) -> String)] = [
      (
        {
          $0.enumerated().map {
            ("\($0).json", #"{"name":"A\#($0)","type":"personal_chat","id":\#($0),"messages":[\#($1)]}"#)
          }
        },
        { #"{"id":\#($0),"type":"message","date":"x"}"# }
      ),
      (
        { $0.enumerated().map { ("\($0).json", #"{"channel":{"id":"\#($0)"},"messages":[\#($1)]}"#) } },
        { #"{"id":"\#($0)","type":"Default"}"# }
      ),
      (
        { $0.enumerated().map { ("\($0).json", #"{"room_name":"R\#($0)","messages":[\#($1)]}"#) } },
        { #"{"event_id":"$\#($0)","origin_server_ts":1,"sender":"@a","type":"m.room.message"}"# }
      ),
      (
        {
          $0.enumerated().map {
            ("inbox/a/message_\($0 + 1).json", #"{"participants":[],"thread_path":"a","messages":[\#($1)]}"#)
          }
        }, { #"{"sender_name":"A","timestamp_ms":\#($0)}"# }
      ),
      (
        { $0.enumerated().map { ("Groups/\($0)/messages.json", #"{"messages":[\#($1)]}"#) } },
        { #"{"created_date":"x","topic_id":"\#($0)"}"# }
      ),
      (
        {
          [("channels.json", #"[{"id":"C1","name":"general"}]"#)]
            + $0.enumerated().map { ("general/2024-05-0\($0 + 1).json", "[\($1)]") }
        }, { #"{"type":"message","ts":"\#($0).5"}"# }
      ),
      (
        {
          $0.enumerated().map {
            (
              "direct-messages-part\($0).js",
              #"[{"dmConversation":{"conversationId":"1-\#($0 + 2)","messages":[\#($1)]}}]"#
            )
          }
        }, { #"{"messageCreate":{"id":"\#($0)","senderId":"1"}}"# }
      ),
      (
        {
          $0.enumerated().map { ("\($0).json", #"{"response":{"count":6,"items":[\#($1)]}}"#) }
        }, { #"{"id":\#($0),"date":\#($0),"from_id":1,"peer_id":2,"out":0,"text":"a"}"# }
      ),
    ]

  @Test("of an export's files each message is an entry or told", arguments: folders.indices)
  func files(_ service: Int) {
    let (files, message) = Self.folders[service]
    var random = SplitMix64(seed: UInt64(service))
    for _ in 0..<20 {
      let lists = (0..<3).map { file in
        [message(2 * file + 1)] + (0..<4).map { _ in Self.strays.randomElement(using: &random) ?? "null" }
          + [message(2 * file + 2)]
      }
      let documents = files(lists.map { $0.joined(separator: ",") }).map { name, text in
        ChatDocument(name: name, bytes: Array(text.utf8))
      }
      let export = ChatExport(documents)
      let entries = export.chats.reduce(0) { $0 + $1.entries.count }
      #expect(entries >= 6)
      #expect(entries + Self.told(export, "chat.entry") == lists.joined().count, "\(lists)")
    }
  }

  @Test("every format that is read is among those that this is asked of; texts have lines")
  func everyFormat() {
    let read = Self.folders.compactMap { files, message in
      ChatExport(files([message(1)]).map { ChatDocument(name: $0, bytes: Array($1.utf8)) }).chats.first?.service
    }
    #expect(
      Set(read + [.whatsApp, .line, .kakaoTalk, .signal, .vk, .hangouts, .iMessage])
        == Set(ChatFormat.all.map(\.service)))
  }

  @Test("a message with more reactions, attachments or answers than it is shown with has the first, and it is reported")
  func rows() {
    func list(_ count: Int, _ item: (Int) -> String) -> String { (0..<count).map(item).joined(separator: ",") }
    func export(_ count: Int) -> ChatExport {
      let reactions = list(count) { #"{"emoji":{"name":"e\#($0)"},"count":1}"# }
      let files = list(count) { #"{"fileName":"\#($0).png","url":"\#($0).png"}"# }
      return ChatExportTests.export(
        (
          "a.json",
          #"{"channel":{"id":"7"},"messages":[{"id":"1","type":"Default","reactions":[\#(reactions)],"attachments":[\#(files)]}]}"#
        ))
    }
    #expect(export(30).diagnostics.isEmpty)
    let large = export(EntryLimits.rows + 2)
    #expect(large.chats[0].entries[0].reactions.count == EntryLimits.rows)
    #expect(large.chats[0].entries[0].media.count == EntryLimits.rows)
    #expect(large.diagnostics.diagnostics.map(\.code) == ["chat.entry"])
  }

  @Test("anything that is in a workspace next to its chats is named, and so is a list that is none")
  func besides() {
    let export = ChatExportTests.export(
      ("channels.json", #"{"id":"C1"}"#), ("integration_logs.json", "[]"), ("lists/a.json", #"[{"id":1}]"#),
      ("random/1.json", #"[{"type":"message","ts":"1"}]"#), ("users.json", "[]"))
    #expect(export.chats.map(\.name) == ["random"])
    let told = export.diagnostics.diagnostics
    #expect(told.map(\.code) == ["chat.entry", "chat.unlisted", "chat.no-messages"])
    #expect(told.last?.message == "integration_logs.json, lists/a.json are not shown")
  }

  @Test("two workspaces in folders of their own are both read")
  func workspaces() {
    let day = #"[{"type":"message","ts":"1"}]"#
    let export = ChatExportTests.export(
      ("a/channels.json", #"[{"id":"C1","name":"x"}]"#), ("a/x/1.json", day),
      ("b/channels.json", #"[{"id":"C2","name":"y"}]"#), ("b/y/1.json", day))
    #expect(export.chats.map(\.name) == ["x", "y"])
    #expect(export.diagnostics.isEmpty)
  }

  @Test("a description of a group that can't be read is reported")
  func groupInfo() {
    let export = ChatExportTests.export(
      ("group_info.json", "{"), ("messages.json", #"{"messages":[{"topic_id":"1"}]}"#))
    #expect(export.chats.count == 1)
    #expect(export.diagnostics.diagnostics.map(\.code) == ["chat.not-json"])
  }

  @Test("the formats are listed as people list them")
  func formats() {
    let hint = ChatExportTests.export(("a.json", "{}")).diagnostics.diagnostics.first?.hint
    #expect(hint?.hasSuffix("KakaoTalk's text, LINE's text and WhatsApp's text") == true)
  }

  @Test("reactions of any number of kinds are counted, in the order of the first of each")
  func reactions() throws {
    let count = EntryLimits.rows
    var events = [
      #"{"event_id":"$1","type":"m.room.message","sender":"@a","origin_server_ts":1,"content":{"body":"x"}}"#
    ]
    for key in Array(0..<count) + [0] {
      events.append(
        #"{"type":"m.reaction","sender":"@a","origin_server_ts":2,"content":{"m.relates_to":{"event_id":"$1","key":"k\#(key)"}}}"#
      )
    }
    let export = ChatExportTests.export(
      ("a.json", #"{"room_name":"R","messages":[\#(events.joined(separator: ","))]}"#))
    let reactions = try #require(export.chats.first?.entries.first?.reactions)
    #expect(
      reactions.count == count && reactions.first == .init("k0", 2) && reactions.last == .init("k\(count - 1)", 1))
  }
}

/// WhatsApp's exports are not JSON, so lines and characters are damaged.
@Suite("Damaged texts of WhatsApp")
struct MutatedWhatsAppTests {
  private static let lines = [
    "[31.12.23, 23:59:58] Anna: \u{200E}Messages are encrypted.", "[31.12.23, 23:59:59] Boris: hi", "second line", "",
    "\u{200E}[01.01.24, 00:00:01] Anna: \u{200E}<attached: photo.jpg>", "1/31/20, 4:05 PM - Ann: a.pdf (file attached)",
    "1/31/20, 4:06 PM - Ann joined", "[01.01.24, 00:00:02] Anna: \u{200E}POLL:", "Where?",
    "\u{200E}OPTION: Here (2 votes)", "\u{200E}OPTION: There (1 vote)",
    "[01.01.24, 00:00:03] Boris: done \u{200E}<This message was edited>",
    "[2024-01-02, 9:08:07\u{202F}PM] Boris: \u{200E}image omitted",
  ]

  private static let pieces = [
    "[", "]", ":", ": ", ",", "\n", "\r\n", "\u{200E}", "\u{FEFF}", " - ", "<attached: ", ">", "99", "0/0/0", " PM",
    "(file attached)", "\u{0}", "e\u{301}", "👩‍👩‍👧", "-1", "999999999999999999999",
  ]

  @Test(
    "a text that is changed anywhere is read without harm, and each of its lines is shown or told", arguments: 0..<8)
  func mutated(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<150 {
      var text = Self.lines.joined(separator: "\n")
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let start = text.indices.randomElement(using: &random) ?? text.startIndex
        let end = text.index(start, offsetBy: Int.random(in: 0...12, using: &random), limitedBy: text.endIndex)
        let piece = Self.pieces.randomElement(using: &random) ?? ""
        text.replaceSubrange(start..<(Bool.random(using: &random) ? start : end ?? text.endIndex), with: piece)
      }
      let export = ChatExport([ChatDocument(name: "_chat.txt", bytes: Array(text.utf8))])
      #expect(!export.chats.isEmpty || !export.diagnostics.isEmpty)
      let posts = ChatPosts(export.chats.first ?? Chat(service: .whatsApp, name: nil)).posts
      for post in posts {
        #expect(post.facets.allSatisfy { 0 <= $0.range.lowerBound && $0.range.upperBound <= post.text.utf8.count })
      }
      #expect(Set(posts.map { $0.id.lowercased() }).count == posts.count)
    }
  }

  @Test("of a text's lines each is in an entry, or is reported", arguments: 0..<8)
  func lines(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<50 {
      let lines = (0..<10).map { number in
        let word = "word\(number)"
        return [
          "[01.06.24, 10:00:0\(number)] Anna: \(word)", "1/31/20, 4:0\(number) PM - Ann: \(word)", word, "  \(word)  ",
          "[31.13.23, 10:00:00] Anna: \(word)", "[01.06.24, 10:00:00] \(word)", "\u{200E}\(word)",
          "[01.06.24, 10:00:0\(number)] Anna: <attached: \(word).jpg>",
        ].randomElement(using: &random) ?? word
      }
      let export = ChatExport([ChatDocument(name: "_chat.txt", bytes: Array(lines.joined(separator: "\n").utf8))])
      let shown = export.chats.flatMap(\.entries).map { "\($0.text) \($0.media) \($0.kind)" }.joined(separator: "\n")
      // A text with too many other lines at its beginning is not a WhatsApp export.
      guard !export.chats.isEmpty else {
        #expect(export.diagnostics.diagnostics.map(\.code) == ["chat.unread-text"])
        continue
      }
      let first = lines.firstIndex { $0.contains("[") || $0.contains(" - ") } ?? lines.count
      let lost = lines.indices.filter { !shown.contains("word\($0)") }
      #expect(lost.allSatisfy { $0 < first } && (lost.isEmpty || !export.diagnostics.isEmpty), "\(lines) \(lost)")
    }
  }

  @Test("anything that is before the first message, and a date that is none, are reported with their lines")
  func told() {
    let export = ChatExportTests.export(("_chat.txt", "the end of something\n[31.13.23, 10:00:00] Anna: hi\n"))
    #expect(export.chats.first?.entries.map(\.text) == ["hi"])
    #expect(export.diagnostics.diagnostics.map { $0.place?.description } == ["_chat.txt:1", "_chat.txt:2"])
    #expect(export.diagnostics.diagnostics.map(\.code) == ["chat.entry", "chat.bad-date"])
  }
}

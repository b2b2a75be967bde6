import Diagnostics
import FeedReading
import Testing

@Suite("Exports of chats")
struct ChatExportTests {
  static func export(_ documents: (String, String)...) -> ChatExport {
    ChatExport(documents.map { ChatDocument(name: $0.0, bytes: Array($0.1.utf8)) })
  }

  @Test("what Telegram writes against the rules of JSON is put right, and reported")
  func damagedTelegram() throws {
    var bytes = Array(
      #"{"name":"A","type":"personal_chat","id":1,"messages":[{"id":2,"type":"message","date_unixtime":"5","from":"B","text":"one\x1Ftwo \\x41 \u2028"#
        .utf8)
    bytes += [0x80, 0xA8]
    bytes += Array(#"end"}]}"#.utf8)
    let export = ChatExport([ChatDocument(name: "result.json", bytes: bytes)])
    let entry = try #require(export.chats.first?.entries.first)
    #expect(entry.text == "one\u{1F}two \\x41 \u{2028}end")
    #expect(entry.date?.description == "1970-01-01T00:00:05Z")
    #expect(export.diagnostics.diagnostics.map(\.code) == ["chat.repaired"])
  }

  @Test("who came to a Slack channel, and who left it, is reported in the card's words; a topic in the export's")
  func slackEvents() {
    func message(_ ts: String, _ subtype: String) -> String {
      #"{"type":"message","subtype":"\#(subtype)","ts":"\#(ts)","user":"U1","text":"<@U1> did it"}"#
    }
    let messages = [message("1.0", "channel_join"), message("2.0", "channel_leave"), message("3.0", "channel_topic")]
    let export = Self.export(
      ("channels.json", #"[{"id":"C1","name":"general"}]"#),
      ("general/2024-01-01.json", "[\(messages.joined(separator: ","))]"))
    let kinds = export.chats.first?.entries.map(\.kind)
    #expect(
      kinds == [
        .service(.memberJoined, action: "channel_join"), .service(.memberLeft, action: "channel_leave"),
        .service(.other("channel topic"), action: "channel_topic"),
      ])
  }

  @Test("Telegram's lists of things to do, games and invoices say what they are of")
  func telegramRows() {
    let export = Self.export(
      (
        "result.json",
        #"{"name":"A","type":"personal_chat","id":1,"messages":["#
          + #"{"id":1,"type":"message","date_unixtime":"5","from":"B","text":"","todo_list":"#
          + #"{"title":"Weekend","answers":[{"text":"Buy milk","id":1},{"text":["Ship ",{"type":"bold","text":"it"}],"id":2}]}},"#
          + #"{"id":2,"type":"message","date_unixtime":"6","from":"B","text":"","game_title":"Jump"},"#
          + #"{"id":3,"type":"message","date_unixtime":"7","from":"B","text":"","invoice_information":{"title":"Tea"}}]}"#
      ))
    #expect(
      export.chats.first?.entries.flatMap(\.media).map(\.title) == ["Weekend: Buy milk, Ship it", "Jump", "Tea"])
    #expect(export.chats.first?.entries.flatMap(\.media).map(\.kind) == [.todo, .game, .invoice])
  }

  @Test("Meta's bytes are put together string by string; anything that is sound stays")
  func damagedMeta() {
    let export = Self.export(
      (
        "message_1.json",
        #"{"participants":[],"title":"Mi\u00c5\u0082osz","thread_path":"inbox/1","messages":["#
          + #"{"sender_name":"Ana \u00e9","timestamp_ms":2000,"content":"\u00f0\u009f\u008e\u0086"},"#
          + #"{"sender_name":"Ana \u00e9","timestamp_ms":1000,"content":"first"}]}"#
      ))
    #expect(export.chats.first?.name == "Miłosz")
    #expect(export.chats.first?.entries.map(\.text) == ["first", "🎆"])
    #expect(export.chats.first?.entries.map(\.author?.name) == ["Ana é", "Ana é"])
    #expect(export.chats.first?.entries.map(\.id) == ["1", "2"])
  }

  @Test("parts of a Discord channel are one chat; numbers are events up to 18")
  func discordParts() {
    func part(_ messages: String) -> String {
      #"{"guild":null,"channel":{"id":"7","name":"games"},"messages":[\#(messages)]}"#
    }
    let export = Self.export(
      (
        "games [part 1].json",
        part(#"{"id":"1","type":"8","timestamp":"2025-10-01T10:00:00.1239+02:00","content":"","author":{"name":"a"}}"#)
      ),
      (
        "games [part 2].json",
        part(#"{"id":"2","type":"19","timestamp":"2025-10-01T10:00:00+02:00","content":"x","author":{"name":"a"}}"#)
      ))
    #expect(export.chats.count == 1)
    #expect(export.chats.first?.entries.map(\.kind) == [.service(.boosted, action: "8"), .message])
    #expect(export.chats.first?.entries.first?.date?.description == "2025-10-01T08:00:00.123Z")
  }

  @Test(
    "an event has a known kind in every service, or the service's own words",
    arguments: [
      ("m.room.member", "join", SystemKind.memberJoined), ("m.room.name", nil, .titleChanged),
      ("m.room.member", "knock", .other("room member knock")), ("m.room.tombstone", nil, .roomMoved),
      ("org.example.thing", nil, .other("org example thing")),
    ] as [(String, String?, SystemKind)])
  func events(_ type: String, _ membership: String?, _ event: SystemKind) {
    let content = membership.map { #"{"membership":"\#($0)"}"# } ?? "{}"
    let entry = #"{"type":"\#(type)","sender":"@a:x","event_id":"$1","origin_server_ts":1,"content":\#(content)}"#
    let export = Self.export(("room.json", #"{"room_name":"Room","messages":[\#(entry)]}"#))
    let action = membership.map { "\(type):\($0)" } ?? type
    #expect(export.chats.first?.entries.map(\.kind) == [.service(event, action: action)])
  }

  @Test("a workspace's references have names, and javascript is not a link")
  func slackReferences() throws {
    let export = Self.export(
      ("channels.json", #"[{"id":"C1","name":"general"},{"id":"C2","name":"gone"}]"#),
      (
        "general/2024-10-01.json",
        #"[{"type":"message","user":"U1","ts":"2.5","text":"<@U1> <#C2> <javascript:x|y> &lt;b&gt; <unfinished"}]"#
      ),
      ("users.json", #"[{"id":"U1","name":"nora","profile":{"display_name":"Nora"}}]"#))
    #expect(export.holdsSeveral)
    #expect(export.chats.map(\.name) == ["general"])
    let entry = try #require(export.chats.first?.entries.first)
    #expect(entry.text == "@Nora #gone y <b> <unfinished")
    #expect(entry.facets.map(\.kind) == [.mention, .hashtag])
    #expect(entry.date?.description == "1970-01-01T00:00:02.500Z")
  }

  @Test(
    "a day over 12 says in which order WhatsApp wrote a date",
    arguments: [
      ("1/31/20, 4:05 PM - Ann: hi", "2020-01-31T16:05:00"), ("31/1/20, 16:05 - Ann: hi", "2020-01-31T16:05:00"),
      ("2/3/20, 12:00 AM - Ann: hi", "2020-02-03T00:00:00"), ("[02.03.20, 09:08:07] Ann: hi", "2020-03-02T09:08:07"),
      ("[2020-03-02, 9:08:07\u{202F}PM] Ann: hi", "2020-03-02T21:08:07"),
    ])
  func whatsAppDates(_ line: String, _ date: String) throws {
    let entry = try #require(Self.export(("chat.txt", line + "\nmore: of it\n")).chats.first?.entries.first)
    #expect(entry.date?.description == date)
    #expect(entry.text == "hi\nmore: of it")
    #expect(entry.author?.name == "Ann")
  }

  @Test("an edit by someone else changes nothing in Matrix")
  func matrixEdits() throws {
    func event(_ id: String, _ sender: String, _ time: Int, _ content: String) -> String {
      #"{"event_id":"\#(id)","type":"m.room.message","sender":"\#(sender)","origin_server_ts":\#(time),"content":\#(content)}"#
    }
    func edit(_ words: String) -> String {
      #"{"body":"* \#(words)","m.new_content":{"body":"\#(words)","msgtype":"m.text"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}"#
    }
    let events = [
      event("$1", "@a", 1, #"{"body":"old","msgtype":"m.text"}"#), event("$2", "@b", 3, edit("forged")),
      event("$3", "@a", 2, edit("new")),
    ]
    let export = Self.export(("export.json", #"{"room_name":"R","messages":[\#(events.joined(separator: ","))]}"#))
    #expect(export.chats.first?.entries.map(\.text) == ["new"])
    #expect(export.chats.first?.entries.first?.isEdited == true)
  }

  @Test(
    "anything that is not a chat is reported",
    arguments: [("{", "chat.not-json"), ("{\"a\": 1}", "chat.unknown-format")])
  func noChat(_ text: String, _ code: String) {
    let export = Self.export(("file.json", text))
    #expect(export.chats.isEmpty)
    #expect(export.diagnostics.diagnostics.map(\.code) == [code])
  }

  @Test("items of the wrong kind are reported and skipped; dates that are none, too")
  func wrongKinds() {
    let export = Self.export(
      (
        "result.json",
        #"{"name":"A","id":1,"type":"x","messages":[{"id":1,"type":"message","date":"soon","text":7},3,null,[]]}"#
      ))
    #expect(export.chats.first?.entries.map(\.text) == ["7"])
    let codes = export.diagnostics.diagnostics.map(\.code)
    #expect(Set(codes) == ["chat.bad-date", "chat.entry"] && codes.count == 4)
  }

  @Test(
    "what Messenger reports about a conversation is an event, in both languages; what someone writes is a message",
    arguments: [
      ("Anna named the group Beach.", "name_group"), ("Anna left the group.", "leave"),
      ("Anna added Boris to the group.", "add_member"), ("Anna removed Boris from the group.", "remove_member"),
      ("You changed the group photo.", "group_photo"), ("Anna created a poll: Where?", "poll"),
      ("Anna set the nickname for Boris to Bo.", "nickname"), ("Anna started a video chat.", "call"),
      ("The video call ended.", "call"), ("Anna pinned a message.", "pin_message"),
      ("Anna назвала группу «Пляж».", "name_group"), ("Anna назвал(-а) группу Пляж.", "name_group"),
      ("Anna покинула группу.", "leave"), ("Anna вышла из группы.", "leave"),
      ("Anna добавил(а) Бориса в группу.", "add_member"), ("Вы изменили тему чата.", "look"),
      ("Anna создала опрос: Куда?", "poll"), ("Anna начала видеочат.", "call"), ("Видеочат завершен.", "call"),
      ("Anna presented a plan.", nil), ("I left the group.", nil), ("Anna left the group.\nOr not.", nil),
      ("Anna добавила соли.", nil), ("named the group", nil),
    ] as [(String, String?)])
  func metaEvents(text: String, action: String?) throws {
    let damaged = String(decoding: text.utf8.flatMap { Array(String(UnicodeScalar($0)).utf8) }, as: UTF8.self)
      .replacing("\n", with: "\\n")
    let export = Self.export(
      (
        "message_1.json",
        #"{"participants":[],"thread_path":"a","messages":[{"sender_name":"Anna","timestamp_ms":1,"content":"\#(damaged)"}]}"#
      ))
    let entry = try #require(export.chats.first?.entries.first)
    #expect(entry.text == text)
    if let action, case .service(let kind, let own) = entry.kind {
      #expect(own == action && (kind == .memberLeft) == (action == "leave"))
    } else {
      #expect(action == nil && entry.kind == .message)
    }
  }

  @Test("Messenger's note about a sent file is dropped if the file is shown")
  func metaFiles() {
    func message(_ text: String) -> ChatEntry {
      var entry = ChatEntry(id: "1", author: .init(name: "Anna"), date: ChatDate(seconds: 1), text: text)
      entry.media = [ChatMedium(.link, address: "https://a.example")]
      return entry
    }
    let entries = [
      message("Anna sent an attachment."), message("Anna отправила вложение."),
      message("Anna sent word"),
    ]
    let posts = ChatPosts(Chat(service: .meta, name: "A", entries: entries)).posts
    #expect(posts.dropFirst().map(\.text) == ["", "", "Anna sent word"])
  }

  @Test("of Matrix a name that changes is no arrival, and anyone who is put out has not left")
  func matrixMembers() {
    func event(_ id: Int, _ membership: String, before: String?, of key: String) -> String {
      let unsigned = before.map { #","unsigned":{"prev_content":{"membership":"\#($0)"}}"# } ?? ""
      return
        #"{"type":"m.room.member","event_id":"$\#(id)","sender":"@a","state_key":"\#(key)","origin_server_ts":\#(id),"content":{"membership":"\#(membership)","displayname":"A"}\#(unsigned)}"#
    }
    let events = [
      event(1, "join", before: nil, of: "@a"), event(2, "join", before: "invite", of: "@a"),
      event(3, "join", before: "join", of: "@a"), event(4, "leave", before: "join", of: "@a"),
      event(5, "leave", before: "join", of: "@b"), event(6, "leave", before: "ban", of: "@b"),
    ]
    let export = Self.export(("chat.json", #"{"room_name":"R","messages":[\#(events.joined(separator: ","))]}"#))
    let kinds = export.chats.first?.entries.map { entry -> SystemKind? in
      if case .service(let kind, _) = entry.kind { kind } else { nil }
    }
    #expect(
      kinds == [.memberJoined, .memberJoined, .profileChanged, .memberLeft, .memberRemoved, .permissionsChanged])
  }

  @Test("of a message that was edited or deleted the earlier export's words are kept, and one that is gone is marked")
  func earlier() throws {
    func document(_ messages: [(id: Int, text: String)]) -> String {
      let written = messages.map {
        #"{"id":"\#($0.id)","type":"Default","timestamp":"2024-06-01T10:0\#($0.id):00+00:00","content":"\#($0.text)","author":{"id":"1","name":"B"}}"#
      }
      return #"{"channel":{"id":"7","name":"general"},"messages":[\#(written.joined(separator: ","))]}"#
    }
    let export = Self.export(
      ("june.json", document([(1, "one"), (2, "two"), (3, "three")])),
      ("july.json", document([(1, "one"), (3, "three, edited"), (4, "four")])),
      ("august.json", document([(1, "one"), (3, "three, again"), (4, "four"), (5, "five")])))
    // Reported once, however many exports lack the entry.
    #expect(
      export.diagnostics.diagnostics.first { $0.code == "chat.deleted" }?.message
        == "1 entry of general is missing in the later export; it is shown as removed")
    let posts = ChatPosts(try #require(export.chats.first)).posts.filter { $0.id.hasPrefix("message") }
    #expect(posts.map(\.text) == ["one", "two", "three, again", "four", "five"])
    #expect(posts.map { $0.earlier.map(\.text) } == [[], [], ["three", "three, edited"], [], []])
    #expect(posts[2].earlier.map(\.exported) == [3, 4].map { 1_717_236_000 + $0 * 60 })
    #expect(posts.map { $0.flags.contains(.removed) } == [false, true, false, false, false])
  }
}

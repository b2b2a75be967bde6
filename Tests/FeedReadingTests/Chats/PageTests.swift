import FeedReading
import Support
import Testing

@Suite("Chats that were exported as pages")
struct PageTests {
  private static func telegram(_ messages: String) -> String {
    """
    <!DOCTYPE html><html><head><title>Exported Data</title></head><body><div class="page_wrap">
    <div class="page_header"><div class="content"><div class="text bold">Plans &amp; Co </div></div></div>
    <div class="page_body chat_page"><div class="history">\(messages)</div></div></div></body></html>
    """
  }

  private static let messages = """
    <div class="message service" id="message-1"><div class="body details">1 June 2024</div></div>
    <div class="message service" id="message4"><div class="body details">Anna created group</div></div>
    <div class="message default clearfix" id="message5">
     <div class="pull_left userpic_wrap"><div class="userpic"><div class="initials">A</div></div></div>
     <div class="body">
      <div class="pull_right date details" title="01.06.2024 12:00:05 UTC+02:00">12:00</div>
      <div class="from_name">
    Anna </div>
      <div class="text">
    One &lt;two&gt;<br>see <a href="https://a.example/x">there</a>
      </div>
      <span class="reactions"><span class="reaction"><span class="emoji">👍</span><span class="count">2</span></span></span>
     </div>
    </div>
    <div class="message default clearfix joined" id="message6"><div class="body">
      <div class="pull_right date details" title="01.06.2024 12:01:00 UTC+02:00">12:01</div>
      <div class="reply_to details">In reply to <a href="#go_to_message5" onclick="x">this message</a></div>
      <div class="media_wrap clearfix"><a class="photo_wrap clearfix pull_left" href="photos/a.jpg"><img class="photo" src="photos/a_thumb.jpg"/></a></div>
    </div></div>
    <div class="message default clearfix" id="message7"><div class="body">
      <div class="pull_right date details" title="01.06.2024 12:02:00 UTC+02:00">12:02</div>
      <div class="from_name">Boris</div>
      <div class="pull_left forwarded userpic_wrap"></div>
      <div class="forwarded body"><div class="from_name">Zoya <span class="date details" title="x"> 31.05.2024 10:00:00</span></div>
      <div class="text">words</div></div>
    </div></div>
    """

  @Test("what Telegram Desktop's pages tell is read, and that JSON would tell more")
  func telegram() throws {
    let export = ChatExportTests.export(
      ("a/messages.html", Self.telegram(Self.messages)),
      (
        "a/messages2.html",
        Self.telegram(
          #"<div class="message default" id="message8"><div class="body"><div class="from_name">Anna</div><div class="text">last</div></div></div>"#
        )
      ))
    #expect(export.diagnostics.diagnostics.map(\.code) == ["chat.page", "chat.page"])
    let chat = try #require(export.chats.first)
    #expect(export.chats.count == 1 && chat.name == "Plans & Co")
    #expect(chat.entries.map(\.id) == ["4", "5", "6", "7", "8"])
    #expect(chat.entries.map { $0.author?.name } == [nil, "Anna", "Anna", "Boris", "Anna"])
    #expect(chat.entries.map(\.text) == ["Anna created group", "One <two>\nsee there", "", "words", "last"])
    #expect(chat.entries[1].date?.description == "2024-06-01T10:00:05Z")
    #expect(chat.entries[1].facets.map(\.url) == ["https://a.example/x"])
    #expect(chat.entries[1].reactions == [.init("👍", 2)])
    #expect(chat.entries[2].replyTo == "5")
    #expect(chat.entries[2].media.map(\.address) == ["photos/a.jpg"])
    #expect(chat.entries[3].forward == .from("Zoya"))
  }

  @Test(
    "a service line of a page is of the day that is above it: of a message's moment there, else of its beginning")
  func telegramDays() throws {
    func day(_ words: String, _ id: Int) -> String {
      #"<div class="message service" id="message-\#(id)"><div class="body details">\#(words)</div></div>"#
    }
    func event(_ id: Int) -> String {
      #"<div class="message service" id="message\#(id)"><div class="body details">Vera pinned this message</div></div>"#
    }
    let message = #"""
      <div class="message default" id="message8"><div class="body"><div class="pull_right date details" title="03.09.2024 12:00:05 UTC+02:00">12:00</div><div class="from_name">Vera</div><div class="text">a</div></div></div>
      """#
    let html = day("3 September 2024", 1) + event(7) + message + event(9) + day("10 September 2024", 2) + event(10)
    let chat = try #require(ChatExportTests.export(("messages.html", Self.telegram(html))).chats.first)
    #expect(chat.entries.map(\.id) == ["7", "8", "9", "10"])
    let moment = "2024-09-03T10:00:05Z"
    #expect(chat.entries.map { $0.date?.description } == [moment, moment, moment, "2024-09-10T00:00:00"])
  }

  @Test("what DiscordChatExporter's pages tell is read; an id says when a message was written")
  func discord() throws {
    let page = """
      <!DOCTYPE html><html><head><style>.chatlog__message-container{}</style></head><body>
      <div class=preamble><div class=preamble__entry>Server</div><div class=preamble__entry>Text / general</div></div>
      <div class=chatlog><div class=chatlog__message-group>
      <div id=chatlog__message-container-1012224565567721552 class=chatlog__message-container data-message-id=1012224565567721552>
      <div class=chatlog__message><div class=chatlog__message-primary><div class=chatlog__header>
      <span class=chatlog__author title=anna data-user-id=77>Anna</span></div>
      <div class="chatlog__content chatlog__markdown"><span class=chatlog__markdown-preserve>two
      lines <img class=chatlog__emoji alt="🙂"></span> <span class=chatlog__edited-timestamp>(edited)</span></div>
      <div class=chatlog__attachment><a href="files/a.png"><img class=chatlog__attachment-media src="files/a.png"></a></div>
      </div></div></div>
      <div class=chatlog__message-container data-message-id=1012224565567721553>
      <div class=chatlog__reply><span class=chatlog__reply-link onclick="scrollToMessage(event, '1012224565567721552')">x</span></div>
      <div class="chatlog__content"><span class=chatlog__markdown-preserve>second</span></div></div>
      </div></div></body></html>
      """
    let export = ChatExportTests.export(("Server - Text - general [42].html", page))
    let chat = try #require(export.chats.first)
    #expect(chat.name == "general" && chat.id == "42")
    #expect(chat.entries.map(\.author) == [.init(id: "77", name: "Anna"), .init(id: "77", name: "Anna")])
    #expect(chat.entries.map(\.text) == ["two\nlines 🙂", "second"])
    #expect(chat.entries[0].date?.description == "2022-08-25T04:59:02.654Z")
    #expect(chat.entries[0].isEdited && chat.entries[0].media.map(\.address) == ["files/a.png"])
    #expect(chat.entries[1].replyTo == "1012224565567721552")
  }

  @Test("direct messages of X's archive are chats, the oldest first")
  func directMessages() throws {
    func message(_ id: Int, _ sender: Int) -> String {
      #"{"messageCreate": {"id": "\#(id)", "senderId": "\#(sender)", "text": "m\#(id)", "createdAt": "2024-01-0\#(id)T10:00:00.000Z", "mediaUrls": []}}"#
    }
    let script =
      #"window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "7-9", "messages": [\#(message(2, 9)), \#(message(1, 7))]}}]"#
    var document = ChatDocument(name: "data/direct-messages.js", bytes: Array(script.utf8))
    document.owner = .init(id: "9", name: "Anna")
    let chat = try #require(ChatExport([document]).chats.first)
    #expect(chat.name == "7" && chat.owner == "9")
    #expect(chat.entries.map(\.text) == ["m1", "m2"])
    #expect(chat.entries.map { $0.author?.name } == ["7", "Anna"])
  }

  @Test(
    "files omitted by WhatsApp are recognized in every case and language",
    arguments: [
      ("<media omitted>", MediaKind.file), ("<Media omitted>", .file), ("<Medien ausgeschlossen>", .file),
      ("<Без медиафайлов>", .file), ("\u{200E}Image omitted", .photo), ("\u{200E}Bild weggelassen", .photo),
      ("\u{200E}стикер не добавлен", .sticker),
    ])
  func omitted(text: String, kind: MediaKind) {
    let export = ChatExportTests.export(("_chat.txt", "[01/06/2024, 10:00:00] Anna: \(text)\n"))
    #expect(export.chats.first?.entries.first?.media.map(\.kind) == [kind])
    #expect(export.chats.first?.entries.first?.text == "")
  }

  @Test("someone's words between brackets are words")
  func words() {
    let export = ChatExportTests.export(("_chat.txt", "[01/06/2024, 10:00:00] Anna: <media>\n"))
    #expect(export.chats.first?.entries.first?.text == "<media>")
  }
}

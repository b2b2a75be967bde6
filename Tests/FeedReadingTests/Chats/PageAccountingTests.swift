import FeedReading
import Support
import Testing

/// Every text of a page and of a chat as a whole is shown or counted by name.
@Suite("Accounting for pages and chats")
struct PageAccountingTests {
  private static func counted(_ documents: (String, String)...) -> String {
    let export = ChatExport(documents.map { ChatDocument(name: $0.0, bytes: Array($0.1.utf8)) })
    let told = export.diagnostics.diagnostics.first { $0.code == "chat.not-shown" }?.message ?? ""
    return told.split(separator: "not shown: ").last.map(String.init) ?? ""
  }

  // MARK: Pages

  private static func telegram(_ body: String) -> String {
    counted(
      (
        "messages.html",
        """
        <!DOCTYPE html><html><body><div class="page_wrap"><div class="page_header"><div class="text bold">Plans</div></div>
        <div class="history"><div class="message default clearfix" id="message5">
        <div class="pull_left userpic_wrap"><div class="userpic"><div class="initials">AB</div></div></div>
        <div class="body"><div class="pull_right date details" title="01.06.2024 12:00:05 UTC+02:00">12:00</div>
        <div class="from_name">Anna Berg</div>\(body)</div></div></div></div></body></html>
        """
      ))
  }

  @Test("a text of Telegram's page is counted by its class, unless it is shown or the page's own")
  func telegram() {
    #expect(Self.telegram(#"<div class="text">some <b>words</b></div>"#).isEmpty)
    #expect(
      Self.telegram(
        ##"<div class="reply_to details">In reply to <a href="#go_to_message4">this message</a></div><div class="text">a</div>"##
      ).isEmpty)
    let media = { (inner: String) in
      #"<div class="media_wrap"><div class="media media_file"><div class="body">\#(inner)</div></div></div>"#
    }
    #expect(
      Self.telegram(media(#"<div class="title bold">a report.pdf</div><div class="status details">1.2 MB, soon</div>"#))
        .isEmpty)
    #expect(
      Self.telegram(media(#"<div class="title bold">a</div><div class="zz_new">other words</div>"#))
        == "1 text in “zz_new” (Telegram)")
    #expect(
      Self.telegram(
        #"<div class="media_wrap"><div class="media_poll"><div class="question bold">Who comes?</div><div class="details">Anonymous poll</div><div class="answer">- Anna <span class="details">1 vote, chosen vote</span></div><div class="total details">1 vote</div></div></div>"#
      ).isEmpty)
  }

  private static func discord(_ inner: String, preamble: String = "") -> String {
    counted(
      (
        "a.html",
        """
        <!DOCTYPE html><html><head><style>.chatlog__message-container{}</style></head><body>
        <div class=preamble>\(preamble)<div class=preamble__entry>Text / general</div></div>
        <div class=chatlog__message-container data-message-id=1012224565567721552><div class=chatlog__header>
        <span class=chatlog__author data-user-id=77>Anna</span><span class=chatlog__author-tag>BOT</span>
        <span class=chatlog__timestamp>June 1, 2024 at noon</span></div>\(inner)</div></body></html>
        """
      ))
  }

  @Test("a text of Discord's page is counted by its class, and a heading that is no name of the channel")
  func discord() {
    #expect(Self.discord("<div class=chatlog__content><span>some words</span></div>").isEmpty)
    #expect(
      Self.discord("<div class=chatlog__poll><span class=chatlog__poll-question>Who comes?</span></div>")
        == "1 text in “chatlog__poll-question” (Discord)")
    #expect(
      Self.discord(
        "<div class=chatlog__embed><div class=chatlog__embed-title>A title</div><div class=chatlog__embed-description>Some words</div></div>"
      ).isEmpty)
    let heading = Self.discord(
      "<div class=chatlog__content>a</div>",
      preamble: "<div class=preamble__entry>The server</div>")
    #expect(heading == "1 heading of a page (Discord)")
  }

  @Test("an answer of Discord's page quotes a message that the page lacks")
  func discordAnswer() throws {
    let page = """
      <html><head><style>.chatlog__message-container{}</style></head><body>
      <div class=chatlog__message-container data-message-id=1012224565567721552><span class=chatlog__author>Anna</span>
      <div class=chatlog__reply><div class=chatlog__reply-author>Boris</div><div class=chatlog__reply-content><span class=chatlog__reply-link onclick="scrollToMessage(event, '7')">the first words</span></div></div>
      <div class=chatlog__content>answer</div></div></body></html>
      """
    let export = ChatExport([ChatDocument(name: "a.html", bytes: Array(page.utf8))])
    let chat = try #require(export.chats.first)
    #expect(ChatPosts(chat).posts.last?.text == "answer\n\nBoris: the first words")
  }

  private static func vk(_ items: String) -> String {
    counted(
      (
        "Archive/messages/1/messages0.html",
        """
        <!DOCTYPE html><html><head><meta charset="utf-8"><meta name="jd" content="x"><title>A</title></head><body>
        <div class="wrap_page">\(items)</div></body></html>
        """
      ))
  }

  @Test("a text of VK's page is counted by its class, unless it is shown or VK's name of an attachment")
  func vk() {
    func message(_ inner: String, besides others: String = "") -> String {
      Self.vk(
        #"<div class="item"><div class="item__main"><div class="message" data-id="1"><div class="message__header"><a href="https://vk.com/id1">Anna Berg</a>, 18 May 2024 at 10:00:00</div><div>\#(inner)</div></div></div></div>\#(others)"#
      )
    }
    #expect(message("some words").isEmpty)
    #expect(
      message(
        #"<div class="kludges"><div class="attachment"><div class="attachment__description">Фотография</div><a class="attachment__link" href="https://a.example/x.jpg">https://a.example/x.jpg</a></div></div>"#
      ).isEmpty)
    #expect(
      message("a", besides: #"<div class="item"><div class="zz">no message at all</div></div>"#)
        == "1 unknown part of a page (VK)")
  }

  @Test(
    "no text of the samples' pages is lost or counted without need",
    arguments: RealChatsTests.exports.filter { $0.contains("_html/") })
  func samples(_ name: String) throws {
    let folder = try #require(ExtraVectors.url("feeds/chats"))
    let export = ChatExport(try RealChatsTests.documents(name, in: folder))
    let told = export.diagnostics.diagnostics.filter { $0.code == "chat.not-shown" }.map(\.message)
    #expect(!told.contains { $0.contains("text in") || $0.contains("texts in") }, "\(told)")
  }

  // MARK: Chats as a whole

  @Test("topics, descriptions and pinned messages are counted by name")
  func chats() {
    let message = #"{"id":"1","type":"Default","content":"a"}"#
    #expect(
      Self.counted(
        (
          "a.json",
          #"{"guild":{"id":"1","name":"The server"},"channel":{"id":"7","name":"general","category":"Text","topic":"about it"},"messages":[\#(message)]}"#
        ))
        == "1 chat's “channel.category” (Discord), 1 chat's “channel.topic” (Discord), 1 chat's “guild.name” (Discord)")
    #expect(
      Self.counted(
        (
          "channels.json",
          #"[{"id":"C1","name":"a","topic":{"value":"about it","creator":"U1"},"purpose":{"value":""},"members":["U1"]}]"#
        ), ("a/1.json", #"[{"type":"message","ts":"1.1","user":"U","text":"own words"}]"#))
        == "1 chat's “topic.value” (Slack)")
    #expect(
      Self.counted(
        (
          "export.json",
          #"{"room_name":"R","room_creator":"@a:x","topic":"about it","export_date":"January 1, 2024","messages":[{"type":"m.room.message","sender":"@a:x","origin_server_ts":1,"event_id":"$1","content":{"msgtype":"m.text","body":"a"}}]}"#
        )) == "1 chat's “topic” (Matrix)")
    #expect(
      Self.counted(
        (
          "result.json",
          #"{"name":"A","type":"private_group","id":1,"zz_new":"about it","messages":[{"id":1,"type":"message","date_unixtime":"5","from":"B","text":"a"}]}"#
        )) == "1 chat's “zz_new” (Telegram)")
    #expect(
      Self.counted(
        (
          "message_1.json",
          #"{"participants":[{"name":"Ben Ost"}],"title":"A","thread_path":"a","magic_words":[{"magic_word":"la fÃªte"}],"messages":[{"sender_name":"Ben Ost","timestamp_ms":1716000000000,"content":"a"}]}"#
        )) == "1 chat's “magic_words.magic_word” (Messenger or Instagram)")
  }

  @Test("the pinned message of VK's conversation is counted if the chat lacks it")
  func pinned() {
    func told(_ id: Int) -> String {
      Self.counted(
        (
          "a.json",
          #"{"response":{"count":1,"items":[{"id":1,"date":1716000000,"from_id":1,"peer_id":2000000001,"out":0,"text":"own words"}],"conversations":[{"peer":{"id":2000000001,"type":"chat"},"chat_settings":{"title":"Group","state":"in","pinned_message":{"id":\#(id),"text":"own words that are pinned"}}}]}}"#
        ))
    }
    #expect(told(9) == "1 chat's “pinned_message.text” (VK)")
    #expect(told(1).isEmpty)
  }
}

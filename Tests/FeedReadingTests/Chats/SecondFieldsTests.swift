import Diagnostics
import FeedReading
import Support
import Testing

/// Words of messages outside their texts.
@Suite("Second fields of messages")
struct SecondFieldsTests {
  private static func entries(_ documents: (String, String)...) -> [ChatEntry] {
    export(documents).chats.first?.entries ?? []
  }

  private static func export(_ documents: [(String, String)]) -> ChatExport {
    ChatExport(documents.map { ChatDocument(name: $0.0, bytes: Array($0.1.utf8)) })
  }

  private static func slack(_ messages: String) -> [ChatEntry] {
    entries(("channels.json", #"[{"id":"C1","name":"a"}]"#), ("a/2024-05-18.json", "[\(messages)]"))
  }

  private static func telegram(_ messages: String) -> [ChatEntry] {
    entries(("result.json", #"{"name":"A","type":"private_supergroup","id":1,"messages":[\#(messages)]}"#))
  }

  private static func discord(_ message: String) -> ChatEntry? {
    entries(("a.json", #"{"channel":{"id":"7","name":"a"},"messages":[\#(message)]}"#)).first
  }

  private static func matrix(_ events: String) -> ChatExport {
    export([("export.json", #"{"room_name":"R","exported_by":"@b:x","messages":[\#(events)]}"#)])
  }

  // MARK: Slack

  @Test("the pretext, the text, the fields and the footer of Slack's attachments are a passage")
  func slackAttachment() {
    let entry = Self.slack(
      #"{"type":"message","ts":"1.1","username":"Pager","text":"","attachments":[{"pretext":"Two alarms","title":"Boiler","#
        + #""title_link":"https://a.example/1","text":"98 *degrees*","fields":[{"title":"Host","value":"b"}],"footer":"v2"}]}"#
    ).first
    #expect(entry?.passages.map(\.string) == ["Two alarms\n98 degrees\nHost\nb\nv2"])
    #expect(entry?.media.map(\.title) == ["Boiler"])
  }

  @Test("a message of Slack whose words are only in its blocks has these words")
  func slackBlocks() {
    let entries = Self.slack(
      #"{"type":"message","ts":"1.1","user":"U","text":"","blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","#
        + #""elements":[{"type":"text","text":"only here ","style":{"strike":true}},{"type":"emoji","name":"wave","unicode":"1f44b"}]}]}]},"#
        + #"{"type":"message","ts":"2.1","user":"U","text":"","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"*a* &amp; b"},"#
        + #""fields":[{"type":"mrkdwn","text":"c"}]},{"type":"unheard_of","elements":[{"type":"plain_text","text":"d"}]}]}"#
    )
    #expect(entries.map { $0.drawn?.string } == ["only here 👋", "a & b\nc\nd"])
    #expect(entries.first?.drawn?.facets.map(\.kind) == [.struck])
  }

  @Test("blocks that only repeat the text of a message are not shown twice")
  func slackRepeated() {
    let entry = Self.slack(
      #"{"type":"message","ts":"1.1","user":"U","text":"Hello <https://a.example|there>","blocks":[{"type":"section","#
        + #""text":{"type":"mrkdwn","text":"Hello there"}}]}"#
    ).first
    #expect(entry?.drawn?.string == "Hello there" && entry?.passages.isEmpty == true)
  }

  // MARK: Discord

  @Test("the author, the description, the fields and the footer of Discord's embeds are a passage")
  func discordEmbed() {
    let entry = Self.discord(
      #"{"id":"1","type":"Default","content":"look","embeds":[{"title":"T","url":"https://a.example","author":{"name":"Ann"},"#
        + #""description":"**d**","fields":[{"name":"n","value":"v"}],"footer":{"text":"f"}}]}"#)
    #expect(entry?.passages.map(\.string) == ["Ann\nd\nn\nv\nf"])
    #expect(entry?.media.map(\.title) == ["T"])
  }

  @Test("a mention in Discord's text has the name that the message gives for its id")
  func discordMention() {
    let entry = Self.discord(
      #"{"id":"1","type":"Default","content":"<@!5> hi","mentions":[{"id":"5","name":"anna","nickname":"Anna"}]}"#)
    #expect(entry?.drawn?.string == "@Anna hi" && entry?.text == "<@!5> hi")
  }

  @Test("a forwarded message of Discord keeps the words of its embeds")
  func discordForward() {
    let entry = Self.discord(
      #"{"id":"1","type":"Default","content":"","forwardedMessage":{"content":"far","embeds":[{"description":"away"}]}}"#
    )
    #expect(entry?.text == "far" && entry?.passages.map(\.string) == ["away"])
  }

  // MARK: Telegram

  @Test(
    "events of Telegram say what they are about",
    arguments: [
      (#""action":"edit_group_title","title":"New""#, "«New»"),
      (#""action":"invite_members","members":["Ann",null,"Ben"]"#, "Ann, –, Ben"),
      (#""action":"topic_created","title":"Seeds""#, "«Seeds»"),
      (#""action":"phone_call","duration_seconds":65,"discard_reason":"hangup""#, "1:05"),
      (#""action":"phone_call","discard_reason":"missed""#, "missed"),
      (#""action":"send_payment","amount":500,"currency":"EUR","invoice_message_id":5"#, "5.00 EUR"),
      (#""action":"send_payment","amount":500,"currency":"JPY""#, "500 JPY"),
      (#""action":"send_star_gift","stars":50,"gift_text":"Congrats""#, "50 ⭐, Congrats"),
      (#""action":"set_messages_ttl","period":86400"#, "1 d"),
      (#""action":"join_group_by_link","inviter":"Ann""#, "Ann"),
      (#""action":"paid_messages_price_change","price_stars":5"#, "price of paid messages, 5 ⭐"),
      (#""action":"some_future_action","amount":4,"what":"it is""#, "some future action, what it is"),
      (#""action":"suggest_birthday","birthday":{"day":3,"month":4}"#, "birthday suggested, 3.4"),
    ])
  func telegramEvents(members: String, detail: String) {
    let entries = Self.telegram(#"{"id":1,"type":"service","date_unixtime":"5","actor":"Mo",\#(members)}"#)
    #expect(entries.first?.detail == detail)
  }

  @Test("covered photos, buttons, contacts and stories of Telegram are read")
  func telegramParts() {
    let entries = Self.telegram(
      #"{"id":1,"type":"message","date_unixtime":"5","from":"B","text":"","photo":"p.jpg","media_spoiler":true},"#
        + #"{"id":2,"type":"message","date_unixtime":"6","from":"B","text":"press","inline_bot_buttons":[[{"type":"url","text":"Map","data":"https://m.example"}]]},"#
        + #"{"id":3,"type":"message","date_unixtime":"7","from":"B","text":"","contact_information":{"first_name":"Ann","last_name":"","phone_number":"+49 1"}},"#
        + #"{"id":4,"type":"message","date_unixtime":"8","from":"B","text":"","story":{"id":3}}"#)
    #expect(entries.map(\.isCovered) == [true, false, false, false])
    #expect(entries[1].passages.map(\.string) == ["[Map]"])
    #expect(entries[1].passages.first?.facets.first?.url == "https://m.example")
    #expect(entries[2].media.first?.caption == "+49 1")
    #expect(entries[3].media.map(\.title) == ["Story"])
  }

  @Test("struck, bold, slanted and covered words of Telegram keep their meaning")
  func telegramMarkup() {
    let parts = ["strikethrough", "bold", "italic", "spoiler"].map { #"{"type":"\#($0)","text":"x"}"# }
    let entries = Self.telegram(
      #"{"id":1,"type":"message","date_unixtime":"5","from":"B","text":[\#(parts.joined(separator: ","))]}"#)
    #expect(entries.first?.facets.map(\.kind) == [.struck, .bold, .italic, .spoiler])
  }

  // MARK: Matrix

  private static let poll =
    #"{"type":"m.poll.start","sender":"@a:x","origin_server_ts":1,"event_id":"$p","content":{"m.poll":{"max_selections":1,"#
    + #""question":{"m.text":[{"body":"Salt?"}]},"answers":[{"m.id":"a","m.text":[{"body":"Yes"}]},{"m.id":"b","m.text":[{"body":"No"}]}]}}}"#

  private static func vote(_ person: String, _ answer: String, _ time: Int) -> String {
    #"{"type":"m.poll.response","sender":"\#(person)","origin_server_ts":\#(time),"event_id":"$v\#(time)","content":{"m.selections":["\#(answer)"],"#
      + #""m.relates_to":{"rel_type":"m.reference","event_id":"$p"}}}"#
  }

  @Test("each person's last vote before the end of a poll counts, and an unknown answer spoils it")
  func matrixVotes() {
    let end =
      #"{"type":"m.poll.end","sender":"@a:x","origin_server_ts":9,"event_id":"$e","content":{"m.relates_to":{"event_id":"$p"}}}"#
    let votes = [
      Self.vote("@a:x", "a", 2), Self.vote("@a:x", "b", 3), Self.vote("@b:x", "a", 4), Self.vote("@c:x", "z", 5), end,
      Self.vote("@d:x", "a", 10),
    ]
    let export = Self.matrix(([Self.poll] + votes).joined(separator: ","))
    let entries = export.chats.first?.entries ?? []
    #expect(entries.count == 1)
    #expect(entries.first?.media.first?.answers.map(\.votes) == [1, 1])
    #expect(entries.first?.media.first?.isClosed == true && entries.first?.media.first?.voters == 2)
  }

  @Test("messages that can't be decrypted are marked and counted; the error is never shown as a message")
  func matrixUndecryptable() {
    let export = Self.matrix(
      #"{"type":"m.room.encrypted","sender":"@a:x","origin_server_ts":1,"event_id":"$1","content":{"ciphertext":"AwgA"}},"#
        + #"{"type":"m.room.message","sender":"@a:x","origin_server_ts":2,"event_id":"$2","content":{"msgtype":"m.bad.encrypted","body":"** Unable to decrypt **"}}"#
    )
    #expect(export.chats.first?.entries.map(\.isUndecryptable) == [true, true])
    #expect(export.chats.first?.entries.map(\.text) == ["", ""])
    let told = export.diagnostics.diagnostics.filter { $0.code == "chat.not-shown" }.map(\.message)
    #expect(told == ["2 messages; not shown: 2 undecryptable messages (Matrix)"])
  }

  @Test("an edit whose original lies before the export is the message itself")
  func matrixEdit() {
    let export = Self.matrix(
      [(1, "first try"), (2, "at last")].map { time, words in
        #"{"type":"m.room.message","sender":"@a:x","origin_server_ts":\#(time),"event_id":"$\#(time)","content":{"msgtype":"m.text","body":"* x","#
          + #""m.new_content":{"msgtype":"m.text","body":"\#(words)"},"m.relates_to":{"rel_type":"m.replace","event_id":"$gone"}}}"#
      }.joined(separator: ","))
    let entries = export.chats.first?.entries ?? []
    #expect(entries.map(\.id) == ["$gone"] && entries.map(\.text) == ["at last"] && entries.map(\.isEdited) == [true])
  }

  @Test("an emote of Matrix says who acts, and markup is drawn")
  func matrixEmote() {
    let export = Self.matrix(
      #"{"type":"m.room.message","sender":"@a:x","origin_server_ts":1,"event_id":"$1","content":{"msgtype":"m.emote","body":"waves"}},"#
        + #"{"type":"m.room.message","sender":"@a:x","origin_server_ts":2,"event_id":"$2","content":{"msgtype":"m.text","body":"~~no~~ yes","#
        + #""format":"org.matrix.custom.html","formatted_body":"<del>no</del> <b>yes</b>"}}"#)
    let entries = export.chats.first?.entries ?? []
    #expect(entries.map { $0.drawn?.string } == ["* @a:x waves", "no yes"])
    #expect(entries.map(\.text) == ["waves", "~~no~~ yes"])
    #expect(entries.last?.drawn?.facets.map(\.kind) == [.struck, .bold])
  }

  // MARK: Meta

  private static func meta(_ messages: String, title: String = #""title":"Ann","#) -> Chat? {
    export([
      (
        "your_instagram_activity/messages/inbox/1/message_1.json",
        #"{"participants":[{"name":"Ann"},{"name":"Me"}],\#(title)"thread_path":"inbox/1","messages":[\#(messages)]}"#
      )
    ]).chats.first
  }

  @Test("the encrypted export's title is the person's name without its number, and the other one is the owner")
  func metaTitle() {
    let chat = Self.export([
      (
        "Ann Lee_7.json",
        #"{"participants":["Ann Lee","Me"],"threadName":"Ann Lee_7","messages":[{"senderName":"Me","timestamp":1716000000000,"text":"a","type":"text"}]}"#
      )
    ]).chats.first
    #expect(chat?.name == "Ann Lee" && chat?.owner == "Me")
  }

  @Test("seconds and microseconds in the place of milliseconds are no dates of 1970")
  func metaSeconds() {
    let stamps = ["1716000000", "1716000000000", "1716000000000000"]
    let chat = Self.meta(
      stamps.map { #"{"sender_name":"Ann","timestamp_ms":\#($0),"content":"a"}"# }.joined(separator: ","))
    #expect(chat?.entries.map { $0.date?.description } == Array(repeating: "2024-05-18T02:40:00Z", count: 3))
  }

  @Test("likes and reactions of Instagram are events that name their person")
  func instagramReactions() {
    let lines = [
      "Liked a message", #"Reacted \u00f0\u009f\u0098\u0082 to your message "#, "Liked a message from Tom, I think",
    ]
    let chat = Self.meta(
      lines.enumerated().map { #"{"sender_name":"Me","timestamp_ms":171600000\#(9 - $0)000,"content":"\#($1)"}"# }
        .joined(separator: ","))
    #expect(chat?.entries.map { $0.kind == .message } == [true, false, false])
    #expect(chat?.entries.last?.drawn?.string == "Me: Liked a message")
  }

  @Test("an edited message of Instagram is one message, with its first version")
  func instagramEdits() {
    let chat = Self.meta(
      #"{"sender_name":"Ann","timestamp_ms":1716000090000,"content":"Last summer was long (edited)"},"#
        + #"{"sender_name":"Ann","timestamp_ms":1716000080000,"content":"Last summer"},"#
        + #"{"sender_name":"Me","timestamp_ms":1716000070000,"content":"Alone (edited)"}"#)
    #expect(chat?.entries.map(\.text) == ["Alone", "Last summer was long"])
    #expect(chat?.entries.map(\.isEdited) == [true, true])
    #expect(chat?.entries.last?.earlier.map(\.text) == ["Last summer"])
  }

  // MARK: Counting

  @Test("words in members that no reader knows are counted under their names, once for all messages")
  func unknownMembers() {
    let message =
      #"{"id":1,"type":"message","date_unixtime":"5","from":"B","text":"a","mood":"quite happy","mood_id":"x y"}"#
    let export = Self.export([
      ("result.json", #"{"name":"A","type":"personal_chat","id":1,"messages":[\#(message),\#(message)]}"#)
    ])
    let told = export.diagnostics.diagnostics.filter { $0.code == "chat.not-shown" }.map(\.message)
    #expect(told == ["2 messages; not shown: 2 fields “mood” (Telegram)"])
  }
}

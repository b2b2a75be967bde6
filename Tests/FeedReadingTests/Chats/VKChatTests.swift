import Diagnostics
import FeedReading
import Support
import Testing

@Suite("VK's messages and comments as chats")
struct VKChatTests {
  private static func export(_ documents: (String, [UInt8])...) -> ChatExport {
    ChatExport(documents.map { ChatDocument(name: $0.0, bytes: $0.1) })
  }

  private static func export(_ answer: String) -> ChatExport { export(("a.json", Array(answer.utf8))) }

  private static let people =
    #""profiles":[{"id":100,"first_name":"Rita","last_name":"North"},{"id":1,"first_name":"Kit","last_name":"Field"},{"id":200,"first_name":"Olga","last_name":"K"}]"#

  private static func message(_ id: Int, from: Int, out: Int, _ members: String) -> String {
    #"{"id":\#(id),"date":\#(1_716_000_000 + id),"from_id":\#(from),"peer_id":100,"out":\#(out),\#(members)}"#
  }

  @Test("messages.getHistory is a chat in the order of time, with both sides")
  func history() throws {
    let answer =
      #"{"response":{"count":2,"items":[\#(Self.message(2, from: 1, out: 1, #""text":"second","fwd_messages":[]"#)),"#
      + #"\#(Self.message(1, from: 100, out: 0, #""text":"[id1|Kit], first""#))],\#(Self.people)}}"#
    let export = Self.export(answer)
    let chat = try #require(export.chats.first)
    #expect(export.chats.count == 1 && export.documents.isEmpty)
    #expect(chat.name == "Rita North" && chat.owner == "1")
    #expect(chat.entries.map(\.text) == ["Kit, first", "second"])
    #expect(chat.entries.map { $0.author?.name } == ["Rita North", "Kit Field"])
    #expect(chat.entries.first?.date?.description == "2024-05-18T02:40:01Z")
  }

  @Test("forwarded messages, also nested ones, are shown with their authors, and their photos too")
  func forwards() throws {
    let photo =
      #"{"type":"photo","photo":{"sizes":[{"type":"x","url":"https://a.example/p.jpg","width":3,"height":2}]}}"#
    let forward =
      #""text":"look","fwd_messages":[{"date":1,"from_id":200,"text":"passed on","attachments":[\#(photo)],"fwd_messages":[{"date":1,"from_id":1,"text":"deep"}]}]"#
    let chat = try #require(
      Self.export(
        #"{"response":{"items":[\#(Self.message(1, from: 100, out: 0, forward))],"count":1,\#(Self.people)}}"#
      ).chats.first)
    let entry = try #require(chat.entries.first)
    #expect(entry.passages.map(\.string) == ["Olga K\npassed on\nKit Field\ndeep"])
    #expect(entry.media.map(\.kind) == [.photo])
  }

  @Test(
    "messages of old versions are chats with the person they are with",
    arguments: [
      #"{"response":[2,{"mid":2,"uid":100,"date":1716000002,"out":1,"read_state":1,"body":"mine"},{"mid":1,"uid":100,"from_id":100,"date":1716000001,"read_state":1,"out":0,"body":"hers"}]}"#,
      #"{"response":{"count":2,"items":[{"id":2,"user_id":100,"from_id":1,"date":1716000002,"out":1,"read_state":1,"body":"mine"},{"id":1,"user_id":100,"from_id":100,"date":1716000001,"out":0,"read_state":1,"body":"hers"}]}}"#,
    ])
  func old(answer: String) throws {
    let chat = try #require(Self.export(answer).chats.first)
    #expect(chat.id == "peer 100")
    #expect(chat.entries.map(\.text) == ["hers", "mine"])
    #expect(chat.entries[0].author != chat.entries[1].author)
  }

  @Test(
    "an action in a group chat is an event with its facts",
    arguments: [
      (#"{"type":"chat_title_update","text":"Trip"}"#, SystemKind.titleChanged, "«Trip»"),
      (#"{"type":"chat_invite_user","member_id":200}"#, .membersInvited, "Olga K"),
      (#"{"type":"chat_odd_thing","text":"x"}"#, .other("chat odd thing"), "odd thing, «x»"),
    ])
  func actions(action: String, kind: SystemKind, detail: String) throws {
    let message = Self.message(1, from: 100, out: 0, #""text":"","action":\#(action)"#)
    let entry = try #require(
      Self.export(#"{"response":{"items":[\#(message)],"count":1,\#(Self.people)}}"#).chats.first?.entries.first)
    guard case .service(let own, _) = entry.kind else {
      Issue.record("no event")
      return
    }
    #expect(own == kind && entry.detail == detail)
  }

  @Test("comments with their answers are a thread, never posts of a wall")
  func comments() throws {
    let export = Self.export(
      #"{"response":{"count":2,"items":[{"id":11,"from_id":100,"post_id":5,"owner_id":-9,"parents_stack":[],"date":1716000000,"text":"a comment","#
        + #""likes":{"count":3},"thread":{"count":1,"items":[{"id":12,"from_id":1,"post_id":5,"owner_id":-9,"parents_stack":[11],"#
        + #""date":1716000005,"text":"an answer","reply_to_comment":11}]}}],\#(Self.people)}}"#)
    let chat = try #require(export.chats.first)
    #expect(chat.name == "Comments (wall-9_5)")
    #expect(chat.entries.map(\.text) == ["a comment", "an answer"])
    #expect(chat.entries.map(\.replyTo) == [nil, "11"])
    #expect(chat.entries.first?.reactions == [.init("❤️", 3)])
  }

  // MARK: The archive

  /// A page of the archive in windows-1251.
  private static func page(_ title: String, _ items: String) -> [UInt8] {
    let html = """
      <!DOCTYPE html><html><head><meta charset="windows-1251"><title>\(title)</title></head><body><div class="wrap">
      <div class="wrap_page"><div class="wrap_page_title">\(title)</div><div class="wrap_page_content">\(items)</div></div></div></body></html>
      """
    return html.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x410...0x44F: UInt8(scalar.value - 0x410 + 0xC0)
      case 0x451: 0xB8
      default: UInt8(truncatingIfNeeded: scalar.value)
      }
    }
  }

  private static func message(_ id: Int, _ head: String, _ body: String) -> String {
    #"<div class="item"><div class="item__main"><div class="message" data-id="\#(id)"><div class="message__header">\#(head)</div><div>\#(body)</div></div></div></div>"#
  }

  @Test("the pages of a conversation in VK's archive are one chat in the order of time")
  func archiveMessages() throws {
    let first = Self.message(
      2, "Вы, 18 мая 2024 в 10:01:00",
      #"Хорошо<div class="kludges"><div class="attachment"><div class="attachment__description">Фотография</div><a class="attachment__link" href="https://a.example/x.jpg">https://a.example/x.jpg</a></div></div>"#
    )
    let second = Self.message(
      1,
      #"<a href="https://vk.com/id100">Рита Север</a>, 9 мар 2023 в 9:05:07 <span class="message-edited" title="x">(ред.)</span>"#,
      #"Привет,<br>как дорога?<div class="kludges"><div class="attachment"><div class="attachment__description">2 прикреплённых сообщения</div></div></div>"#
    )
    let export = Self.export(
      ("Archive/messages/100/messages0.html", Self.page("Рита Север", first)),
      ("Archive/messages/100/messages50.html", Self.page("Рита Север", second)))
    let chat = try #require(export.chats.first)
    #expect(export.chats.count == 1 && chat.name == "Рита Север" && chat.owner == "owner")
    #expect(chat.entries.map(\.id) == ["1", "2"])
    #expect(chat.entries.map(\.text) == ["Привет,\nкак дорога?", "Хорошо"])
    #expect(chat.entries.map { $0.author?.id } == ["id100", "owner"])
    #expect(chat.entries.map { $0.date?.description } == ["2023-03-09T09:05:07", "2024-05-18T10:01:00"])
    #expect(chat.entries[0].isEdited && chat.entries[1].media.map(\.address) == ["https://a.example/x.jpg"])
    #expect(export.diagnostics.diagnostics.contains { $0.message.contains("2 forwarded messages (VK)") })
  }

  @Test("the photos of VK's archive are read, and neither its wall nor its lists of pages are chats")
  func archivePhotos() {
    let photo =
      #"<div class="item"><div><img src="https://a.example/p.jpg" alt=""></div><div class="item__tertiary">2 янв 2019 в 1:02:03</div></div>"#
    let link = #"<div class="item"><div class="item__main"><a href="100/messages0.html">Рита</a></div></div>"#
    let export = Self.export(
      ("Archive/messages/index-messages.html", Self.page("Сообщения", link)),
      ("Archive/photos/photos0.html", Self.page("Море", photo)))
    #expect(export.chats.map(\.name) == ["Море"])
    #expect(export.chats.first?.entries.flatMap(\.media).map(\.address) == ["https://a.example/p.jpg"])
  }
}

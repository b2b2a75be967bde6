import FeedReading
import Testing

/// Texts as the tests of imessage-exporter write them.
@Suite("Chats of imessage-exporter")
struct IMessageTests {
  private static let text = """
    May 17, 2022  5:29:42 PM (Read by them after 1 hour, 49 seconds)
    Me
    Hello world
    second line
    Sent with Balloons
    Reactions:
    Loved by Sample Contact
    Emphasized by Me

        May 17, 2022  5:31:00 PM
        Sample Contact
        An answer

    May 17, 2022  5:30:31 PM
    Sample Contact
    attachments/12/IMG_1.jpeg
    What a view

    May 17, 2022  5:31:00 PM
    Sample Contact
    An answer
    This message responded to an earlier message.

    May 17, 2022  6:00:00 PM You renamed the conversation to Trip

    May 18, 2022 12:00:05 AM
    Me
    First
    Edited 12 seconds later: Second

    """

  private static func chat(_ name: String, _ text: String) throws -> Chat {
    try #require(ChatExportTests.export((name, text)).chats.first)
  }

  @Test("A message has its time, its author, its text and its attachments")
  func messages() throws {
    let chat = try Self.chat("Sample Contact.txt", Self.text)
    #expect(chat.service == .iMessage && chat.name == "Sample Contact")
    #expect(
      chat.entries.map { $0.author?.name }
        == ["Me", "Sample Contact", "Sample Contact", nil, "Me"])
    #expect(
      chat.entries.map(\.text)
        == [
          "Hello world\nsecond line", "What a view", "An answer", "You renamed the conversation to Trip",
          "First\nEdited 12 seconds later: Second",
        ])
    #expect(chat.entries[0].date?.description == "2022-05-17T17:29:42")
    #expect(chat.entries[4].date?.description == "2022-05-18T00:00:05")
    #expect(chat.entries[1].media.map(\.address) == ["attachments/12/IMG_1.jpeg"])
    #expect(chat.entries[0].passages.map(\.string) == ["Sent with Balloons"] && chat.entries[4].isEdited)
    #expect(ChatPosts(chat).owner?.name == "Me")
  }

  @Test("Reactions are counted, and an answer below its message refers to it")
  func answers() throws {
    let chat = try Self.chat("a.txt", Self.text)
    #expect(chat.entries[0].reactions.map(\.symbol) == ["❤️", "‼️"])
    #expect(chat.entries.map(\.replyTo) == [nil, nil, "1", nil, nil])
  }

  @Test("A number is a chat's name, and another name of the owner follows from who read a message")
  func owner() throws {
    let text =
      "May 17, 2022  5:29:42 PM (Read by Kit after 2 seconds)\nRuna\nhi\n\n"
      + "May 17, 2022  5:30:42 PM\nKit\nyes\n\n"
    let chat = try Self.chat("+49151000.txt", text)
    #expect(chat.name == "+49151000" && ChatPosts(chat).owner?.name == "Kit")
  }

  @Test("The pages contain the same")
  func pages() throws {
    let page = """
      <html><head><meta charset="UTF-8"><style>.message .sent.iMessage { color: white }</style></head><body>
      <div class="message"><div class="sent iMessage"><p><span class="timestamp">May 17, 2022  5:29:42 PM</span>
      <span class="sender">Me</span></p><hr><div class="message_part"><span class="bubble">Hello &amp; welcome</span></div>
      <hr><div class="reactions"><p>Reactions:</p><div class="reaction"><b>Loved</b> by Runa</div></div>
      <div class="replies"><div class="reply" id="G2"><div class="message"><div class="received">
      <p><span class="timestamp">May 17, 2022  5:31:00 PM</span><span class="sender">Runa</span></p>
      <hr><div class="message_part"><span class="bubble">An answer</span></div></div></div></div></div></div></div>
      <div class="message", id="r-G2"><div class="received"><p><span class="timestamp">May 17, 2022  5:31:00 PM</span>
      <span class="sender">Runa</span></p><hr><div class="message_part"><span class="bubble">An answer</span></div>
      <hr><div class="message_part"><div class="attachment"><img src="attachments/1.jpeg" loading="lazy"></div></div>
      <span class="reply_context">This message responded to an earlier message.</span></div></div>
      <div class ="announcement"><p><span class="timestamp">May 17, 2022  6:00:00 PM</span> You renamed it to Trip</p></div>
      </body></html>
      """
    let chat = try Self.chat("Runa.html", page)
    #expect(chat.service == .iMessage && chat.name == "Runa")
    #expect(chat.entries.map { $0.author?.name } == ["Me", "Runa", nil])
    #expect(chat.entries.map(\.text) == ["Hello & welcome", "An answer", "You renamed it to Trip"])
    #expect(chat.entries[0].reactions.map(\.symbol) == ["❤️"])
    #expect(chat.entries[1].replyTo == chat.entries[0].id)
    #expect(chat.entries[1].media.map(\.address) == ["attachments/1.jpeg"])
    let dates = chat.entries.compactMap(\.date).map(\.description)
    #expect(dates == ["2022-05-17T17:29:42", "2022-05-17T17:31:00", "2022-05-17T18:00:00"])
  }
}

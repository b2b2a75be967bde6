import FeedReading
import Testing

@Suite("What WhatsApp says of a message itself")
struct WhatsAppWordsTests {
  private static let android = "6/14/24, 4:05 PM - Anna: "
  private static let phone = "[14/06/2024, 16:05:00] Anna: "

  private static func entry(_ line: String) throws -> ChatEntry {
    try #require(ChatExportTests.export(("_chat.txt", line + "\n")).chats.first?.entries.first)
  }

  @Test(
    "an edit mark at a message's end is recognized, on Android plain and on iPhones after the app's sign",
    arguments: [
      (android + "hi <This message was edited>", "hi"), (android + "one\ntwo <Сообщение изменено>", "one\ntwo"),
      (android + "hallo <Diese Nachricht wurde bearbeitet.>", "hallo"),
      (phone + "hi \u{200E}<This message was edited>", "hi"), (phone + "hi\u{200E}<This message was edited>", "hi"),
    ])
  func edited(_ line: String, _ words: String) throws {
    let entry = try Self.entry(line)
    #expect(entry.isEdited && entry.text == words)
  }

  @Test(
    "who quotes the words has written them",
    arguments: [
      android + "it says <This message was edited> there", android + "<This message was edited>",
      android + "\"<This message was edited>\"", phone + "it says <This message was edited>",
      android + "This message was deleted, I think", android + "This message was deleted\nWhy?",
      phone + "This message was deleted", android + "<This message is fine>",
    ])
  func quoted(_ line: String) throws {
    let entry = try Self.entry(line)
    #expect(!entry.isEdited && !entry.isDeleted && !entry.text.isEmpty)
    #expect(line.hasSuffix(entry.text))
  }

  @Test(
    "a deletion mark is an entire message, on Android plain and on iPhones after the app's sign",
    arguments: [
      android + "This message was deleted", android + "You deleted this message",
      android + "Вы удалили данное сообщение",
      android + "Diese Nachricht wurde gelöscht.", phone + "\u{200E}You deleted this message.",
      phone + "\u{200E}Ce message a été supprimé.",
    ])
  func deleted(_ line: String) throws {
    let entry = try Self.entry(line)
    #expect(entry.isDeleted && entry.text.isEmpty && entry.kind == .message)
  }

  @Test("a message of Android that was edited between two exports is there once, with what it was before")
  func joined() throws {
    let texts = [
      Self.android + "one\n6/14/24, 4:06 PM - Vera: two\n",
      Self.android
        + "one more <This message was edited>\n6/14/24, 4:06 PM - Vera: two\n6/15/24, 4:06 PM - Vera: three\n",
    ]
    let export = ChatExport(texts.map { ChatDocument(name: "chat.txt", bytes: Array($0.utf8), title: "Anna") })
    #expect(export.chats.count == 1)
    #expect(export.chats.first?.entries.map(\.text) == ["one more", "two", "three"])
    #expect(export.chats.first?.entries.first?.earlier.map(\.text) == ["one"])
  }

  @Test("in a chat of two that only its file calls after one of them, the other is me")
  func owner() throws {
    let text = Self.android + "one\n6/14/24, 4:06 PM - Vera: two\n"
    func owner(_ title: String?) throws -> String? {
      let document = ChatDocument(name: "chat.txt", bytes: Array(text.utf8), title: title)
      return ChatPosts(try #require(ChatExport([document]).chats.first)).owner?.name
    }
    #expect(try owner("Anna") == "Vera")
    #expect(try owner("Our garden") == nil)
    #expect(try owner(nil) == nil)
  }
}

import Foundation
import Support
import Testing

@Suite("feedproof image --book, of conversations and of several feeds")
struct ChatBookTests {
  /// Returns the book's texts without breaks between runs.
  private func book(_ files: [(name: String, text: String)], _ days: String, _ options: String...) throws -> PDFText {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let outcome = try Tool.run(
      ["picture"] + files.map(\.name).filter { !$0.contains("/") } + options
        + ["-o", "book.pdf", "--quiet", "--book", days, "--locale", "en", "--replace"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.error)")
    return PDFText(try Data(contentsOf: folder.url.appendingPathComponent("book.pdf")))
  }

  private func words(_ book: PDFText) -> String { book.pages.joined().replacing("\n", with: "") }

  private func discord(_ messages: [(id: Int, text: String)]) -> String {
    let written = messages.map {
      #"{"id":"\#($0.id)","type":"Default","timestamp":"2024-06-01T10:0\#($0.id):00+00:00","content":"\#($0.text)","author":{"id":"1","name":"B"}}"#
    }
    return #"{"channel":{"id":"7","name":"general"},"messages":[\#(written.joined(separator: ","))]}"#
  }

  @Test("a message that a later export has no longer is reported, and what one said before it was edited")
  func removed() throws {
    let text = words(
      try book(
        [
          ("june.json", discord([(1, "one"), (2, "two"), (3, "three")])),
          ("july.json", discord([(1, "one"), (3, "three, edited")])),
        ], "2024-06"))
    #expect(text.components(separatedBy: "No longer in the chat").count == 2 && text.contains("✕"))
    let gone = try #require(text.range(of: "two")), note = try #require(text.range(of: "No longer in the chat"))
    #expect(gone.upperBound <= note.lowerBound)
    #expect(text.contains("✎") && text.contains("Export up to Jun 1, 2024: three"))
  }

  private static let chat = """
    27/10/2024, 01:00 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.
    27/10/2024, 02:30 - Anna: summer
    27/10/2024, 02:10 - Boris: winter
    27/10/2024, 04:00 - Anna: morning

    """

  @Test("messages of the hour in which clocks go back stand as they were sent")
  func clocksGoBack() throws {
    let text = words(try book([("WhatsApp Chat with Boris.txt", Self.chat)], "2024-10", "--time-zone", "Europe/Berlin"))
    let places = ["summer", "winter", "morning"].compactMap { text.range(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
  }

  @Test("events without an actor have no author in the index")
  func nobody() throws {
    let text = words(try book([("WhatsApp Chat with Boris.txt", Self.chat)], "2024-10"))
    #expect(text.contains("Authors") && !text.contains("Deleted"))
  }

  private static let wall =
    #"{"response": {"items": [{"id": 1, "from_id": 2, "date": 1717236000, "text": "a post"}], "profiles": [{"id": 2, "first_name": "Vera", "last_name": "K"}]}}"#
  private static let messages =
    #"{"name": "Vera K", "type": "personal_chat", "id": 7, "messages": [{"id": 1, "type": "message", "date": "2024-06-02T10:00:00", "date_unixtime": "1717322400", "from": "Vera K", "from_id": "user2", "text": "a message"}]}"#

  @Test(
    "a feed and a chat that fill no page share one, and are distinguished by their services where they have one name")
  func shared() throws {
    let book = try book([("wall.json", Self.wall), ("result.json", Self.messages)], "2024-06")
    let cards = book.pages[0].replacing("\n", with: "")
    #expect(cards.contains("a post") && cards.contains("a message"))
    #expect(cards.contains("Vera K (VK)") && cards.contains("Vera K (Telegram)"))
    // The running head, and the title of the book on its first page.
    #expect(cards.contains("Vera K (VK) · Vera K (Telegram)"))
    #expect(words(book).contains("Vera K (VK), Vera K (Telegram)"))
  }

  @Test("what fills pages begins on one of its own")
  func longPart() throws {
    let long = (1...160).map {
      #"{"id": \#($0), "type": "message", "date": "2024-06-02T10:00:00", "date_unixtime": "\#(1_717_322_400 + $0)", "from": "Vera K", "from_id": "user2", "text": "message \#($0)"}"#
    }
    let chat = #"{"name": "Vera K", "type": "personal_chat", "id": 7, "messages": [\#(long.joined(separator: ","))]}"#
    let book = try book([("wall.json", Self.wall), ("result.json", chat)], "2024-06")
    let pages = book.pages.map { $0.replacing("\n", with: "") }
    #expect(pages[0].contains("a post") && !pages[0].contains("message"))
    #expect(pages[1].contains("message 1"))
  }
}

import Support
import Testing

@testable import FeedReading

@Suite("Long texts of chats")
struct LongTextTests {
  @Test("A line or a run of text beyond the limit is cut, and the rest stays")
  func cut() throws {
    let lines = try #require(BoundedTexts(Array("one\naaaaaaaaaaaa\ntwo\n".utf8), limit: 10))
    #expect(String(decoding: lines.bytes, as: UTF8.self) == "one\naaaaaaaaaa\ntwo\n")
    #expect(lines.cutTexts == 1 && lines.firstLine == 2)
    let page = try #require(BoundedTexts(Array("<p>\n\naaaaaaaaaaaaaa</p><p>b</p>".utf8), limit: 10))
    #expect(String(decoding: page.bytes, as: UTF8.self) == "<p>\n\naaaaaa</p><p>b</p>")
  }

  @Test("No character is split")
  func characters() throws {
    let bounded = try #require(BoundedTexts(Array("aaaaaaaaaéb\nc".utf8), limit: 10))
    #expect(String(decoding: bounded.bytes, as: UTF8.self) == "aaaaaaaaa\nc")
  }

  @Test("A document without a long text stays")
  func untouched() {
    #expect(BoundedTexts(Array("one\ntwo\nthree\n".utf8), limit: 5) == nil)
  }

  @Test("A message of very many lines is cut and reported; the next one is read")
  func manyLines() {
    let text = "[2024-01-01, 12:00:00] Ann: a\nbbbb\ncccc\ndddd\n[2024-01-01, 12:00:01] Bob: hello\n"
    let (chat, reading) = WhatsAppChatReader.read(text, file: "_chat.txt", limit: 11)
    #expect(chat.entries.map(\.text) == ["a\nbbbb\ncccc", "hello"])
    #expect(reading.diagnostics.diagnostics.map(\.code) == ["chat.long-text"])
    #expect(reading.diagnostics.diagnostics.first?.place == .line(1, in: "_chat.txt"))
  }
}

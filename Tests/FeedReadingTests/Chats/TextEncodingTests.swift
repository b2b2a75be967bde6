import Diagnostics
import FeedReading
import Testing

@Suite("Encodings of chats")
struct TextEncodingTests {
  private static func export(_ name: String, _ bytes: [UInt8]) -> ChatExport {
    ChatExport([ChatDocument(name: name, bytes: bytes)])
  }

  private static let lines = "[01/06/2024, 10:00:00] Anna: Grüße\n[01/06/2024, 10:01:00] Jürgen: 👍\n"

  @Test("a text in UTF-16 is read as its byte order mark says", arguments: [false, true])
  func utf16(_ isBig: Bool) {
    let bytes = "\u{FEFF}\(Self.lines)".utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBig ? [high, low] : [low, high]
    }
    let export = Self.export("_chat.txt", bytes)
    #expect(export.chats.first?.entries.map(\.text) == ["Grüße", "👍"])
    #expect(export.chats.first?.entries.last?.author?.name == "Jürgen")
    #expect(export.diagnostics.isEmpty)
  }

  @Test("a text in Latin-1 is reported, with its first line that is no UTF-8 and with what makes it UTF-8")
  func latin1() throws {
    let bytes = "[01/06/2024, 10:00:00] Anna: hi\n[01/06/2024, 10:01:00] Anna: Gr\u{FC}n\n".unicodeScalars.map {
      UInt8($0.value)
    }
    let export = Self.export("_chat.txt", bytes)
    #expect(export.chats.first?.entries.map(\.text) == ["hi", "Gr\u{FFFD}n"])
    let told = try #require(export.diagnostics.diagnostics.first)
    #expect(export.diagnostics.diagnostics.count == 1)
    #expect(told.code == "chat.bad-text" && told.severity == .warning)
    #expect(told.place?.description == "_chat.txt:2")
    #expect(told.hint?.contains("iconv -f WINDOWS-1251") == true)
  }

  @Test("strings of JSON that are no Unicode are reported once, at the first one")
  func json() throws {
    func message(_ id: Int, _ bytes: [UInt8]) -> [UInt8] {
      Array(#"{"id":\#(id),"type":"message","date_unixtime":"5","from":"B","text":""#.utf8) + bytes + Array("\"}".utf8)
    }
    var bytes = Array("{\"name\":\"A\",\"type\":\"personal_chat\",\"id\":1,\"messages\":[\n".utf8)
    bytes += message(1, [0xCF, 0xF0]) + Array(",\n".utf8) + message(2, [0xE8]) + Array("]}".utf8)
    let export = Self.export("result.json", bytes)
    #expect(export.chats.first?.entries.count == 2)
    let told = try #require(export.diagnostics.diagnostics.first)
    #expect(export.diagnostics.diagnostics.count == 1 && told.code == "chat.bad-text")
    #expect(told.message.hasPrefix("2 strings contain"))
    #expect(told.place?.description.hasPrefix("result.json:2:") == true)
  }
}

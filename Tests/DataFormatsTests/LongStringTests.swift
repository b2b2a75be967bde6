import DataFormats
import Testing

@Suite("Long strings")
struct LongStringTests {
  private static let limit = JSONDocument.stringLimit

  @Test("A string beyond the limit is a fault with its place")
  func refused() {
    let text = [UInt8]("[1,\n \"".utf8) + [UInt8](repeating: 0x61, count: Self.limit + 1) + "\"]".utf8
    #expect {
      try JSONDocument.parse(text)
    } throws: { error in
      error as? JSONFault
        == JSONFault(kind: .longString(limit: Self.limit), position: TextPosition(line: 2, column: 2))
    }
  }

  @Test("Where strings are cut, the rest of the document is read, and the first place is known")
  func cut() throws {
    let long = [UInt8](repeating: 0x61, count: Self.limit + 1)
    let document = try JSONDocument.parse([UInt8]("[\"".utf8) + long + "\",\"b\"]".utf8, cutsStrings: true)
    let texts = document.root.listed().compactMap(\.value.text)
    #expect(texts.map(\.utf8.count) == [Self.limit, 1])
    #expect(document.cutStrings == 1 && document.firstCut == TextPosition(line: 1, column: 2))
  }

  @Test("A cut splits neither characters nor escapes")
  func boundaries() {
    let text = Array(#"aé\n\ud83d\ude00b"#.utf8)
    let lengths = (0...text.count).map { JSONString.prefix(of: text[...], atMost: $0).count }
    // a, é of two bytes, \n of two, a pair of surrogates of twelve, b.
    #expect(lengths == [0, 1, 1, 3, 3] + Array(repeating: 5, count: 12) + [17, 18])
  }

  @Test("More values than allowed are a fault")
  func values() {
    #expect(throws: JSONFault.self) { try JSONDocument.parse(Array("[1,2,3,4,5]".utf8), valueLimit: 5) }
    #expect(throws: Never.self) { try JSONDocument.parse(Array("[1,2,3,4,5]".utf8), valueLimit: 8) }
  }

  @Test("UTF-16 and UTF-32 of either byte order are the same text", arguments: [true, false])
  func wide(isBigEndian: Bool) throws {
    let text = #"["é😀"]"#
    let two = Array(text.utf16).flatMap { unit in
      let bytes = [UInt8(unit & 255), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
    let four = text.unicodeScalars.flatMap { scalar in
      let bytes = (0..<4).map { UInt8(scalar.value >> (8 * $0) & 255) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    for bytes in [two, four] {
      #expect(try JSONDocument.parse(bytes).root.element(at: 0)?.value.text == "é😀")
    }
  }
}

import DataFormats
import Foundation
import Support
import Testing

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue.Content {
    try JSONDocument.parse(Array(text.utf8)).root.value.content
  }

  private func fault(_ bytes: [UInt8]) -> JSONFault? {
    do {
      _ = try JSONDocument.parse(bytes)
      return nil
    } catch {
      return error
    }
  }

  private func fault(_ text: String) -> JSONFault? { fault(Array(text.utf8)) }

  @Test("whole numbers stay exact, others become doubles")
  func numbers() throws {
    #expect(try parse("9007199254740993") == .integer(9_007_199_254_740_993))
    #expect(try parse("-0") == .integer(0))
    #expect(try parse("1.5e3") == .real(1500))
    #expect(try parse("18446744073709551616") == .real(18_446_744_073_709_551_616))
    #expect(try parse("1e999") == .real(.infinity))
    #expect(try JSONDocument.parse(Array("1e999".utf8)).root.value.double == nil)
    #expect(try JSONDocument.parse(Array("1e30".utf8)).root.value.int == nil)
    #expect(try parse("9223372036854775807") == .integer(.max))
    #expect(try parse("-9223372036854775808") == .integer(.min))
  }

  @Test("numbers that JSON does not allow are refused", arguments: ["01", "-", "1.", ".5", "+1", "1e", "0x1", "--1"])
  func badNumbers(text: String) {
    #expect(fault("[\(text)]") != nil)
  }

  @Test("escapes become their characters")
  func escapes() throws {
    #expect(try parse(#""\"\\\/\b\f\n\r\t\u0416""#) == .string("\"\\/\u{8}\u{C}\n\r\tЖ"))
    #expect(try parse(#""\ud83d\ude00""#) == .string("😀"))
  }

  @Test(
    "a surrogate without its other half becomes U+FFFD and is counted",
    arguments: [
      (#""a\ud800b""#, "a\u{FFFD}b"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800\u0041""#, "\u{FFFD}A"),
      (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    ])
  func loneSurrogates(text: String, expected: String) throws {
    let document = try JSONDocument.parse(Array(text.utf8))
    #expect(document.root.value.content == .string(expected))
    #expect(document.repairedStrings == 1)
  }

  @Test("bytes that are no UTF-8 become U+FFFD; the place of the first is kept")
  func invalidUTF8() throws {
    let bytes = Array("{\"ok\": \"é\",\n \"bad\": \"a".utf8) + [0xCF] + Array("b\"}".utf8)
    let document = try JSONDocument.parse(bytes)
    #expect(document.root.value["bad"]?.content == .string("a\u{FFFD}b"))
    #expect(document.firstRepair?.line == 2)
    #expect(document.firstRepair?.column == 9)
  }

  @Test("of duplicated keys the last counts")
  func duplicatedKeys() throws {
    #expect(try JSONDocument.parse(Array(#"{"a": 1, "\u0061": 2}"#.utf8)).root.int("a") == 2)
  }

  @Test("every Unicode encoding is read, with and without a byte order mark", arguments: [true, false], [true, false])
  func encodings(isBigEndian: Bool, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + #"{"имя": "😀"}"#
    let utf16 = text.utf16.flatMap {
      isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
    }
    let utf32 = text.unicodeScalars.flatMap { scalar in
      let bytes = (0..<4).map { UInt8(scalar.value >> (8 * $0) & 255) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    for bytes in [utf16, utf32, Array(text.utf8)] {
      #expect(try JSONDocument.parse(bytes).root.value["имя"]?.content == .string("😀"))
    }
  }

  @Test(
    "a file that ends too early says where, and inside what",
    arguments: [
      ("{", ""), ("[1,", "[1]"), (#"{"a": [{"b": "x"#, "a[0].b"), (#"{"a": tru"#, "a"), (#"{"a": -"#, "a"),
      (#"{"a": "\u12"#, "a"), (#"{"a": {"b c": 1"#, #"a["b c"]"#), ("[[]", "[1]"),
    ])
  func truncated(text: String, inside: String) throws {
    let found = try #require(self.fault(text))
    #expect(found.kind == .truncated(inside: inside))
    #expect(found.position.column == text.count + 1)
  }

  @Test(
    "anything that is wrong is reported with its line and column",
    arguments: [
      ("{\"a\": 1,\n \"b\": 2,,}", 2, 9, JSONFault.Kind.unexpected(found: ",", expected: .key)),
      ("[1,]", 1, 4, .unexpected(found: "]", expected: .value)),
      ("[1 2]", 1, 4, .unexpected(found: "2", expected: .commaOrBracket)),
      ("{\"a\" 1}", 1, 6, .unexpected(found: "1", expected: .colon)),
      ("{\"é\": 1]", 1, 8, .unexpected(found: "]", expected: .commaOrBrace)),
      ("{}\n\nx", 3, 1, .trailingText),
      ("[\"a\nb\"]", 1, 4, .controlCharacter),
      ("[\"\\x\"]", 1, 3, .badEscape),
      ("[\"\\u00g0\"]", 1, 3, .badEscape),
      (" \n", 2, 1, .empty),
    ])
  func faults(text: String, line: Int, column: Int, kind: JSONFault.Kind) throws {
    let found = try #require(self.fault(text))
    #expect(found == JSONFault(kind: kind, position: TextPosition(line: line, column: column)))
  }

  @Test("brackets nest to the limit and no deeper, without using the stack")
  func depth() throws {
    let limit = JSONDocument.depthLimit
    let deepest =
      [UInt8](repeating: UInt8(ascii: "["), count: limit) + [UInt8](repeating: UInt8(ascii: "]"), count: limit)
    #expect(fault(deepest) == nil)
    let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(fault(bomb)?.kind == .tooDeep(limit: limit))
  }

  @Test("random documents are read as Foundation reads them", arguments: 0..<200)
  func agreesWithFoundation(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let value = RandomJSON.array([random.json(depth: 4)])
    let data = try JSONSerialization.data(withJSONObject: value.foundation, options: [.sortedKeys])
    let document = try JSONDocument.parse(Array(data))
    #expect(document.root.value.content == (try parse(value.sorted.text)))
  }
}

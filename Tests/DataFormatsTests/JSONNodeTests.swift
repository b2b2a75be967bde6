import DataFormats
import Support
import Testing

struct JSONNodeTests {
  private func root(_ text: String) throws -> JSONNode { try JSONDocument.parse(Array(text.utf8)).root }

  @Test("every value knows its path")
  func paths() throws {
    let root = try root(#"{"a": [{"b c": 1}, [2, {"ключ": null, "d": "x"}]], "items": {"1": 5, "0": 6}}"#)
    let list = try #require(root.child("a"))
    #expect(root.path.description == "")
    #expect(list.path.description == "a")
    #expect(list.listed()[0].members[0].path.description == #"a[0]["b c"]"#)
    #expect(list.listed()[1].listed()[1].child("d")?.path.description == "a[1][1].d")
    #expect(root.child("items")?.elements.map(\.path.description) == ["items.0", "items.1"])
    #expect(list.listed(atMost: 1).count == 1)
  }

  @Test("members keep the file's order, their names and their escapes")
  func members() throws {
    let root = try root(#"{"z": 1, "\u0061": [2], "z": {"y": 3}}"#)
    #expect(root.members.map(\.key) == ["z", "a", "z"])
    #expect(root.members.map(\.value.kindInWords) == ["a number", "a list", "an object"])
    #expect(root.child("z")?.int("y") == 3)
    #expect(root.child("a")?.key == "a")
    #expect(root.key == nil && root.child("a")?.listed()[0].key == nil)
  }

  @Test("anything that is written alike is reported without being read, keys without their escapes")
  func written() throws {
    let root = try root(
      #"{"\u0061": [{"b": 1}, {"b": 2}], "c": [{"b": 1}, {"b": 2}], "d": [{"b": 1},{"b": 2}], "e": []}"#)
    let texts = root.members.map(\.written)
    #expect(root.members.map(\.writtenKey) == ["a", "c", "d", "e"].map { JSONSlice($0) })
    #expect(texts[0] == texts[1] && texts[1] != texts[2] && texts[2] != texts[3])
    #expect(root.writtenKey == nil)
  }

  @Test(
    "lists are found in all the forms that services write",
    arguments: [
      (#"[1, {"a": 1}]"#, 1), (#"[{"a": 1}, {"a": 2}]"#, 2), ("[1, 2, 3]", 3), ("[5]", 0), ("[]", 0),
      (#"{"count": 2, "items": [{}, {}]}"#, 2), (#"{"1": {}, "0": {}}"#, 2), (#"{"a": {}}"#, 0), ("false", 0),
      ("{}", 0),
    ])
  func lists(text: String, count: Int) throws {
    #expect(try root(text).elements.count == count)
  }

  @Test("collections count what is in them, containers in containers too")
  func collections() throws {
    let value = try root(#"[[], [1, [2, 3]], {}, {"a": [4]}, "x"]"#).value
    let array = try #require(value.array)
    #expect(array.count == 5 && array.first?.array?.isEmpty == true)
    #expect(array.dropFirst().first?.array?.count == 2)
    #expect(array.compactMap(\.object).map(\.isEmpty) == [true, false])
    #expect(array.map(\.kindInWords).last == "a string")
  }

  @Test("places are found in the order of the text, and backwards")
  func positions() throws {
    let root = try root("{\"é\": [\n 1,\n  \"x\"],\n\"b\":true}")
    var finder = PositionFinder()
    let list = try #require(root.child("é"))
    #expect(finder.position(of: root.value) == TextPosition(line: 1, column: 1))
    #expect(finder.position(of: list.value) == TextPosition(line: 1, column: 7))
    #expect(finder.position(of: list.listed()[1].value) == TextPosition(line: 3, column: 3))
    let members = try #require(root.value.object).members.map { $0 }
    #expect(finder.position(ofKey: members[1]) == TextPosition(line: 4, column: 1))
    #expect(finder.position(ofKey: members[0]) == TextPosition(line: 1, column: 2))
  }

  @Test("bytes are UTF-8 where Swift says so", arguments: 0..<300)
  func validity(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    // Bytes at which UTF-8's rules change.
    let edges: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0,
      0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<50 {
      let bytes = (0..<Int.random(in: 1...5, using: &random)).map { _ in edges.randomElement(using: &random) ?? 0 }
      #expect(JSONString.isUTF8(bytes[...]) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }

  @Test("a number and a short text cost a word each, a list three")
  func size() throws {
    func words(_ text: String) throws -> Int { try Int(root(text).value.tape.next(0)) }
    #expect(try words("[\(Array(repeating: "1", count: 1000).joined(separator: ","))]") == 1003)
    #expect(try words(#"{"a": "text", "b": []}"#) == 3 + 2 + 4)
    #expect(MemoryLayout<JSONNode>.stride <= 24)
  }

  @Test("texts that are too long for a word are found whole by their end", arguments: [#"a\"b\\"#, "", "é"])
  func longText(written: String) {
    let bytes = Array("[\"\(written)\",-1.5e+3]".utf8)
    let tape = JSONTape(
      bytes: bytes,
      words: [
        JSONTape.word(.codedString, length: .max, at: 2),
        JSONTape.word(.real, length: .max, at: 4 + written.utf8.count),
      ])
    #expect(String(decoding: tape.text(0), as: UTF8.self) == written)
    #expect(String(decoding: tape.text(1), as: UTF8.self) == "-1.5e+3")
  }
}

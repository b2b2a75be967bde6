import DataFormats
import Diagnostics
import Testing

struct YAMLTextTests {
  /// Texts that YAML reads as another type, splits, or rejects.
  static let hostile: [String] = [
    "", " ", " a", "a ", "null", "Null", "true", "false", "yes", "no", "on", "y", "~", "1e3", "0x1F", ".inf", "-",
    "--- ",
    "...", "2024-01-01", "6:15", "#c", "a #c", "a: b", "[a]", "{a}", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a`", "'",
    "\"", "\\", "a\nb", "a\rb", "\r\n", "\t", "\0", "\u{7F}", "\u{80}", "\u{85}", "\u{9F}", "\u{A0}", "\u{D7FF}",
    "\u{E000}", "\u{FEFF}", "\u{FEFF}\u{FEFF}a", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{2028}", "\u{2029}",
    "\u{10FFFF}", "\u{1F600}",
    "\u{600}\"", "\"\u{301}", "\\\u{301}", "\u{600}\\", "\u{600}'", "\u{600}\n", "\"\u{200D}\"", "\u{202E}\"",
    "a: b\u{85}key: value", String(repeating: "long ", count: 300), "$.a", "$", "$.a b", "Cards", "a/b.yml",
  ]

  private func value(_ text: String) throws -> SourceNode? {
    try YAMLSource.read(text, file: "a.yml").member("key")?.value
  }

  @Test(arguments: hostile) func `a string reads back as itself`(_ text: String) throws {
    for written in [YAMLText.quoted(text), YAMLText.scalar(text)] {
      for file in ["key: \(written)\n", "{key: \(written)}", "key:\n  - \(written)\n", "key: [\(written), a]"] {
        let node = try value(file)
        let found = node?.elements?.first ?? node
        #expect(found?.string.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(file)")
      }
    }
  }

  @Test(arguments: hostile.filter { $0.utf8.count < 500 }) func `a key reads back as itself`(_ text: String) throws {
    let members = try YAMLSource.read("a:\n  \(YAMLText.key(text)): 1\n", file: "a.yml")["a"]?.members
    #expect(members?.map { Array($0.key.unicodeScalars) } == [Array(text.unicodeScalars)])
  }

  @Test(arguments: hostile) func `a comment never ends its line`(_ text: String) throws {
    let root = try YAMLSource.read("# \(YAMLText.comment("\(text)key: 2"))\nkey: 1\n", file: "a.yml")
    #expect(root.members?.count == 1)
    #expect(root["key"]?.number == 1)
  }

  @Test func `any string reads back as itself`() throws {
    var state: UInt64 = 46
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let pool = Self.hostile.flatMap { Array($0.unicodeScalars) }
    for _ in 0..<500 {
      var text = String.UnicodeScalarView()
      for _ in 0..<(next() % 12) {
        let any = Unicode.Scalar(UInt32(next() % 0x11_0000))
        text.append(next() % 2 == 0 ? pool[Int(next() % UInt64(pool.count))] : any ?? " ")
      }
      let string = String(text)
      let file = "\(YAMLText.key(string)): \(YAMLText.scalar(string)) # \(YAMLText.comment(string))\n"
      let member = try YAMLSource.read(file, file: "a.yml").members?.first
      #expect(member.map { Array($0.key.unicodeScalars) } == Array(text), "\(file.debugDescription)")
      #expect(member?.value.string.map { Array($0.unicodeScalars) } == Array(text), "\(file.debugDescription)")
    }
  }

  @Test func `names, paths and queries stay plain`() {
    #expect(
      ["Cards", "feed", "tokens/a.tokens.json", "$.price.amount"].map(YAMLText.scalar) == [
        "Cards", "feed", "tokens/a.tokens.json", "$.price.amount",
      ])
    #expect(YAMLText.scalars(["a b", "c"]) == "[\"a b\", c]")
  }
}

import Site
import Support
import Testing

@Suite("Scripts cut into tokens")
struct ScriptTokenizerTests {
  private func tokens(_ text: String) throws -> [(kind: ScriptToken.Kind, text: String)] {
    let bytes = Array(text.utf8)
    return try ScriptTokenizer.tokens(of: bytes).map { ($0.kind, String(decoding: bytes[$0.bytes], as: UTF8.self)) }
  }

  private func texts(_ text: String) throws -> [String] { try tokens(text).map(\.text) }

  @Test(
    "anything that looks like a comment in a literal is none",
    arguments: [
      "'http://x'", #""a // b""#, "`a // b`", "`line\n// not a comment\n  /* nor this */`", #"'\'//'"#, "/[/]//",
      "/a\\//",
      "`${'`'}//`",
    ])
  func commentsInLiterals(text: String) throws {
    #expect(try texts(text).joined() == text)
  }

  @Test("a template's substitutions are code again, however deep")
  func templates() throws {
    let found = try tokens("`a${ b /* x */ + `c${ { d: 1 }.d }e` }f`")
    #expect(found.filter { $0.kind == .template }.map(\.text) == ["`a${", "`c${", "}e`", "}f`"])
    #expect(!found.contains { $0.text.contains("x") })
  }

  // ECMA-262, 12: the goal symbol after each token.
  @Test(
    "a slash begins a regular expression where an expression may begin",
    arguments: [
      "a = /b/g", "(/b/g)", "[/b/g]", "return /b/g", "typeof /b/g", "x ? /b/g : 1", "if (a) /b/g",
      "for (const a of /b/g) ;",
      "() => /b/g", "{} /b/g", "a; /b/g", "`${/b/g}`", "a && /b/g", "!/b/g", "else /b/g", "case /b/g:",
    ])
  func regularExpressions(text: String) throws {
    #expect(try tokens(text).contains { $0.kind == .regularExpression && $0.text == "/b/g" })
  }

  @Test(
    "and divides where a value has ended",
    arguments: [
      "a /b/g", "f() /b/g", "a[0] /b/g", "1 /b/g", "'s' /b/g", "`t` /b/g", "this /b/g", "a++ /b/g", "a.return /b/g",
      "a?.of /b/g", "({}) /b/g", "x = {} /b/g", "await (a) /b/g", "`${a}` /b/g",
    ])
  func divisions(text: String) throws {
    #expect(try tokens(text).allSatisfy { $0.kind != .regularExpression })
  }

  @Test(
    "numbers, names and operators keep to the longest match",
    arguments: [
      ("1..a", ["1.", ".", "a"]), ("0x1F.a", ["0x1F", ".", "a"]), ("1e-3-.5", ["1e-3", "-", ".5"]),
      ("1_000n", ["1_000n"]),
      ("a?.5:b", ["a", "?", ".5", ":", "b"]), ("a?.b??c", ["a", "?.", "b", "??", "c"]), ("a>>>=b", ["a", ">>>=", "b"]),
      ("#x in y", ["#x", "in", "y"]), (#"\u{61}b"#, [#"\u{61}b"#]), ("größe\u{A0}= 1", ["größe", "=", "1"]),
    ])
  func longest(text: String, expected: [String]) throws {
    #expect(try texts(text) == expected)
  }

  @Test(
    "anything that has no end is reported with its place",
    arguments: [
      ("a = 'b\n'", .openString, 4), ("a `b", .openTemplate, 2), ("a = /b\n/", .openRegularExpression, 4),
      ("a /* b", .openComment, 2), ("f(a", .openBracket("("), 1), ("f(a]", .strayBracket("]"), 3),
      ("`${a", .openBracket("${"), 1), ("}", .strayBracket("}"), 0), ("`${)}`", .strayBracket(")"), 3),
    ] as [(String, ScriptFault.Reason, Int)])
  func faults(text: String, reason: ScriptFault.Reason, offset: Int) {
    let fault = #expect(throws: ScriptFault.self) { try ScriptTokenizer.tokens(of: Array(text.utf8)) }
    #expect(fault == ScriptFault(reason: reason, offset: offset))
  }

  @Test("a token knows whether a line has ended before it, in a comment too")
  func lines() throws {
    let found = try ScriptTokenizer.tokens(of: Array("a b\nc /* \n */ d // e\r\nf\u{2028}g".utf8))
    #expect(found.map(\.startsLine) == [false, false, true, true, true, true])
  }

  @Test("only blanks and comments are between tokens, for any bytes")
  func whole() {
    var random = SplitMix64(seed: 10)
    let bytes = Array("ab1.'\"`/*\\\n ${}()[]<!->=é\u{2028}".utf8)
    for _ in 0..<3000 {
      let script = (0..<Int.random(in: 0...24, using: &random)).map { _ in bytes.randomElement(using: &random) ?? 0 }
      guard let tokens = try? ScriptTokenizer.tokens(of: script) else { continue }
      let ends = [0] + tokens.map(\.bytes.upperBound)
      for (start, end) in zip(ends, tokens.map(\.bytes.lowerBound) + [script.count]) {
        #expect((try? ScriptTokenizer.tokens(of: Array(script[start..<end])))?.isEmpty == true)
      }
    }
  }
}

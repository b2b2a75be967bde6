import Site
import Support
import Testing

@Suite("Scripts as they are shipped")
struct ShippedScriptTests {
  private func shipped(_ text: String) throws -> String {
    try ScriptSource(path: "a.js", text: text).shipped()
  }

  /// Returns the tokens that an engine sees: significant ones, and line ends where a statement may end.
  private func tokens(_ text: String) throws -> [String] {
    let source = try ScriptSource(path: "a.js", text: text)
    return source.tokens.map { "\($0.kind) \(source.text($0))" }
  }

  @Test("comments are for those who edit a script, blanks too")
  func comments() throws {
    let source = """
      // A line.
      /** @type {number} */
      const a = 1; // one
        /*
         * A block.
         */
        const b = 'http://x';

      /** @param {string} c */ function d(c) { return /** @type {any} */ (c); }
      """
    #expect(try shipped(source) == "const a=1;const b='http://x';function d(c){return(c);}\n")
  }

  @Test("a template with slashes and indentation in it stays unchanged")
  func templates() throws {
    let template = "`https://x\n  // not a comment\n    ${ a /* one */ + `// ${b}` }  /* nor this */\n`"
    let kept = "`https://x\n  // not a comment\n    ${a+`// ${b}`}  /* nor this */\n`"
    #expect(try shipped("const text = \(template);") == "const text=\(kept);\n")
  }

  @Test(
    "a line end stays where it may end a statement",
    arguments: [
      ("a\nb", "a\nb\n"), ("return\na", "return\na\n"), ("a\n++b", "a\n++b\n"), ("a /* one\ntwo */ b", "a\nb\n"),
      ("a()\n(b)", "a()\n(b)\n"), ("a = 1\n.b", "a=1\n.b\n"), ("a\n  .b()\n  .c()", "a.b().c()\n"), ("a +\nb", "a+b\n"),
      ("{\n  a;\n}\nb", "{a;}\nb\n"),
    ])
  func lineEnds(text: String, expected: String) throws {
    #expect(try shipped(text) == expected)
  }

  @Test(
    "tokens that would be read as others stay apart",
    arguments: [
      ("a + +b", "a+ +b\n"), ("a - --b", "a- --b\n"), ("a++ + b", "a+++b\n"), ("a / /b/.c", "a/ /b/.c\n"),
      ("a < !--b", "a< !--b\n"), ("a<!--b", "a< !--b\n"), ("1 .a", "1 .a\n"), ("/a/ in b", "/a/ in b\n"),
      ("typeof a", "typeof a\n"),
      ("a ? .5 : b", "a? .5:b\n"), ("'a' in b", "'a'in b\n"),
    ])
  func apart(text: String, expected: String) throws {
    #expect(try shipped(text) == expected)
  }

  @Test("every script of the site keeps its tokens")
  func ownScripts() throws {
    for (path, text) in try Samples.siteFiles() where path.hasSuffix(".js") {
      #expect(try tokens(try shipped(text)) == tokens(text), "\(path)")
    }
  }

  @Test("any script keeps its tokens, and is shipped once and for all")
  func anyScript() throws {
    var random = SplitMix64(seed: 29)
    let pieces = [
      "a", "b1", "return", "typeof", "of", "in", "if(", "(", ")", "{", "}", "[", "]", "=>", "=", "+", "++", "-", "--",
      "/",
      "/x/g", "<", "!", ".", "?.", "?", ":", ";", ",", "*", "...", "1", "1.", ".5", "'// s'", "\"/* s\"", "`// t`",
      "`${", "}`",
      " ", "  ", "\n", "\n", "// c\n", "/* c */", "/* c\n */", "\u{A0}", "\u{2028}",
    ]
    var checked = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      guard let before = try? tokens(text) else { continue }
      let once = try shipped(text)
      #expect(try tokens(once) == before, "\(text)")
      #expect(try shipped(once) == once, "\(text)")
      checked += 1
    }
    #expect(checked > 1000)
  }
}

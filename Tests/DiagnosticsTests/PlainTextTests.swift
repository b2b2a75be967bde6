import Diagnostics
import Foundation
import Testing

struct PlainTextTests {
  @Test(
    "what steers a terminal becomes visible",
    arguments: [
      ("\u{1B}[2J", "\\u{1b}[2J"), ("\u{9B}31m", "\\u{9b}31m"), ("a\0b", "a\\u{0}b"), ("a\rb", "a\\u{d}b"),
      ("a\tb", "a\\u{9}b"), ("\u{7F}\u{80}\u{9F}\u{A0}", "\\u{7f}\\u{80}\\u{9f}\u{A0}"),
      ("\u{202E}gpj", "\\u{202e}gpj"),
      ("\u{202A}\u{2066}\u{2069}\u{206A}", "\\u{202a}\\u{2066}\\u{2069}\u{206A}"),
      ("\u{2028}\u{2029}\u{2027}", "\\u{2028}\\u{2029}\u{2027}"), ("\u{85}", "\\u{85}"), ("\r\n", "\\u{d}\n"),
    ])
  func visible(text: String, cleaned: String) {
    #expect(PlainText.lines(text) == cleaned)
  }

  @Test(
    "other text is unchanged",
    arguments: ["", "a\nb\n", "Привет, «мир»!", "👩‍👩‍👧 \u{200F}שלום", "a::b", "std::max(a: 1)", ": :", "# ## [a]", "#[a]"])
  func untouched(text: String) {
    #expect(PlainText.lines(text) == text)
  }

  @Test("line breaks are ours in lines, and foreign in a piece of one")
  func lineBreaks() {
    #expect(PlainText.lines("a\nb") == "a\nb")
    #expect(PlainText.piece("a\nb") == "a\\u{a}b")
  }

  @Test(
    "no line begins with a command of a workflow",
    arguments: [
      ("::error::no", "\\u{3a}:error::no"), ("a\n::debug::", "a\n\\u{3a}:debug::"), ("  ::x", "  \\u{3a}:x"),
      ("\u{A0}\u{3000}::x", "\u{A0}\u{3000}\\u{3a}:x"), ("a\r\n::x", "a\\u{d}\n\\u{3a}:x"), (":::x", "\\u{3a}::x"),
      ("##[error]x", "##\\u{5b}error]x"), ("a ###[group]", "a ###\\u{5b}group]"), ("##[##[a", "##\\u{5b}##\\u{5b}a"),
    ])
  func commands(text: String, cleaned: String) {
    #expect(PlainText.lines(text) == cleaned)
  }

  @Test("cleaned text stays unchanged", arguments: ["\u{1B}::\n::a\u{85}##[", "\u{202E}\u{7F}"])
  func idempotent(text: String) {
    #expect(PlainText.lines(PlainText.lines(text)) == PlainText.lines(text))
    #expect(PlainText.piece(PlainText.piece(text)) == PlainText.piece(text))
  }

  @Test("JSON has the same characters as JSON escapes, and means the same")
  func json() throws {
    let value = "\u{1B}\u{7F}\u{9B}31m\u{202E}\u{2028} ##[error] \\ ё"
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let text = PlainText.json(String(decoding: try encoder.encode([value]), as: UTF8.self))
    #expect(text.unicodeScalars.allSatisfy { !PlainText.steers($0) })
    #expect(text.contains("\\u007f\\u009b31m\\u202e\\u2028 ##\\u005berror] \\\\ ё"))
    #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == [value])
    #expect(PlainText.json("{\n  \"a\" : 1\n}\n") == "{\n  \"a\" : 1\n}\n")
  }

  @Test("a diagnostic is one line and a hint, whatever its parts hold")
  func diagnostic() {
    let diagnostic = Diagnostic(
      severity: .error, code: "a.b", message: "bad\n::error::x", place: Place(file: "\u{1B}[2Jf\n.json"),
      hint: "\u{202E}put\nit")
    #expect(
      diagnostic.description == """
        error[a.b]: \\u{1b}[2Jf\\u{a}.json: bad\\u{a}::error::x
          hint: \\u{202e}put\\u{a}it
        """)
  }

  // The documented escapes, which `@actions/core` writes as well.
  @Test("an annotation escapes data and properties as GitHub documents")
  func annotation() {
    let annotation = GitHubAnnotation(level: .error, title: "50 %: a,\r\nb", message: "50 %: a,\r\nb\u{1B}")
    #expect(annotation.command == "::error title=50 %25%3A a%2C%0D%0Ab::50 %25: a,%0D%0Ab\\u{1b}\n")
    #expect(GitHubAnnotation(level: .note, title: ":\u{301}", message: "").command == "::notice title=%3A\u{301}::\n")
  }
}

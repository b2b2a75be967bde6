import DataFormats
import Foundation
import FuzzTargets
import Testing

@Suite("escapers go by Unicode scalar")
struct EscaperTests {
  @Test(
    "readers get every special character back, whatever is before and behind it", arguments: EscaperTarget.joining)
  func joined(_ before: String) throws {
    for special in EscaperTarget.special.unicodeScalars {
      for after in EscaperTarget.joining {
        for text in [
          "\(before)\(special)\(after)", "a\(before)\(special)\(after)b",
          "\(special)\(before)\(special)\(after)\(special)",
        ] {
          try EscaperTarget.check(text)
        }
      }
    }
  }

  @Test(
    "a shell gets each word back",
    arguments: ["/bin/sh", "/bin/bash", "/bin/dash", "/bin/zsh"].filter {
      FileManager.default.isExecutableFile(atPath: $0)
    })
  func shell(_ path: String) throws {
    var texts: [String] = []
    for special in EscaperTarget.special.unicodeScalars where special.value != 0 {
      for joining in EscaperTarget.joining {
        texts.append("a\(joining)\(special)\(joining);touch PWNED;'\(special)\(joining)b")
      }
    }
    texts += ["a\u{600}';touch PWNED;#.png", "\n\na", "a\n\u{301}b", "", "=ls", "-n", "##[error]", "~", "$(id)", "!!"]
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-c", "printf '%s\\0' " + texts.map(ShellWord.quoted).joined(separator: " ")]
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let words = output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) }
    #expect(words == texts.map { Array($0.utf8) })
  }

  @Test(
    "hidden characters of a word are seen",
    arguments: [
      ("a\u{1b}[2Jb", #"'a'"$(printf '\033')"'[2Jb'"#), ("a\nb", #"'a'"$(printf '\012\142')""#), ("a\n", #"'a'$'\n'"#),
      ("a\u{202E}gnp.b", #"'a'"$(printf '\342\200\256')"'gnp.b'"#), ("it's", #"'it'\''s'"#), ("plain.png", "plain.png"),
      ("", "''"), ("=ls", "'=ls'"), ("a\u{600}'b", "'a\u{600}'\\''b'"),
    ])
  func visible(_ text: String, _ word: String) { #expect(ShellWord.quoted(text) == word) }

  @Test("a path that begins with a hyphen is no option")
  func option() {
    #expect(ShellWord.path("-\u{301}rf") == "'./-\u{301}rf'")
    #expect(ShellWord.path("out") == "out")
  }

  @Test(
    "forges link nothing",
    arguments: [
      ("@team", "@\u{2060}team"), ("\u{600}@team", "\u{600}@\u{2060}team"), ("#12", "\\#\u{2060}12"),
      ("!12", "\\!\u{2060}12"), ("GH-12", "GH-\u{2060}12"), ("https://example.org", "https:\u{2060}//example.org"),
      ("www.example.org", "www\u{2060}.example.org"), ("0a1b2c3d", "0a1b2c\u{2060}3d"), ("&12", "&amp;\u{2060}12"),
      ("<b>`x`", "&lt;b&gt;\\`x\\`"), ("1. a", "1\\. a"), ("/close", "\\/close"),
    ])
  func references(_ text: String, _ markdown: String) { #expect(Markdown.text(text) == markdown) }

  @Test(
    "code ends with its own fence",
    arguments: [("a", "`a`"), ("a`b", "`` a`b ``"), ("`\u{301}`` x", "``` `\u{301}`` x ```"), (" a ", "`  a  `")])
  func code(_ text: String, _ markdown: String) { #expect(Markdown.code(text) == markdown) }

  @Test("code in a table has no bar")
  func cell() { #expect(Markdown.code("a|b", inTable: true) == "<code>a&#124;b</code>") }

  @Test(
    "a spreadsheet calculates nothing",
    arguments: [
      ("=1+1", "'=1+1"), (" @SUM(A1)", "' @SUM(A1)"), ("\u{200D}=1", "'\u{200D}=1"), ("a,b", "\"a,b\""),
      ("a\"\u{301}b", "\"a\"\"\u{301}b\""), ("3G", "3G"),
    ])
  func fields(_ text: String, _ field: String) { #expect(CSVField.escaped(text) == field) }
}

import Foundation
import Support
import Testing

@Suite("Text that would steer a terminal or a log")
struct SteeringTextTests {
  private let feed = #"""
    {"response":{"items":[{"type":"post","source_id":1,"post_id":1,"date":1542566400,"text":"Hello"}],
    "profiles":[{"id":1,"first_name":"A","last_name":"B"}],"groups":[]}}
    """#

  /// Returns whether a text contains no terminal controls and no CI log commands.
  private func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || !(0..<0x20 ~= $0.value || 0x7F...0x9F ~= $0.value) }
      && !text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") }
  }

  @Test("escapes and line breaks in a file's name and in its contents reach no terminal and no log")
  func steeringText() throws {
    let folder = try TemporaryFolder()
    let (name, broken) = ("a\u{1B}[2J\n::error::name.json", "b\u{9B}31m\n::error::b.json")
    let text = #"\u001b]0;title\u0007\n::error::text\u009b2J \u202egpj.exe"#
    let wild = feed.replacingOccurrences(of: "Hello", with: text).replacingOccurrences(
      of: #""first_name":"A""#, with: #""first_name":"A\n::warning::\u001bc""#)
    try folder.write(wild, to: "feeds/\(name)")
    try folder.write(#"{"::\u001b\n::error::key":"\u001b"}"#, to: "feeds/\(broken)")
    for stage in ["post", "layout", "card", "drawing"] {
      for json in [[], ["--json"]] {
        let outcome = try Tool.run(["show", "--stage", stage, "feeds"] + json, in: folder.url)
        #expect(outcome.status == 0)
        #expect(!outcome.output.isEmpty && isPlain(outcome.output) && isPlain(outcome.error))
      }
    }
    let shown = try Tool.run(["show", "--stage", "post", "feeds"], in: folder.url)
    #expect(shown.output.contains("\n  \\u{3a}:error::text\\u{9b}2J \\u{202e}gpj.exe\n"))
    #expect(shown.error.contains("b\\u{9b}31m\\u{a}::error::b.json"))
    let data = Data(try Tool.run(["show", "--stage", "post", "--json", "feeds"], in: folder.url).output.utf8)
    let feed = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let posts = try #require(feed["posts"] as? [[String: Any]])
    #expect(posts.first?["text"] as? String == "]0;title\n::error::text\u{9B}2J \u{202E}gpj.exe")
    for style in [[], ["--json"], ["--quiet"]] {
      let outcome = try Tool.run(
        ["export", "feeds", "--output", "o\n::error::o\u{1B}", "--scale", "1"] + style, in: folder.url)
      #expect(outcome.status == 0 && isPlain(outcome.output) && isPlain(outcome.error))
    }
  }

  @Test("anything that is typed at the command line comes back cleaned")
  func steeringArguments() throws {
    let folder = try TemporaryFolder()
    for arguments in [["--\u{1B}[2J"], ["show", "\u{9B}2J\n::error::x"], ["export", "--now", "\u{1B}\n::error::"]] {
      let outcome = try Tool.run(arguments, in: folder.url)
      #expect(outcome.status == 2 && isPlain(outcome.error) && !outcome.error.isEmpty)
    }
  }
}

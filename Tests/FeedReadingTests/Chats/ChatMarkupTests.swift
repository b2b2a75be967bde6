import Support
import Testing

@testable import FeedReading

@Suite("Markup of chats")
struct ChatMarkupTests {
  /// The text without its marks, and each meaning with its words.
  private static func read(_ words: FacetedText) -> (String, [String]) {
    let bytes = Array(words.string.utf8)
    return (
      words.string, words.facets.map { "\($0.kind) \(String(decoding: bytes[$0.range], as: UTF8.self))" }
    )
  }

  @Test(
    "Discord's marks become meanings, and their characters vanish",
    arguments: [
      ("a **bold** word", "a bold word", ["bold bold"]),
      ("~~gone~~ and ||who did it||", "gone and who did it", ["struck gone", "spoiler who did it"]),
      ("***both***", "both", ["bold both", "italic both"]),
      ("snake_case_name and _slanted_", "snake_case_name and slanted", ["italic slanted"]),
      ("2 * 3 * 4", "2 * 3 * 4", []), ("a**b", "a**b", []), (#"\*no\*"#, "*no*", []),
      ("`a **b**`", "a **b**", ["code a **b**"]),
      ("```swift\nlet a = 1\n  b\n```", "let a = 1\n  b", ["code let a = 1\n  b"]),
      ("> one\n> two\nthree", "one\ntwo\nthree", ["quote one\ntwo"]), (">>> a\nb", "a\nb", ["quote a\nb"]),
      ("# Title\nrest", "Title\nrest", ["bold Title"]), ("#general", "#general", []),
      ("<:blob:123> <#5> <@7>", ":blob: #5 @7", ["hashtag #5", "mention @7"]),
      ("<t:1716000000:R>", "2024-05-18 02:40 UTC", []),
      ("[here](https://a.example/x_y_z)", "here", ["link here"]),
      ("https://a.example/x_y_z", "https://a.example/x_y_z", ["link https://a.example/x_y_z"]),
    ])
  func discord(written: String, text: String, meanings: [String]) {
    let read = Self.read(DiscordMarkup().read(written))
    #expect(read.0 == text)
    #expect(read.1.sorted() == meanings.sorted())
  }

  @Test(
    "Slack's marks count at the edges of words only, and its entities are decoded once",
    arguments: [
      ("good *bold* _it_ ~no~ `code`", "good bold it no code", ["bold bold", "italic it", "struck no", "code code"]),
      ("a*b*c 2*3*4", "a*b*c 2*3*4", []), ("&amp;lt; &lt;b&gt;", "&lt; <b>", []),
      ("&gt; quoted\nown", "quoted\nown", ["quote quoted"]),
      (":tada: :thumbsup::skin-tone-3: :ours:", "🎉 👍🏼 :ours:", []),
      (
        "<@U1> in <#C1|general>: <https://a.example|there>", "@kit in #general: there",
        ["mention @kit", "hashtag #general", "link there"]
      ),
    ])
  func slack(written: String, text: String, meanings: [String]) {
    let read = Self.read(SlackText(users: ["U1": "kit"], channels: [:]).drawn(written))
    #expect(read.0 == text)
    #expect(read.1.sorted() == meanings.sorted())
  }

  @Test(
    "words after an element at the beginning of a fragment stay on its line",
    arguments: [
      ("<b>bold</b> and more", "bold and more"), ("<a href=\"https://a.example\">a</a>, b <i>c</i> d", "a, b c d"),
      ("<p>one</p><b>two</b> three", "one\n\ntwo three"), ("<code>x</code> y<br>z", "x y\nz"),
    ])
  func leadingElements(html: String, text: String) {
    #expect(FacetedText(html: html).string == text)
  }

  @Test(
    "marks without an end take no more time than their length", arguments: ["*a ", "||", "~~x", "`", "[", "**_", "> "])
  func endless(piece: String) {
    let text = String(repeating: piece, count: 20_000)
    #expect(DiscordMarkup().read(text).string.utf8.count <= text.utf8.count)
    #expect(SlackText(users: [:], channels: [:]).drawn(text).string.utf8.count <= text.utf8.count)
  }

  @Test("ranges of meanings are whole characters of the text, whatever the marks")
  func ranges() {
    var random = SplitMix64(seed: 7)
    let pieces = [
      "*", "**", "_", "~~", "||", "`", "```", "\n", "> ", "é", "👩‍💻", "a b", "<@1>", "[x](https://a.b)", "\\", ":",
    ]
    for _ in 0..<300 {
      let text = (0..<24).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      for read in [DiscordMarkup().read(text), SlackText(users: [:], channels: [:]).drawn(text)] {
        let bytes = Array(read.string.utf8)
        for facet in read.facets {
          #expect(facet.range.upperBound <= bytes.count && !facet.range.isEmpty)
          #expect(String(validating: bytes[facet.range], as: UTF8.self) != nil, "\(text)")
        }
      }
    }
  }
}

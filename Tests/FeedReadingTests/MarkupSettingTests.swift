import Support
import Testing

@testable import FeedReading

/// Styles of words in HTML and in Telegram's exports.
@Suite("Code, quotations and lists in texts")
struct MarkupSettingTests {
  /// Returns the words of each facet, with its kind.
  private func found(_ text: FacetedText) -> [String] {
    text.facets.map { facet in
      "\(facet.kind): "
        + String(decoding: text.string.utf8.dropFirst(facet.range.lowerBound).prefix(facet.range.count), as: UTF8.self)
    }
  }

  private func found(_ html: String) -> [String] { found(MarkupText(html: html).text) }

  @Test(
    "code in HTML, within lines and by itself",
    arguments: [
      ("<p>run <code>swift test</code> now</p>", ["code: swift test"]),
      ("<pre><code>a\n  b\n</code></pre><p>c</p>", ["code: a\n  b\n"]),
      ("<p>a <kbd>Ctrl</kbd> <code></code></p>", ["code: Ctrl"]),
      ("a<pre>  b</pre>", ["code:   b"]),
    ])
  func code(html: String, expected: [String]) {
    #expect(found(html) == expected)
  }

  @Test("a link in code is both, and so is code in a link")
  func linkedCode() {
    #expect(
      found("<code>a <a href='https://a.example'>b</a></code> <a href='https://b.example'>c <code>d</code></a>")
        == ["code: a b", "link: b", "link: c d", "code: d"])
  }

  @Test("quotations, one within another")
  func quotations() {
    #expect(
      found("<p>a</p><blockquote><p>b</p><blockquote>c</blockquote></blockquote><p>d</p>")
        == ["quote: b\n\nc", "quote: c"])
  }

  @Test("an entry of a list begins with its mark, also where its words are a paragraph")
  func marks() {
    let text = MarkupText(html: "<ul><li><p>a</p></li><li>b<ol><li>c</li></ol></li></ul>").text
    #expect(text.string == "• a\n\n• b\n  1. c")
    #expect(found(text) == ["mark: • ", "mark: • ", "mark:   1. "])
  }

  @Test("Telegram's code, block of code and quotation")
  func telegram() {
    let post = Feeds.posts(
      #"{"name": "T", "type": "public_channel", "messages": [{"id": 1, "type": "message", "date": "2024-01-01T00:00:00","#
        + #""text": ["a ", {"type": "code", "text": "b"}, {"type": "pre", "text": "c\n d"}, {"type": "blockquote", "text": "e"}]}]}"#
    ).first
    #expect(post?.facets.map(\.kind) == [.code, .code, .quote])
    #expect(post?.text == "a bc\n de")
  }

  @Test("a server's own emoji are drawn in a quotation, not in code")
  func emoji() {
    let emoji = CustomEmoji(addresses: ["cat": "cat.png"])
    let marked = emoji.marked(MarkupText(html: "<blockquote>:cat:</blockquote><code>:cat:</code>").text)
    #expect(marked.facets.map(\.kind) == [.quote, .emoji, .code])
  }
}

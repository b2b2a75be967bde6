import Testing

@testable import FeedReading

@Suite struct DecodedTextTests {
  @Test(
    "character references are decoded, once",
    arguments: [
      ("Fish &amp; Chips", "Fish & Chips"), ("&lt;b&gt; &quot;x&quot; &apos;y&apos;", "<b> \"x\" 'y'"),
      ("&#127800;&#x1F338;&#X1f338;", "🌸🌸🌸"), ("&nbsp;&ndash;&laquo;&eacute;&euro;", "\u{A0}–«é€"),
      ("&amp;lt;", "&lt;"), ("&amp;amp;amp;", "&amp;amp;"), ("&#150;&#151;", "–—"), ("&lt;br&gt;", "<br>"),
    ])
  func references(text: String, expected: String) {
    #expect(DecodedText.decode(text) == expected)
  }

  @Test(
    "anything that is not a reference stays",
    arguments: [
      "AT&T", "a & b", "&", "&&", "&;", "&#;", "&#x;", "&#-5;", "&unknown;", "?a=1&copy=2", "&#99999999999999999999;",
      "x &amp",
    ])
  func bare(text: String) {
    #expect(DecodedText.decode(text) == text)
  }

  @Test("references to what is no character are U+FFFD", arguments: ["&#0;", "&#xD800;", "&#x110000;", "&#7;"])
  func noScalars(text: String) {
    #expect(DecodedText.decode(text) == "\u{FFFD}")
  }

  @Test(
    "every kind of line end becomes a line feed",
    arguments: [
      ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"), ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a<br>\r\nb", "a\n\nb"),
      ("a&#13;b", "a\nb"),
    ])
  func lineEnds(text: String, expected: String) {
    #expect(DecodedText.decode(text) == expected)
  }

  @Test(
    "other tags and VK's own markup stay", arguments: ["<b>x</b>", "a < b > c", "<brave>", "[id1|Павел] #tag@club"])
  func tags(text: String) {
    #expect(DecodedText.decode(text) == text)
  }

  @Test("control characters that no font can draw are skipped")
  func controls() {
    #expect(DecodedText.decode("a\u{0}b\u{1}c\u{7F}d\te") == "abcd\te")
  }

  @Test("a line is decoded, on one line, without space around it")
  func line() {
    #expect(DecodedText.line("  Tea &amp; Co<br>\n Ltd. ") == "Tea & Co Ltd.")
  }
}

import Basics
import DataFormats
import Support
import Testing

@testable import FeedReading

/// The results of texts written in HTML.
@Suite struct HTMLTextTests {
  private func text(_ html: String, base: WebAddress? = nil) -> FacetedText { MarkupText(html: html, base: base).text }

  @Test(
    "paragraphs, lines and spaces are as browsers show them",
    arguments: [
      ("<p>a</p><p>b</p>", "a\n\nb"), ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"), ("<p>a<br><br>b</p>", "a\n\nb"),
      ("  a \n b\t\tc  ", "a b c"), ("<p> a </p> <p> b </p>", "a\n\nb"), ("<div>a</div><div>b</div>", "a\nb"),
      ("a&nbsp;b", "a\u{A0}b"), ("<h1>T</h1>x<hr>y", "T\n\nx\n\ny"), ("<b>a</b> <i>b</i>", "a b"),
      ("a<b> b</b>", "a b"),
      ("<p></p><p></p>a", "a"), ("&lt;p&gt; &amp;amp; &#128512; &hearts;", "<p> &amp; 😀 ♥"), ("a & b &c", "a & b &c"),
      ("<blockquote>a</blockquote>b", "a\n\nb"), ("<p>a", "a"), ("a</p></div>b", "a\n\nb"), ("", ""), ("<p>", ""),
      ("1 < 2 > 3", "1 < 2 > 3"), ("x<wbr>y", "xy"), ("<!-- no -->a<!DOCTYPE html>", "a"), ("<q>a</q>", "“a”"),
      ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ])
  func blocks(html: String, shown: String) {
    #expect(text(html).string == shown)
  }

  @Test(
    "lists have marks, numbers and steps",
    arguments: [
      ("<ul><li>a</li><li>b</li></ul>c", "• a\n• b\n\nc"), ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
      ("<ol start=3><li>a</li></ol>", "3. a"),
      ("x<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "x\n\n• a\n  • b\n• c"),
      ("<li>a</li>", "• a"), ("<ol start=99999999999999999999><li>a</ol>", "1. a"),
    ])
  func lists(html: String, shown: String) {
    #expect(text(html).string == shown)
  }

  @Test("preformatted text keeps its lines and spaces")
  func pre() {
    #expect(text("<p>a</p><pre><code>let x =  1\n  y\n</code></pre><p>b</p>").string == "a\n\nlet x =  1\n  y\n\nb")
    #expect(text("<p>a</p><pre>\nb\n\n c</pre>").string == "a\n\nb\n\n c")
  }

  @Test(
    "anything no one sees is not read",
    arguments: [
      "<script>alert(1)</script>a", "<style>p{}</style>a", "<head><title>t</title></head>a", "<p hidden>x</p>a",
      "<noscript>x</noscript>a", "<template><p>x</p></template>a", "a<iframe>y</iframe>",
      "<span class=invisible>x</span>a",
      "a<img src='https://t.example/p.gif' width=1 height=1>",
    ])
  func unseen(html: String) {
    let read = MarkupText(html: html)
    #expect(read.text.string == "a")
    #expect(read.media.isEmpty)
  }

  @Test(
    "links lead where a browser would go, and nowhere else",
    arguments: [
      ("https://a.example/x", "https://a.example/x"), ("/x", "https://b.example/x"),
      ("x?y=1", "https://b.example/p/x?y=1"),
      ("?y=1", "https://b.example/p/q?y=1"), ("//c.example/x", "https://c.example/x"),
      ("mailto:a@b.example", "mailto:a@b.example"),
      (" https://a.example/x\n", "https://a.example/x"), ("javascript:alert(1)", nil), ("JaVaScRiPt:alert(1)", nil),
      ("java\nscript:alert(1)", nil), ("data:text/html,x", nil), ("vbscript:x", nil), ("file:///etc/passwd", nil),
      ("#x", nil), ("", nil),
    ])
  func targets(address: String, url: String?) {
    let read = text("<a href=\"\(address)\">go</a>", base: "https://b.example/p/q?z#f")
    #expect(read.string == "go")
    #expect(read.facets.map(\.url?.text) == (url.map { [$0] } ?? []))
  }

  @Test("a link's facet covers its words, not the space around")
  func edges() {
    #expect(text("a <a href='https://x.example'> b </a> c").marks == ["link:b"])
    #expect(text("<a href='https://x.example'><b>é</b>😀</a>").marks == ["bold:é", "link:é😀"])
    #expect(text("<a href='https://x.example'></a>").facets.isEmpty)
    #expect(text("<p><a href='https://x.example'>b</p><p>c</p></a>").facets.allSatisfy { !$0.range.isEmpty })
    #expect(text("<a href='https://x.example'>a<a href='https://y.example'>b</a></a>").marks == ["link:a", "link:b"])
  }

  @Test("images keep their address, words and size; emoji are words")
  func images() {
    let read = MarkupText(
      html:
        "a<img src='/1.jpg' alt='One' width=640 height=480><img alt=':blob:' class='custom-emoji' src='https://e.example/b.png'>"
        + "<img class='emoji' alt='🎉' src='x.svg'><img src='data:image/png;base64,AA=='><img src='javascript:x'><img>",
      base: "https://b.example/p")
    #expect(read.media.map(\.url) == ["https://b.example/1.jpg", "data:image/png;base64,AA=="])
    #expect(read.media.first?.description == "One")
    #expect(read.media.first?.width == 640)
    #expect(read.text.string == "a:blob:🎉")
    #expect(read.text.marks == ["emoji::blob:"])
  }

  @Test("ten million bytes and a hundred thousand open elements are read as far as they are shown")
  func large() {
    let long = MarkupText(html: "<p>" + String(repeating: "слово &amp; ", count: 500_000))
    #expect(long.outcome == .tooLong)
    #expect(long.text.string.hasPrefix("слово & слово"))
    #expect(long.text.string.utf8.count <= MarkupReader.sizeLimit)
    let deep = MarkupText(html: "a" + String(repeating: "<b><a href='https://x.example'><ul>", count: 33_334) + "z")
    #expect(deep.outcome == .tooDeep)
    #expect(deep.text.string.hasPrefix("a"))
    #expect(MarkupText(html: String(repeating: "<p>a</p>", count: 20_000)).outcome == .whole)
  }

  @Test("broken markup gives whole characters and facets that are in the text")
  func random() {
    let parts = [
      "<p>", "</p>", "<a href='https://x.example'>", "</a>", "<span class=invisible>", "<span class=ellipsis>",
      "</span>", "é", "😀",
      "<br>", "&#xD800;", "&#0;", "&amp", "<li>", "<ul>", "</ul>", "<pre>", "</pre>", "\u{0}", "\u{202E}", " ", "\n",
      "<", ">", "<a",
      "<img src=x class=emoji alt=':b:'>", "<script>", "</script>", "<!--", "-->", "<table>", "<td>", "\u{FFFD}", "<q>",
      "<p hidden>",
      "<a class='hashtag' href='//y.example'>", "\"", "'", "=", "<![CDATA[", "]]>", "<?x", "</", "<b/>", "&hearts;",
      "a",
    ]
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let html = (0..<Int.random(in: 1...40, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
        .joined()
      #expect(text(html).isSound, "\(html)")
    }
  }
}

extension FacetedText {
  /// Whether the facets are in order, within the text, on whole characters, and overlap only in styles.
  var isSound: Bool {
    var (start, end) = (0, 0)
    let bytes = Array(string.utf8)
    for facet in facets {
      guard facet.range.lowerBound >= (facet.kind.isSetting ? start : end), !facet.range.isEmpty,
        facet.range.upperBound <= bytes.count,
        bytes.isScalarBoundary(facet.range.lowerBound), bytes.isScalarBoundary(facet.range.upperBound)
      else { return false }
      start = facet.range.lowerBound
      if !facet.kind.isSetting { end = facet.range.upperBound }
    }
    return true
  }
}

import Basics
import Testing

@testable import FeedReading

/// Content of HTML besides words in paragraphs: films, frames, pictures loaded later, formulas, lists.
@Suite struct HTMLContentTests {
  private func read(_ html: String) -> MarkupText { MarkupText(html: html, base: "https://b.example/p/q") }
  private func text(_ html: String) -> String { read(html).text.string }

  @Test("frames, films and sounds are attachments in the order of the text")
  func embeds() {
    let media = read(
      """
      <p>a</p><iframe src="https://www.youtube.com/embed/x" title="Looms"></iframe>
      <video poster="/p.jpg"><source src="f.webm"><source src="f.mp4">no video here</video><audio src="s.mp3"></audio>
      <iframe data-src="//maps.example/m"></iframe><embed src="https://e.example/game">
      """)
    #expect(media.text.string == "a")
    #expect(
      media.media.map(\.url) == [
        "https://www.youtube.com/embed/x", "https://b.example/p/f.webm", "https://b.example/p/s.mp3",
        "https://maps.example/m", "https://e.example/game",
      ])
    #expect(media.media.map(\.kind) == [.frame, .video, .audio, .frame, .frame])
    #expect(media.media[1].poster == "https://b.example/p.jpg")
    #expect(media.attachments.map(\.kind) == [.video, .video, .audio, .page, .page])
    #expect(media.attachments.first?.row?.title == "Looms")
  }

  @Test(
    "invisible frames and frames without an address are not read",
    arguments: [
      "<iframe src='https://t.example/x' width=0 height=0></iframe>", "<iframe src='about:blank'></iframe>",
      "<iframe src='javascript:1'></iframe>", "<iframe src='https://t.example' style='display: none'></iframe>",
      "<noscript><iframe src='https://t.example'></iframe></noscript>", "<video></video>",
      "<div style='display:none'><video src='a.mp4'></video></div>",
    ])
  func unseenFrames(html: String) {
    #expect(read(html).media.isEmpty)
  }

  @Test(
    "a picture that a script would load is read from where the page keeps it",
    arguments: [
      "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' data-src='a.jpg'>",
      "<img data-lazy-src='a.jpg' src='blank.gif'>", "<img data-original=a.jpg>",
      "<img srcset='s.jpg 300w, a.jpg 900w, m.jpg 600w'>", "<img data-srcset='m.jpg, a.jpg 2x'>",
      "<img class=lazy src='data:image/svg+xml,%3Csvg%20xmlns=%22x%22%3E%3C/svg%3E' data-src='a.jpg'>"
        + "<noscript><img src='a.jpg'></noscript>",
      "<noscript>Please turn on scripts <img src='a.jpg'></noscript>",
    ])
  func lazyPictures(html: String) {
    #expect(read(html).media.map(\.url) == ["https://b.example/p/a.jpg"])
    #expect(text(html).isEmpty)
  }

  @Test("a placeholder without another picture is no picture, a drawing is one")
  func placeholders() {
    #expect(
      read("<img src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'>").media.isEmpty)
    #expect(read("<img src='data:image/svg+xml,%3Csvg%3E%3Cpath d=%22%22/%3E%3C/svg%3E'>").media.count == 1)
  }

  @Test(
    "styles that hide text hide it",
    arguments: [
      "<div style='display:none'>x</div>a", "<span style='color: red; DISPLAY : none !important'>x</span>a",
      "<p style='visibility:hidden'>x</p>a", "<span style='font-size:0'>x</span>a",
    ])
  func hiddenStyles(html: String) {
    #expect(text(html) == "a")
    #expect(text("<p style='display:block'>a</p>") == "a")
  }

  @Test(
    "exponents, footnotes and indices are no digits of the number before them",
    arguments: [
      ("10<sup>-3</sup>", "10⁻³"),
      ("Words<sup><a href='https://b.example/n'>1</a></sup> and x<sup>2</sup>.", "Words¹ and x²."),
      ("H<sub>2</sub>O", "H₂O"), ("2<sup>n+1</sup>", "2ⁿ⁺¹"), ("2<sup>x/2</sup>", "2^(x/2)"),
      ("x<sub>i,1/2</sub>", "x_(i,1/2)"),
      ("the 1<sup>st</sup>, M<sup>me</sup>", "the 1st, Mme"), ("so<sup>[2]</sup>", "so[2]"), ("a<sup> </sup>b", "a b"),
      ("e<sup>x</sup>", "eˣ"), ("Brand<sup>®</sup>", "Brand®"),
    ])
  func scripts(html: String, shown: String) {
    #expect(text(html) == shown)
  }

  @Test("a link in raised text keeps its words and its place")
  func linkedScript() {
    let text = read(
      "<a href='https://b.example/1'>ä</a><sup id=r><a href='https://b.example/n'>12</a></sup> é <code>x</code>"
    ).text
    #expect(text.marks == ["link:ä", "link:¹²", "code:x"])
    #expect(text.isSound)
  }

  @Test(
    "formulas are shown as their author wrote them for readers without formulas, or in a line",
    arguments: [
      (
        "<math><semantics><mrow><mi>x</mi></mrow><annotation encoding='application/x-tex'>\\frac{x}{2}</annotation></semantics></math>",
        "$\\frac{x}{2}$"
      ),
      (
        "a <math display=block><semantics><mi>y</mi><annotation encoding='application/x-tex'>y^2</annotation></semantics></math> b",
        "a $$y^2$$ b"
      ),
      (
        "<math><semantics><mi>y</mi><annotation encoding='text/plain'>why</annotation><annotation-xml>no</annotation-xml></semantics></math>",
        "why"
      ),
      ("<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn></math>", "x²+1"),
      ("<math><mfrac><mn>1</mn><mi>n</mi></mfrac></math>", "(1/n)"),
      ("<math><msqrt><mn>2</mn></msqrt></math>", "√(2)"),
    ])
  func formulas(html: String, shown: String) {
    #expect(text(html) == shown)
  }

  @Test("the reading of a word follows it")
  func ruby() {
    #expect(text("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>") == "漢(kan)字(ji)")
    #expect(text("<p><ruby>東京<rt>とうきょう</rt></ruby>へ</p>") == "東京(とうきょう)へ")
  }

  @Test(
    "numbered lists count as they say",
    arguments: [
      ("<ol reversed><li>a</li><li>b</li><li>c</li></ol>", "3. a\n2. b\n1. c"),
      ("<ol reversed start=10><li>a<li>b</ol>", "10. a\n9. b"),
      ("<ol type=a><li>x</li><li>y</li></ol>", "a. x\nb. y"), ("<ol type=I start=4><li>x</li></ol>", "IV. x"),
      ("<ol type=i><li>x</li><li value=9>y</li><li>z</li></ol>", "i. x\nix. y\nx. z"),
      ("<ol type=A start=27><li>x</li></ol>", "AA. x"),
      ("<ol reversed><li>a<ol reversed><li>b</li><li>c</li></ol></li><li>d</li></ol>", "2. a\n  2. b\n  1. c\n1. d"),
      ("<ol type=a start=0><li>x</li></ol>", "0. x"),
    ])
  func numbers(html: String, shown: String) {
    let read = read(html).text
    #expect(read.string == shown)
    #expect(read.isSound)
  }

  @Test("marks and links keep their positions when a list is numbered from its end")
  func renumbered() {
    let html = "ä<ol reversed>" + String(repeating: "<li><a href='https://b.example/x'>é</a></li>", count: 12) + "</ol>"
    let text = read(html).text
    #expect(text.string.hasPrefix("ä\n\n12. é\n11. é") && text.string.hasSuffix("1. é"))
    #expect(text.marks.filter { $0.hasPrefix("link") } == Array(repeating: "link:é", count: 12))
    #expect(text.marks.filter { $0.hasPrefix("mark") }.first == "mark:12. ")
  }

  @Test("further paragraphs and lines of an item stand below its words")
  func paragraphsInItems() {
    #expect(text("<ul><li><p>a</p><p>b</p></li><li>c<br>d</li></ul>e") == "• a\n\n  b\n\n• c\n  d\n\ne")
    #expect(text("<ul><li>a<ul><li>b</li></ul>tail</li></ul>") == "• a\n  • b\n  tail")
  }

  @Test("tabs in preformatted text are columns")
  func tabs() {
    #expect(text("<pre>x\n\ty\nab\tc</pre>") == "x\n    y\nab  c")
  }

  @Test(
    "a server's emoji are drawn in text and links, not in numbers, code and addresses",
    arguments: [
      ("a :it: b", ["emoji::it:"]), ("2001:it:8::1", []), ("12:it:30", []), ("3:it: left", ["emoji::it:"]),
      ("word:it:word", ["emoji::it:"]),
    ] as [(String, [String])])
  func emoji(string: String, marks: [String]) {
    let emoji = CustomEmoji(addresses: ["it": "it.png"])
    #expect(emoji.marked(FacetedText(string)).marks == marks)
  }

  @Test("an emoji in the words of a link is drawn and leads where the link does")
  func emojiInLinks() {
    let emoji = CustomEmoji(addresses: ["it": "it.png"])
    let marked = emoji.marked(
      read(
        "<a href='https://b.example/x'>see :it: here</a> <a href='https://b.example/:it:/'>https://b.example/:it:/</a>"
      ).text)
    #expect(marked.marks == ["link:see ", "emoji::it:", "link: here", "link:https://b.example/:it:/"])
    #expect(marked.facets[1].url == "https://b.example/x")
  }
}

extension FeedReading.Attachment {
  fileprivate var row: AttachmentItem? { if case .item(let item) = self { item } else { nil } }
}

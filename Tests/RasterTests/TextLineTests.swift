import Drawing
import Raster
import Testing

struct TextLineTests {
  @Test("the first baseline is CSS half-leading over the font's hhea metrics")
  func firstBaseline() throws {
    // Inter's hhea (fontTools): ascent 2728, descent −680, 2816 units per em.
    let (ascent, descent) = (2728.0 / 2816 * 15, 680.0 / 2816 * 15)
    let expected = (22 - (ascent + descent)) / 2 + ascent
    let line = try #require(try Typesetter.locked().shape("Ёж").lines.first)
    #expect(abs(line.baseline - expected) < 1e-9)
    #expect(line.runs.flatMap(\.glyphs).allSatisfy { abs($0.y - expected) < 1e-9 })
  }

  @Test("baselines are a line height apart, whatever the scripts and emoji on the lines")
  func linePitch() throws {
    let text = try Typesetter.locked().shape("plain\n😀😀\nनमस्ते\n\n中文 ที่ שָׁ\nend")
    #expect(text.lines.count == 6)
    for (index, line) in text.lines.enumerated() {
      #expect(line.frame.minY == Double(index) * 22)
      #expect(line.frame.height == 22)
      #expect(abs(line.baseline - (text.lines[0].baseline + Double(index) * 22)) < 1e-9)
    }
    #expect(text.size.height == 6 * 22)
  }

  @Test(
    "newlines end lines as in CSS's pre-wrap: the last one adds none",
    arguments: [
      ("", []), ("a", [0..<1]), ("a\n", [0..<1]), ("\n", [0..<0]), ("a\n\n", [0..<1, 2..<2]),
      ("a\n\nb", [0..<1, 2..<2, 3..<4]), ("a\r\nb", [0..<1, 3..<4]), ("a\u{2028}b", [0..<1, 4..<5]),
      ("я\u{85}b\u{2029}", [0..<2, 4..<5]),
    ] as [(String, [Range<Int>])])
  func newlines(string: String, expected: [Range<Int>]) throws {
    #expect(try Typesetter.locked().shape(string).lines.map(\.range) == expected)
  }

  @Test("lines break between words and each fits the width")
  func breaking() throws {
    let text = try Typesetter.locked().shape("the quick brown fox jumps over the lazy dog", width: 100)
    #expect(text.lines.count > 2)
    #expect(text.lines.allSatisfy { $0.frame.width <= 100 })
    #expect(text.lines.first?.range == 0..<10)
    #expect(text.size.width == text.lines.map(\.frame.width).max())
  }

  @Test("a word too long for the line breaks anywhere, without a hyphen")
  func longWord() throws {
    let string = "Donaudampfschifffahrtsgesellschaft"
    let text = try Typesetter.locked().shape(string, width: 80)
    #expect(text.lines.count > 2)
    #expect(text.lines.allSatisfy { $0.frame.width <= 80 })
    #expect(text.glyphs.count <= string.utf8.count)
  }

  @Test(
    "Thai, Chinese and Japanese break without spaces", arguments: ["สวัสดีชาวโลกนี่คือข้อความ", "你好世界这是一段中文", "これは日本語の文章です"])
  func breaksWithoutSpaces(string: String) throws {
    let text = try Typesetter.locked().shape(string, width: 90)
    #expect(text.lines.count > 1)
    #expect(text.lines.map(\.range.lowerBound).dropFirst().allSatisfy { $0 > 0 })
  }

  @Test("the width that a text was measured to have holds it", arguments: [0.1, 0.333, 12.7, 15, 33.3])
  func measuredWidthHolds(size: Double) throws {
    let setter = try Typesetter.locked()
    let style = TextStyle.body.with { $0.size = size }
    let natural = setter.shape("Показать полностью…", style)
    #expect(setter.shape("Показать полностью…", style, width: natural.size.width).lines.count == 1)
  }

  @Test("no width is no reason to hang: a cluster a line", arguments: [0, -1, -Double.infinity, .nan])
  func noWidth(width: Double) throws {
    let text = try Typesetter.locked().shape("ab 👍🏽", width: width)
    #expect(Set(text.lines.flatMap(\.runs).map(\.face)).count == 2)
    #expect(text.lines.allSatisfy { $0.runs.flatMap(\.glyphs).count <= 1 })
  }

  @Test("a style without a size draws nothing", arguments: [0, -3, .nan, .infinity])
  func noSize(size: Double) throws {
    #expect(try Typesetter.locked().shape("a", .body.with { $0.size = size }).lines.isEmpty)
  }

  @Test("a line limit counts across paragraphs; truncation is reported")
  func limitOverParagraphs() throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("one\ntwo\n\nfour\nfive", maxLines: 4, truncation: .clip)
    #expect(text.lines.map(\.range) == [0..<3, 4..<7, 8..<8, 9..<13])
    #expect(text.isTruncated)
    #expect(text.fullLineCount == 5)
    let whole = setter.shape("one\ntwo\n\nfour\nfive", maxLines: 5)
    #expect(!whole.isTruncated)
    #expect(whole.lines.count == 5)
  }

  @Test("the lines of a collapsed text are those of the whole text, glyph by glyph")
  func collapsedIsAPrefix() throws {
    let setter = try Typesetter.locked()
    let string = String(repeating: "Сегодня мы выпустили обновление 🎉 для всех. مرحبا بالعالم ", count: 6)
    let whole = setter.shape(string, width: 343)
    try #require(whole.lines.count >= 9)
    #expect(setter.shape(string, width: 343, maxLines: 6, truncation: .clip).lines == Array(whole.lines.prefix(6)))
    let cut = setter.shape(string, width: 343, maxLines: 6, truncation: .tail)
    #expect(Array(cut.lines.prefix(5)) == Array(whole.lines.prefix(5)))
    #expect(cut.fullLineCount == whole.fullLineCount)
  }

  @Test("a word longer than any post is shaped in pieces that don't show", arguments: [0, 15, 343])
  func endlessWord(width: Double) throws {
    let string = String(repeating: "абв", count: 4_000)
    let text = try Typesetter.locked().shape(string, width: width)
    #expect(text.glyphs.count == 12_000)
    #expect(text.lines.first?.range.lowerBound == 0 && text.lines.last?.range.upperBound == 24_000)
    #expect(zip(text.lines, text.lines.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
    #expect(text.lines.allSatisfy { $0.frame.width <= max(width, 15) })
  }
}

import Drawing
import Layout
import Raster
import Testing

struct TextTruncationTests {
  /// Returns Inter's glyph for U+2026.
  private func ellipsis(_ setter: Typesetter) -> UInt32? { setter.shape("…").glyphs.first?.id }

  @Test("a tail ends in an ellipsis and fits", arguments: [1, 2, 3])
  func tail(lines: Int) throws {
    let setter = try Typesetter.locked()
    let text = setter.shape(
      "the quick brown fox jumps over the lazy dog and runs", width: 100, maxLines: lines)
    #expect(text.lines.count == lines)
    #expect(text.isTruncated)
    #expect(text.lines.last?.runs.last?.glyphs.last?.id == ellipsis(setter))
    #expect(text.size.width <= 100)
    #expect(text.lines.dropLast().flatMap(\.runs).flatMap(\.glyphs).allSatisfy { $0.id != ellipsis(setter) })
  }

  @Test(
    "a cut between paragraphs shows the ellipsis too", arguments: [("one\ntwo", 1), ("a\n\n\n", 1)])
  func atParagraphEnd(string: String, lines: Int) throws {
    let setter = try Typesetter.locked()
    for width in [Double.infinity, 300] {
      let text = setter.shape(string, width: width, maxLines: lines)
      #expect(text.lines.count == lines)
      #expect(text.lines.last?.runs.last?.glyphs.last?.id == ellipsis(setter))
    }
  }

  @Test("a cut on a blank line is a cut after the words above it", arguments: [TextLeaf.Truncation.tail, .clip])
  func onBlankLine(truncation: TextLeaf.Truncation) throws {
    let setter = try Typesetter.locked()
    for width in [Double.infinity, 300] {
      let blank = setter.shape("one\n\n\ntwo", width: width, maxLines: 3, truncation: truncation)
      let above = setter.shape("one\n\n\ntwo", width: width, maxLines: 1, truncation: truncation)
      #expect(blank.lines == above.lines && blank.size == above.size && blank.isTruncated)
    }
  }

  @Test("an ellipsis after a paragraph that fills its line takes the place of its last letters")
  func atFullParagraphEnd() throws {
    let setter = try Typesetter.locked()
    let width = setter.shape("Hamburg").size.width
    let text = setter.shape("Hamburg\nBremen", width: width, maxLines: 1)
    #expect(text.lines.count == 1)
    #expect(text.size.width <= width)
    #expect(text.lines[0].runs.last?.glyphs.last?.id == ellipsis(setter))
    #expect(text.lines[0].range.upperBound < 7)
  }

  @Test("a truncated text is as wide as its words with the ellipsis, not as the space", arguments: [100.0, 104, 108])
  func width(width: Double) throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("Hamburger Fischmarkt am Morgen", width: width, maxLines: 1)
    let shown = String(decoding: Array("Hamburger Fischmarkt am Morgen".utf8)[text.lines[0].range], as: UTF8.self)
    #expect(text.size.width <= setter.shape(shown).size.width + setter.shape("…").size.width + 0.01)
    #expect(text.size.width < width && text.isTruncated)
  }

  @Test("a text that fits keeps its end")
  func fits() throws {
    let setter = try Typesetter.locked()
    #expect(setter.shape("one\ntwo", width: 300, maxLines: 2) == setter.shape("one\ntwo", width: 300))
  }

  @Test("the range of a cut line ends where its letters do")
  func range() throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("incomprehensibilities", width: 80, maxLines: 1)
    let range = try #require(text.lines.first?.range)
    #expect(range.lowerBound == 0)
    #expect(range.count == text.glyphs.count - 1)
  }

  @Test("a right-to-left line has its ellipsis at the left")
  func rightToLeft() throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("שלום עולם וברוכים הבאים", width: 90, maxLines: 1)
    let leftmost = try #require(text.glyphs.min { $0.x < $1.x })
    let first = try #require(setter.shape("שלום", width: 90).glyphs.max { $0.x < $1.x })
    #expect(text.glyphs.contains { $0.id == first.id })
    #expect(leftmost.id != setter.shape("ם").glyphs.first?.id)
    #expect(text.size.width <= 90)
  }

  @Test("clipping leaves whole lines out and adds nothing")
  func clip() throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("one two three four five six", width: 60, maxLines: 2, truncation: .clip)
    #expect(text.lines == Array(setter.shape("one two three four five six", width: 60).lines.prefix(2)))
    #expect(text.isTruncated)
  }

  @Test("a limit of 0 shows nothing of a text and says so", arguments: [0, -1])
  func noLines(limit: Int) throws {
    let text = try Typesetter.locked().shape("text", maxLines: limit)
    #expect(text.lines.isEmpty)
    #expect(text.isTruncated)
    #expect(text.fullLineCount == 1)
  }
}

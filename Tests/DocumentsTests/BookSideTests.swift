import Documents
import Drawing
import Testing

@Suite("Words at the sides of a book's pages")
struct BookSideTests {
  /// A line of 60 points, aligned at the right of 100.
  private var words: ShapedText {
    let run = GlyphRun(
      face: FontFaceID(index: 0), size: 10, color: Color(rgb: 0), glyphs: [GlyphRun.Glyph(id: 1, x: 40, y: 10)])
    let frame = Rect(x: 40, y: 0, width: 60, height: 14)
    return ShapedText(
      size: Size(width: 60, height: 14),
      lines: [ShapedText.Line(frame: frame, baseline: 10, range: 0..<1, runs: [run])], isTruncated: false)
  }

  private func x(isAtRight: Bool) -> Double? {
    guard case .glyphs(_, let origin)? = words.commands(from: 10, to: 200, isAtRight: isAtRight, y: 0).first else {
      return nil
    }
    return origin.x
  }

  @Test("end at the right edge where pages begin there, and begin at the left one at their end")
  func sides() {
    #expect(words.rightEdge == 100)
    #expect(x(isAtRight: true) == 100)
    #expect(x(isAtRight: false) == -30)
  }
}

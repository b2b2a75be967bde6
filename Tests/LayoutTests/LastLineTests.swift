import Drawing
import Layout
import Testing

/// Characters are 10 points wide, lines 20 high with the baseline at 15. The element's line is 12 high with the
/// baseline at 9.
@Suite("An element in a text's last line")
struct LastLineTests {
  private func card(_ words: String, _ element: LayoutSpec, in range: SizeRange) -> LaidOutCard {
    layOut(LayoutSpec(.lastLine(spacing: 8, child: text(words, "words"), element: element), name: "line"), in: range)
  }

  private let time = text("12:34", "time", lineHeight: 12)

  @Test("if both fit, the box is as wide as both, on one baseline")
  func beside() {
    let card = card("Hello", time, in: .upTo(200, 200))
    // 50 + 8 + 50; the time's baseline (9) is on the text's (15).
    #expect(card.size == Size(width: 108, height: 20))
    #expect(card.frame("time") == Rect(x: 58, y: 6, width: 50, height: 12))
  }

  @Test("in a text of several lines it is at the right of the last one")
  func severalLines() {
    // "one two three" breaks after "one two" at 120 points. "three" is 50 wide, and 88 with the gap and the time.
    let card = card("one two three", text("1:2", "time", lineHeight: 12), in: .upTo(120, 200))
    #expect(card.frame("words")?.size.height == 40)
    #expect(card.size.width == 88 && card.frame("time")?.maxX == 88)
    #expect(card.frame("time")?.minY == 26)
  }

  @Test("if there is no room it is under the text, at the end")
  func under() {
    let card = card("Hello there", time, in: .upTo(150, 200))
    // 110 + 8 + 50 exceeds 150.
    #expect(card.size == Size(width: 110, height: 32))
    #expect(card.frame("time") == Rect(x: 60, y: 20, width: 50, height: 12))
  }

  @Test("a room of exactly both is enough, and half a point less is not")
  func boundary() {
    #expect(card("Hello", time, in: .upTo(108, 200)).size.height == 20)
    #expect(card("Hello", time, in: .upTo(107.5, 200)).size.height == 32)
  }

  @Test("a line that runs from the right has its end at the left: the element is under it")
  func rightToLeft() {
    #expect(card("שלום", time, in: .upTo(300, 200)).frame("time")?.minY == 20)
  }

  @Test("lines that run from the right begin at the edge of a box that is wider than they are")
  func rightEdge() {
    // 40 points of text in a box of 150.
    let range = SizeRange(min: Size(width: 150, height: 0), max: Size(width: 200, height: 200))
    #expect(card("שלום", time, in: range).frame("words") == Rect(x: 0, y: 0, width: 150, height: 20))
    #expect(card("Hi", time, in: range).frame("words")?.size.width == 20)
  }

  @Test("next to what is not a text it is below")
  func shapes() {
    let spec = LayoutSpec(.lastLine(spacing: 8, child: shape("a", 30, 10), element: shape("b", 20, 5)), name: "line")
    let card = layOut(spec, in: .upTo(200, 200))
    #expect(card.frame("b") == Rect(x: 10, y: 10, width: 20, height: 5))
  }

  @Test("a box that is wider than both has the element at its end")
  func wider() {
    #expect(
      card("Hi", time, in: SizeRange(min: Size(width: 150, height: 0), max: Size(width: 200, height: 200)))
        .frame("time")?.maxX == 150)
  }
}

import Drawing
import Layout
import Testing

@Suite("The faces that a card is drawn with")
struct FacesTests {
  @Test("are those of its glyphs, however deep a text lies, without the box for missing characters")
  func faces() {
    func text(_ faces: [FontFaceID]) -> LaidOutBox {
      let runs = faces.map { GlyphRun(face: $0, size: 10, color: .black, glyphs: []) }
      let frame = Rect(x: 0, y: 0, width: 10, height: 10)
      let shaped = ShapedText(
        size: frame.size, lines: [.init(frame: frame, baseline: 8, range: 0..<1, runs: runs)])
      let style = TextStyle(family: "Inter", size: 10, lineHeight: 10)
      return LaidOutBox(frame: frame, content: .text(shaped, StyledText("a", style: style)))
    }
    let inner = LaidOutBox(frame: .zero, children: [text([FontFaceID(index: 4), .lastResort]), text([])])
    let card = LaidOutCard(root: LaidOutBox(frame: .zero, children: [inner, text([FontFaceID(index: 0)])]))
    #expect(card.faces == [FontFaceID(index: 0), FontFaceID(index: 4)])
  }
}

import Documents
import Drawing
import Testing

@Suite("Parts of cards")
struct ColumnCardTests {
  private func text(_ baseline: Double) -> DrawingCommand {
    .glyphs(
      GlyphRun(
        face: FontFaceID(index: 0), size: 10, color: .black, glyphs: [GlyphRun.Glyph(id: 1, x: 0, y: baseline)]),
      origin: .zero)
  }

  @Test("texts of other parts are skipped, wherever they are in groups")
  func texts() {
    let commands: [DrawingCommand] = [
      text(10), .translated(Point(x: 0, y: 50), [text(10), .group(clip: nil, opacity: 1, [text(90)])]),
    ]
    #expect(
      commands.keepingTexts(in: 0..<30)
        == [text(10), .translated(Point(x: 0, y: 50), [.group(clip: nil, opacity: 1, [])])])
    #expect(
      commands.keepingTexts(in: 30..<200)
        == [.translated(Point(x: 0, y: 50), [text(10), .group(clip: nil, opacity: 1, [text(90)])])])
  }
}

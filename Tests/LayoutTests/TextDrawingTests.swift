import Drawing
import Layout
import Testing

@Suite("Text in the display list")
struct TextDrawingTests {
  private let amber = Color(rgb: 0xFFA000, alpha: 0.12)

  private func styled(_ string: String, highlighted: Bool = false) -> StyledText {
    var text = StyledText(string, style: TextStyle(family: "Any", size: 15, lineHeight: 21))
    if highlighted {
      let highlight = StyledText.Highlight(fill: amber, radius: 4, height: 17, outset: 4)
      text.attributes = [StyledText.Attribute(range: 0..<string.utf8.count, highlight: highlight)]
    }
    return text
  }

  private func commands(_ text: StyledText, at origin: Point, scale: Double, clip: Rect? = nil) -> [DrawingCommand] {
    let shaped = FixedAdvanceText().shape(text, width: 100, maxLines: nil, truncation: .tail)
    let box = LaidOutBox(frame: Rect(origin: origin, size: shaped.size), content: .text(shaped, text))
    let frame = clip ?? Rect(x: 0, y: 0, width: 300, height: 300)
    return LaidOutCard(root: LaidOutBox(frame: frame, children: [box])).displayList(scale: scale).commands
  }

  private func origins(_ commands: [DrawingCommand]) -> [Point] {
    commands.compactMap { if case .glyphs(_, let origin) = $0 { origin } else { nil } }
  }

  @Test("each line's baseline is on a device pixel, x is left alone")
  func baselines() {
    // Baselines 15.75 and 36.75 below the top: 26.05 and 47.05 → 26 and 47 at 1 pixel per point.
    let found = origins(commands(styled("a\nb"), at: Point(x: 5.3, y: 10.3), scale: 1))
    #expect(found.map(\.x) == [5.3, 5.3])
    for (origin, expected) in zip(found, [10.25, 10.25]) { #expect(abs(origin.y - expected) < 1e-9) }
    // At 2 pixels per point also 26.05 → 26.0; from y 10.5, 26.25 → 26.5.
    let half = origins(commands(styled("a"), at: Point(x: 0, y: 10.5), scale: 2))
    #expect(half.map(\.y) == [10.75])
  }

  @Test("a highlight is under the glyphs, centred on the line, wider than the words, one for each line")
  func highlights() {
    let found = commands(styled("four\nno", highlighted: true), at: Point(x: 20, y: 10.25), scale: 2)
    // Lines of 21 from 10.25, the baselines on pixels at 26 and 47; marks of height 17 in the middle: 12.25…29.25 and
    // 33.25…50.25, on pixels 12.5…29.5 and 33.5…50.5.
    let marks = [
      Rect(x: 16, y: 12.5, width: 48, height: 17), Rect(x: 16, y: 33.5, width: 28, height: 17),
    ]
    #expect(Array(found.prefix(2)) == marks.map { .fill(.rounded($0, radius: 4), .solid(amber)) })
    #expect(found.count == 4)
  }

  @Test("lines far outside the card are skipped")
  func culling() {
    let clip = Rect(x: 0, y: 0, width: 100, height: 40)
    #expect(origins(commands(styled("a\nb\nc\nd\ne\nf"), at: .zero, scale: 1, clip: clip)).count == 3)
  }
}

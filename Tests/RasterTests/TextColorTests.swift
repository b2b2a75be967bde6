import Drawing
import Layout
import Raster
import Testing

@Suite("Texts in the colors of several themes")
struct TextColorTests {
  private static let words = "Озеро #lake, лодка and مرحبا, see 🙂 example.org for more of it"

  /// Returns two links, each overlapping the text between them.
  private func text(_ words: Color, _ first: Color, _ second: Color) -> StyledText {
    let (start, end) = (Self.words.utf8.count / 4, Self.words.utf8.count / 2)
    return StyledText(
      Self.words, style: .body.with { $0.color = words },
      attributes: [
        StyledText.Attribute(range: 11..<16, color: first, target: "https://a.example"),
        StyledText.Attribute(range: start..<end, color: second, target: "https://b.example"),
      ])
  }

  @Test(
    "anything that is remembered in one theme's colors is as another's own shaping", arguments: [120, Double.infinity])
  func remembered(width: Double) throws {
    let typesetter = try Typesetter.locked()
    let cache = MeasuredTextCache(typesetter)
    let (blue, red) = (Color(rgb: 0x0000FF), Color(rgb: 0xFF0000))
    let (light, dark) = (text(.black, blue, red), text(.white, red, .black))
    let themes = [light, dark, text(.white, .white, red), text(.black, red, red)]
    for text in themes + themes.reversed() {
      #expect(
        cache.shape(text, width: width, maxLines: 3, truncation: .tail)
          == typesetter.shape(text, width: width, maxLines: 3, truncation: .tail))
    }
    // Light and dark share one text: each of the other themes uses a color twice.
    #expect(cache.count == themes.count - 1)
  }
}

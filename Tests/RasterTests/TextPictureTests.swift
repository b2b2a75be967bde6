import Drawing
import Raster
import Testing

/// Images within a line of text.
struct TextPictureTests {
  private let picture = ImageReference(candidates: [.init(url: "cat.png")])

  private func shape(
    _ string: String, _ words: [String], width: Double = .infinity, maxLines: Int? = nil
  ) throws -> ShapedText {
    let attributes = try words.map { word in
      let range = try #require(string.range(of: word))
      let start = string.utf8.distance(from: string.startIndex, to: range.lowerBound)
      return StyledText.Attribute(range: start..<start + word.utf8.count, picture: picture)
    }
    return try Typesetter.locked().shape(string, attributes: attributes, width: width, maxLines: maxLines)
  }

  @Test("an image takes its own width in place of its words, and no glyph of them is drawn")
  func width() throws {
    let side = TextStyle.body.pictureSide
    let text = try shape("a :cat: b", [":cat:"])
    let frame = try #require(text.attributeFrames.first?.frame)
    #expect(abs(frame.width - side - TextStyle.body.letterSpacing) < 0.01)
    #expect(frame.height == TextStyle.body.lineHeight)
    let before = try Typesetter.locked().shape("a ").size.width
    #expect(abs(frame.minX - before) < 0.01)
    #expect(text.lines.flatMap(\.runs).flatMap(\.glyphs).count == 4)
    #expect(text.missing.isEmpty)
  }

  @Test("lines and what follows an image keep their places in the text")
  func offsets() throws {
    let string = "раз :cat: два :dog: три"
    let text = try shape(string, [":cat:", ":dog:"], width: 60)
    #expect(text.lines.first?.range.lowerBound == 0)
    #expect(text.lines.last?.range.upperBound == string.utf8.count)
    #expect(zip(text.lines, text.lines.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    #expect(text.attributeFrames.map(\.attribute) == [0, 1])
  }

  @Test("an image is where its word does in a text from right to left")
  func rightToLeft() throws {
    let text = try shape("مرحبا :cat: بكم", [":cat:"])
    let frame = try #require(text.attributeFrames.first?.frame)
    #expect(text.attributeFrames.count == 1)
    #expect(frame.minX > 10 && frame.maxX < text.size.width - 10)
  }

  @Test("a text that is cut before an image shows none of it")
  func cut() throws {
    let text = try shape("one two three four :cat:", [":cat:"], width: 60, maxLines: 1)
    #expect(text.attributeFrames.isEmpty && text.isTruncated)
  }

  @Test("images next to each other, and nothing but an image")
  func bare() throws {
    let pair = try shape(":a::b:", [":a:", ":b:"])
    #expect(pair.attributeFrames.map(\.attribute) == [0, 1])
    #expect(abs(pair.size.width - 2 * (TextStyle.body.pictureSide + TextStyle.body.letterSpacing)) < 0.5)
    let single = try shape(":a:", [":a:"])
    #expect(single.lines.map(\.range) == [0..<3])
  }
}

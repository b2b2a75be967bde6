import Drawing
import Raster
import Testing

struct TextAttributeTests {
  private let blue = Color(rgb: 0x528BCC)

  private func attribute(_ part: String, in string: String) throws -> StyledText.Attribute {
    let range = try #require(string.range(of: part))
    let start = string.utf8.distance(from: string.startIndex, to: range.lowerBound)
    return StyledText.Attribute(range: start..<start + part.utf8.count, color: blue, target: "https://a.example/x")
  }

  @Test(
    "colors change no glyph and no place",
    arguments: [
      ("AVATAR Type", "VAT"), ("سلام عليكم", "لا"), ("नमस्ते दुनिया", "मस्ते"), ("fi 👨‍👩‍👧 ok", "👧"),
    ])
  func colorsDoNotShape(string: String, part: String) throws {
    let setter = try Typesetter.locked()
    let colored = setter.shape(string, attributes: [try attribute(part, in: string)])
    #expect(colored.glyphs == setter.shape(string).glyphs)
  }

  @Test("glyphs of the range have its color, the others the style's")
  func colors() throws {
    let string = "see this link here"
    let text = try Typesetter.locked().shape(string, attributes: [try attribute("this link", in: string)])
    let runs = try #require(text.lines.first?.runs)
    #expect(runs.map(\.color) == [.black, blue, .black])
    #expect(runs.map(\.glyphs.count) == [4, 9, 5])
  }

  @Test("where attributes overlap the later color wins, and one without a color changes none")
  func overlap() throws {
    let red = Color(rgb: 0xFF0000)
    let text = try Typesetter.locked().shape(
      "abcdef",
      attributes: [
        StyledText.Attribute(range: 0..<4, color: blue), StyledText.Attribute(range: 2..<6, color: red),
        StyledText.Attribute(range: 0..<6, target: "https://a.example/x"),
      ])
    #expect(text.lines[0].runs.map(\.color) == [blue, red])
    #expect(text.lines[0].runs.map(\.glyphs.count) == [2, 4])
  }

  @Test("a link over two lines has a frame on each, as high as the line and as wide as its words")
  func framesOverLines() throws {
    let setter = try Typesetter.locked()
    let string = "go to the wonderful place now"
    let width = setter.shape("go to the wonderful").size.width + 1
    let text = setter.shape(string, attributes: [try attribute("the wonderful place", in: string)], width: width)
    #expect(text.lines.map(\.range) == [0..<20, 20..<29])
    #expect(text.attributeFrames.map(\.line) == [0, 1])
    let (first, second) = (text.attributeFrames[0].frame, text.attributeFrames[1].frame)
    #expect(abs(first.minX - setter.shape("go to ").size.width) < 0.01)
    #expect(abs(first.maxX - text.lines[0].frame.maxX) < 0.01)
    #expect(first.minY == 0 && first.height == 22)
    #expect(second.minX == 0 && second.minY == 22)
    #expect(abs(second.width - setter.shape("place").size.width) < 0.01)
  }

  @Test("neighboring clusters make one frame; a range that two directions tear apart makes two")
  func framesAndDirections() throws {
    let setter = try Typesetter.locked()
    let string = "abc שלום def"
    let whole = setter.shape(string, attributes: [StyledText.Attribute(range: 0..<string.utf8.count)])
    #expect(whole.attributeFrames.map(\.frame) == [whole.lines[0].frame])
    let torn = setter.shape(string, attributes: [try attribute("c ש", in: string)])
    #expect(torn.attributeFrames.count == 2)
    #expect(torn.attributeFrames[0].frame.maxX < torn.attributeFrames[1].frame.minX)
  }

  @Test("ranges outside the text are harmless")
  func rangesOutside() throws {
    let text = try Typesetter.locked().shape(
      "abc", attributes: [StyledText.Attribute(range: 2..<90, color: blue), StyledText.Attribute(range: 50..<60)])
    #expect(text.lines[0].runs.map(\.glyphs.count) == [2, 1])
    #expect(text.attributeFrames.map(\.attribute) == [0])
  }
}

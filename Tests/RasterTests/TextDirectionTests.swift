import Drawing
import Raster
import Testing

struct TextDirectionTests {
  @Test("each paragraph has the direction of its first strong letter")
  func baseDirection() throws {
    let text = try Typesetter.locked().shape("left\nשלום\nمرحبا abc\nabc مرحبا", width: 300)
    let frames = text.lines.map(\.frame)
    #expect([frames[0].minX, frames[3].minX] == [0, 0])
    #expect([frames[1], frames[2]].allSatisfy { abs($0.maxX - 300) < 1e-9 })
  }

  @Test(
    "lines are at the start of the width, whatever the alignment: the layout knows the box",
    arguments: [TextStyle.Alignment.start, .center, .end], [("abc", 0.0), ("שלום", 1)])
  func alignment(alignment: TextStyle.Alignment, line: (string: String, share: Double)) throws {
    let (string, share) = line
    let text = try Typesetter.locked().shape(string, .body.with { $0.alignment = alignment }, width: 200)
    let line = try #require(text.lines.first)
    #expect(abs(line.frame.minX - share * (200 - line.frame.width)) < 1e-9)
    #expect(line.runs.flatMap(\.glyphs).allSatisfy { $0.x >= line.frame.minX - 1 })
    #expect(text.size.width == line.frame.width)
  }

  @Test("without a width right-to-left lines end with the widest")
  func alignmentWithoutWidth() throws {
    let text = try Typesetter.locked().shape("שלום שלום\nש", .body)
    #expect(text.lines.allSatisfy { abs($0.frame.maxX - text.size.width) < 1e-9 })
  }

  @Test("a paragraph without a letter has the direction of its surroundings, and its numbers keep theirs")
  func digits() throws {
    let typesetter = try Typesetter.locked()
    let plain = try #require(typesetter.shape("19:00–22:30", width: 200).lines.first)
    let turned = try #require(
      typesetter.shape("19:00–22:30", .body.with { $0.direction = .rightToLeft }, width: 200).lines.first)
    #expect(plain.frame.minX == 0 && abs(turned.frame.maxX - 200) < 1e-9)
    func ids(_ line: ShapedText.Line) -> [UInt32] { line.runs.flatMap(\.glyphs).map(\.id) }
    // The later time is to the left of the earlier one; each reads as usual.
    #expect(ids(turned).prefix(5) == ids(plain).suffix(5) && ids(turned).suffix(5) == ids(plain).prefix(5))
    let word = typesetter.shape("abc", .body.with { $0.direction = .rightToLeft }, width: 200)
    #expect(word.lines[0].frame.minX == 0)
  }

  @Test("isolated text neither sets the line's direction nor moves its neighbors")
  func isolates() throws {
    let typesetter = try Typesetter.locked()
    let name = "\u{2068}שלום\u{2069}"
    #expect(typesetter.shape("שלום abc", width: 300).lines[0].frame.minX > 0)
    #expect(typesetter.shape("\(name) abc", width: 300).lines[0].frame.minX == 0)
    let turned = TextStyle.body.with { $0.direction = .rightToLeft }
    #expect(abs(typesetter.shape("\u{2068}abc\u{2069} · 12", turned, width: 300).lines[0].frame.maxX - 300) < 1e-9)
    func ids(_ text: String) -> [UInt32] { typesetter.shape(text).glyphs.map(\.id) }
    // A number after Hebrew text is part of it and is placed to its left.
    #expect(ids("a שלום 12").suffix(2) != ids("12")[...])
    #expect(ids("a \(name) 12").suffix(2) == ids("12")[...])
    #expect(typesetter.shape("a \(name)").missing.isEmpty)
  }

  @Test("marks of an isolate take no room, spaced letters or not", arguments: [0.0, 5])
  func isolateWidth(spacing: Double) throws {
    let typesetter = try Typesetter.locked()
    func width(_ text: String) -> Double {
      typesetter.shape(text, .body.with { $0.letterSpacing = spacing }).size.width
    }
    #expect(abs(width("i \u{2068}i\u{2069} i") - width("i i i")) < 1e-6)
  }

  @Test("runs come in visual order")
  func visualOrder() throws {
    let text = try Typesetter.locked().shape("abc שלום def")
    let x = text.lines[0].runs.flatMap(\.glyphs).map(\.x)
    #expect(x == x.sorted())
  }
}

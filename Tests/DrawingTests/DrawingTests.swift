import Drawing
import Foundation
import Testing

@Suite struct GeometryTests {
  private let rect = Rect(x: 10, y: 20, width: 100, height: 40)

  @Test("a rectangle knows its edges and its center")
  func edges() {
    #expect((rect.minX, rect.minY, rect.maxX, rect.maxY) == (10, 20, 110, 60))
    #expect(rect.center == Point(x: 60, y: 40))
    #expect(rect.offset(by: Point(x: -10, y: 5)) == Rect(x: 0, y: 25, width: 100, height: 40))
  }

  @Test("insets make it smaller, never negative")
  func insets() {
    #expect(
      rect.inset(by: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)) == Rect(x: 12, y: 21, width: 94, height: 36))
    #expect(rect.inset(by: EdgeInsets(left: 200)).width == 0)
    #expect(rect.inset(by: EdgeInsets(top: -5)) == Rect(x: 10, y: 15, width: 100, height: 45))
  }

  @Test("emptiness holds for zero, negative and undefined sides")
  func emptiness() {
    #expect(!rect.isEmpty)
    #expect(Rect(x: 0, y: 0, width: 0, height: 5).isEmpty)
    #expect(Rect(x: 0, y: 0, width: 5, height: -1).isEmpty)
    #expect(Rect(x: 0, y: 0, width: .nan, height: 5).isEmpty)
  }

  @Test("rectangles that only touch do not intersect")
  func intersection() {
    #expect(rect.intersects(Rect(x: 109, y: 59, width: 5, height: 5)))
    #expect(!rect.intersects(Rect(x: 110, y: 20, width: 5, height: 5)))
    #expect(!rect.intersects(Rect(x: 10, y: 60, width: 5, height: 5)))
  }
}

@Suite struct PathTests {
  @Test("a path is scaled first, then moved")
  func scaled() {
    let path = Path([
      .move(Point(x: 1, y: 2)), .line(Point(x: 3, y: 4)),
      .curve(control1: Point(x: 1, y: 0), control2: Point(x: 0, y: 1), to: Point(x: -1, y: -1)), .close,
    ])
    #expect(
      path.scaled(by: 2, movedTo: Point(x: 10, y: 100))
        == Path([
          .move(Point(x: 12, y: 104)), .line(Point(x: 16, y: 108)),
          .curve(control1: Point(x: 12, y: 100), control2: Point(x: 10, y: 102), to: Point(x: 8, y: 98)), .close,
        ]))
  }
}

@Suite struct PaintTests {
  @Test("hex colors are sRGB components")
  func hex() {
    let color = Color(rgb: 0x33CCFF, alpha: 0.5)
    #expect((color.red, color.green, color.blue, color.alpha) == (0.2, 0.8, 1, 0.5))
  }

  @Test("every shape has bounds")
  func bounds() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    let shapes: [Shape] = [.rectangle(rect), .rounded(rect, radius: 9), .ellipse(rect), .path(Path(), bounds: rect)]
    #expect(shapes.allSatisfy { $0.bounds == rect })
  }

  @Test("a display list's JSON is read back unchanged")
  func json() throws {
    let rect = Rect(x: 0, y: 0, width: 8, height: 8)
    let image = ImageReference(candidates: [ImageReference.Candidate(url: "a.jpg", width: 4, height: 3)])
    let run = GlyphRun(
      face: FontFaceID(index: 1), size: 15, color: .black, glyphs: [GlyphRun.Glyph(id: 7, x: 0.25, y: 12)])
    let gradient = LinearGradient(
      stops: [LinearGradient.Stop(offset: 0, color: .white), LinearGradient.Stop(offset: 1, color: .clear)])
    let list = DisplayList(
      size: rect.size,
      commands: [
        .fill(.rectangle(rect), .linearGradient(gradient)),
        .shadow(.ellipse(rect), Shadow(offset: .zero, blur: 24, color: .black)),
        .group(
          clip: .rounded(rect, radius: 2), opacity: 0.5,
          [
            .image(image, .rectangle(rect), placeholder: .solid(.white)),
            .translated(Point(x: 1, y: 1), [.glyphs(run, origin: .zero)]),
          ]),
        .stroke(Path([.move(.zero), .close]), width: 0.5, .solid(.black)),
      ])
    #expect(try JSONDecoder().decode(DisplayList.self, from: JSONEncoder().encode(list)) == list)
  }
}

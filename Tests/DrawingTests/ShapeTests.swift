import Drawing
import Testing

@Suite("Corners, and how far commands reach")
struct ShapeTests {
  @Test(
    "corners that are more than a side become smaller together",
    arguments: [
      (CornerRadii(topLeft: 4, bottomRight: 8), [4.0, 0, 8, 0]),
      // The right side has a height of 20, but the radii need 40.
      (CornerRadii(topLeft: 10, topRight: 30, bottomRight: 10), [5, 15, 5, 0]), (CornerRadii(all: -3), [0, 0, 0, 0]),
    ])
  func fitted(_ radii: CornerRadii, _ expected: [Double]) {
    #expect(radii.fitted(into: Size(width: 100, height: 20)).all == expected)
  }

  @Test("a blur reaches three σ further than what it blurs, and a clip no further than itself")
  func reach() {
    let fill = DrawingCommand.fill(.rectangle(Rect(x: 10, y: 10, width: 20, height: 20)), .solid(.black))
    #expect(DrawingCommand.blurred([fill], radius: 4).reach == Rect(x: 4, y: 4, width: 32, height: 32))
    let clip = Shape.rectangle(Rect(x: 0, y: 0, width: 15, height: 15))
    #expect(DrawingCommand.group(clip: clip, opacity: 1, [fill]).reach == Rect(x: 10, y: 10, width: 5, height: 5))
    let moved = DrawingCommand.translated(Point(x: 5, y: 0), [fill, .blurred([fill], radius: 4)])
    #expect(moved.reach == Rect(x: 9, y: 4, width: 32, height: 32))
    #expect(DrawingCommand.group(clip: nil, opacity: 1, []).reach == nil)
  }
}

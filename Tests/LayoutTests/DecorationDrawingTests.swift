import Drawing
import Layout
import Testing

/// Boxes of 40 × 20 at (10, 10) by default.
@Suite("What decorations become")
struct DecorationDrawingTests {
  private let rect = Rect(x: 10, y: 10, width: 40, height: 20)
  private let black = Paint.solid(.black)

  private func commands(
    _ decoration: BoxDecoration, scale: Double = 1, children: [LaidOutBox] = []
  ) -> [DrawingCommand] {
    let box = LaidOutBox(frame: rect, decoration: decoration, children: children)
    return LaidOutCard(root: LaidOutBox(frame: Rect(x: 0, y: 0, width: 60, height: 40), children: [box]))
      .displayList(scale: scale).commands
  }

  @Test("corners of several radii are of the snapped box; without any it is a rectangle")
  func corners() {
    let radii = CornerRadii(topLeft: 8, bottomRight: 4)
    #expect(commands(BoxDecoration(outline: .cornered(radii), fill: black)) == [.fill(.cornered(rect, radii), black)])
    #expect(
      commands(BoxDecoration(outline: .cornered(CornerRadii()), fill: black)) == [.fill(.rectangle(rect), black)])
  }

  @Test("shadows are under the fill and inner ones over it, the first on top; then comes the border")
  func shadows() {
    let (first, second) = (Shadow(offset: .zero, blur: 1, color: .black), Shadow(offset: .zero, blur: 2, color: .black))
    var decoration = BoxDecoration(fill: black, innerShadows: [first, second])
    decoration.shadows = [first, second]
    let shape = Shape.rectangle(rect)
    #expect(
      commands(decoration) == [
        .shadow(shape, second), .shadow(shape, first), .fill(shape, black), .innerShadow(shape, second),
        .innerShadow(shape, first),
      ])
  }

  @Test("a border has the sides that have a width, each whole pixels")
  func sides() {
    let border = BoxDecoration.Border(widths: EdgeInsets(top: 0.3, bottom: 2.4), color: .black)
    #expect(
      commands(BoxDecoration(border: border)) == [
        .fill(.rectangle(Rect(x: 10, y: 10, width: 40, height: 1)), black),
        .fill(.rectangle(Rect(x: 10, y: 28, width: 40, height: 2)), black),
      ])
  }

  @Test("sides of a rounded box are what lies between its outline and a smaller one")
  func ring() throws {
    let border = BoxDecoration.Border(widths: EdgeInsets(bottom: 4), color: .black)
    let drawn = commands(BoxDecoration(outline: .rounded(6), border: border))
    guard case .fill(.path(let path, bounds: let bounds), _) = try #require(drawn.first) else {
      Issue.record("\(drawn)")
      return
    }
    #expect(bounds == rect)
    // The hole begins at the end of the top left corner. Its lower corners are 6 wide and 2 high.
    #expect(path.elements[10] == .move(Point(x: 16, y: 10)))
    #expect(path.elements[13] == .line(Point(x: 50, y: 24)))
    #expect(path.elements.contains { if case .curve(_, _, to: Point(x: 44, y: 26)) = $0 { true } else { false } })
  }

  @Test("a broken border runs along its middle from the top left corner; of single sides along each")
  func dashes() {
    let dashes = Dashes([4, 2])
    let whole = commands(BoxDecoration(border: .init(width: 2, color: .black, dashes: dashes)))
    guard case .dashed(let path, 2, dashes, black)? = whole.first else {
      Issue.record("\(whole)")
      return
    }
    #expect(path.elements.prefix(2) == [.move(Point(x: 11, y: 11)), .line(Point(x: 49, y: 11))])
    let bottom = BoxDecoration.Border(widths: EdgeInsets(bottom: 1), color: .black, dashes: dashes)
    let line = Path([.move(Point(x: 50, y: 29.5)), .line(Point(x: 10, y: 29.5))])
    #expect(commands(BoxDecoration(border: bottom)) == [.dashed(line, width: 1, dashes, black)])
  }

  @Test("a blur is around all of the element, inside of its opacity, and keeps what is near what is seen")
  func blur() {
    let near = Rect(x: -8, y: 10, width: 5, height: 5)
    let child = LaidOutBox(frame: near, decoration: BoxDecoration(fill: black))
    let decoration = BoxDecoration(fill: black, opacity: 0.5, blur: 6)
    #expect(
      commands(decoration, children: [child]) == [
        .group(
          clip: nil, opacity: 0.5,
          [.blurred([.fill(.rectangle(rect), black), .fill(.rectangle(near), black)], radius: 6)])
      ])
    // A Gaussian of σ 1 doesn't reach that far.
    #expect(
      commands(BoxDecoration(fill: black, blur: 2), children: [child]) == [
        .blurred([.fill(.rectangle(rect), black)], radius: 2)
      ])
  }
}

import Drawing
import Layout
import Testing

@Suite("Display list")
struct DisplayListTests {
  private let black = Paint.solid(.black)
  private let picture = ImageReference(candidates: [])

  private func commands(
    _ box: LaidOutBox, scale: Double = 1, includesRootShadow: Bool = false
  ) -> [DrawingCommand] {
    LaidOutCard(root: box).displayList(scale: scale, includesRootShadow: includesRootShadow).commands
  }

  private func filled(_ frame: Rect, _ outline: BoxDecoration.Outline = .rectangle) -> LaidOutBox {
    LaidOutBox(frame: frame, decoration: BoxDecoration(outline: outline, fill: black))
  }

  private func card(_ children: [LaidOutBox], decoration: BoxDecoration = BoxDecoration()) -> LaidOutBox {
    LaidOutBox(frame: Rect(x: 0, y: 0, width: 100, height: 100), decoration: decoration, children: children)
  }

  @Test(
    "edges snap to device pixels",
    arguments: [
      (1.0, Rect(x: 10, y: 11, width: 21, height: 19)), (2.0, Rect(x: 10.5, y: 10.5, width: 20, height: 19.5)),
    ])
  func snapping(_ scale: Double, _ expected: Rect) {
    // From (10.4, 10.6) to (30.6, 30.1): at 1 px per point 10…31 × 11…30, at 2 px 10.5…30.5 × 10.5…30.
    let box = card([filled(Rect(x: 10.4, y: 10.6, width: 20.2, height: 19.5))])
    #expect(commands(box, scale: scale) == [.fill(.rectangle(expected), black)])
  }

  @Test(
    "a hairline is one crisp pixel at scale 1, the one its middle is in",
    arguments: [(10.0, 10.0), (10.5, 10), (99.5, 99)])
  func hairline(_ y: Double, _ expected: Double) {
    let box = card([filled(Rect(x: 0, y: y, width: 100, height: 0.5))])
    #expect(commands(box) == [.fill(.rectangle(Rect(x: 0, y: expected, width: 100, height: 1)), black)])
  }

  @Test("an empty box draws nothing")
  func empty() {
    #expect(commands(card([filled(Rect(x: 10, y: 10, width: 0, height: 20))])).isEmpty)
  }

  @Test("a circle keeps equal sides")
  func circle() {
    // Its edges would snap to 10…18 horizontally and 11…18 vertically.
    let box = card([filled(Rect(x: 10.4, y: 10.6, width: 7.2, height: 7.2), .circle)])
    #expect(commands(box) == [.fill(.ellipse(Rect(x: 10, y: 11, width: 7, height: 7)), black)])
  }

  @Test("shadow, fill, content with what replaces it: in this order")
  func order() {
    let shadow = Shadow(offset: .zero, blur: 4, color: .black)
    let outer = Rect(x: 10, y: 10, width: 50, height: 50)
    let inner = Rect(x: 20, y: 20, width: 10, height: 10)
    let box = LaidOutBox(
      frame: outer, content: .image(ImageLeaf(picture, placeholder: black)),
      decoration: BoxDecoration(outline: .rounded(8), fill: black, shadow: shadow), children: [filled(inner)])
    let shape = Shape.rounded(outer, radius: 8)
    #expect(
      commands(card([box])) == [
        .shadow(shape, shadow), .fill(shape, black),
        .image(picture, shape, placeholder: black, missing: [.fill(.rectangle(inner), black)]),
      ])
  }

  @Test("without an image the placeholder fills the outline")
  func placeholder() {
    let frame = Rect(x: 0, y: 0, width: 36, height: 36)
    let box = LaidOutBox(
      frame: frame, content: .image(ImageLeaf(nil, placeholder: black)), decoration: BoxDecoration(outline: .circle))
    #expect(commands(card([box])) == [.fill(.ellipse(frame), black)])
  }

  @Test("what replaces an image is as large as it, and no named box while there is an image to ask for")
  func missing() {
    let mark = LayoutSpec(.leaf(.shape), decoration: BoxDecoration(fill: black), name: "mark")
    func laidOut(_ image: ImageReference?) -> LaidOutCard {
      let spec = LayoutSpec(.picture(ImageLeaf(image, placeholder: black), missing: mark), name: "image")
      return layOut(spec.sized(36, 36), in: .unbounded)
    }
    let frame = Rect(x: 0, y: 0, width: 36, height: 36)
    let fill = DrawingCommand.fill(.rectangle(frame), black)
    #expect(commands(laidOut(nil).root) == [fill, fill])
    #expect(laidOut(nil).namedBoxes.map(\.path) == ["image", "image/mark"])
    #expect(
      commands(laidOut(picture).root) == [
        .image(picture, .rectangle(frame), placeholder: black, missing: [fill])
      ])
    #expect(laidOut(picture).namedBoxes.map(\.path) == ["image"])
  }

  @Test("the root's shadow is drawn only when it is asked for, others always")
  func rootShadow() {
    let shadow = Shadow(offset: Point(x: 0, y: 24), blur: 24, color: .black)
    let inner = LaidOutBox(frame: Rect(x: 5, y: 5, width: 10, height: 10), decoration: BoxDecoration(shadow: shadow))
    let box = card([inner], decoration: BoxDecoration(fill: black, shadow: shadow))
    let root = Shape.rectangle(box.frame)
    #expect(commands(box) == [.fill(root, black), .shadow(.rectangle(inner.frame), shadow)])
    #expect(commands(box, includesRootShadow: true).first == .shadow(root, shadow))
    #expect(commands(box, includesRootShadow: true).count == 3)
  }

  @Test("clipped content is a group, and what lies wholly outside of the clip is skipped")
  func clipping() {
    let page = { (x: Double) in
      LaidOutBox(
        frame: Rect(x: x, y: 0, width: 60, height: 60),
        content: .image(ImageLeaf(self.picture, placeholder: self.black)))
    }
    let strip = LaidOutBox(
      frame: Rect(x: 0, y: 0, width: 100, height: 60),
      decoration: BoxDecoration(outline: .rounded(10), clipsContent: true),
      children: [page(0), page(64), page(128), page(100)])
    let seen = [0.0, 64].map {
      DrawingCommand.image(
        picture, .rectangle(Rect(x: $0, y: 0, width: 60, height: 60)), placeholder: black)
    }
    #expect(commands(card([strip])) == [.group(clip: .rounded(strip.frame, radius: 10), opacity: 1, seen)])
  }

  @Test("a clip within a clip leaves what both leave")
  func nestedClips() {
    let inner = LaidOutBox(
      frame: Rect(x: 40, y: 0, width: 50, height: 50), decoration: BoxDecoration(clipsContent: true),
      children: [filled(Rect(x: 60, y: 0, width: 10, height: 10))])
    let outer = LaidOutBox(
      frame: Rect(x: 0, y: 0, width: 50, height: 50), decoration: BoxDecoration(clipsContent: true), children: [inner])
    #expect(commands(card([outer])).isEmpty)
  }

  @Test("opacity groups the whole element; at 0 it is skipped")
  func opacity() {
    let frame = Rect(x: 0, y: 0, width: 10, height: 10)
    let half = LaidOutBox(frame: frame, decoration: BoxDecoration(fill: black, opacity: 0.5), children: [filled(frame)])
    let fill = DrawingCommand.fill(.rectangle(frame), black)
    #expect(commands(card([half])) == [.group(clip: nil, opacity: 0.5, [fill, fill])])
    let none = LaidOutBox(frame: frame, decoration: BoxDecoration(fill: black, opacity: 0), children: [filled(frame)])
    #expect(commands(card([none])).isEmpty)
  }

  @Test("an icon is scaled into the middle of its box, strokes with it")
  func icon() {
    let path = Path([.move(Point(x: 0, y: 0)), .line(Point(x: 24, y: 24))])
    let icon = Icon(
      name: "line", viewBox: 24, layers: [Icon.Layer(path: path, strokeWidth: 2), Icon.Layer(path: path)])
    let box = LaidOutBox(frame: Rect(x: 10, y: 20, width: 20, height: 12), content: .icon(icon, tint: black))
    // 12 × 12 in the center: x 14, y 20, half the size.
    let scaled = Path([.move(Point(x: 14, y: 20)), .line(Point(x: 26, y: 32))])
    #expect(
      commands(card([box])) == [
        .stroke(scaled, width: 1, black),
        .fill(.path(scaled, bounds: Rect(x: 14, y: 20, width: 12, height: 12)), black),
      ])
  }

  @Test("a border lies inside the box, four bars around a rectangle")
  func rectangleBorder() {
    let box = LaidOutBox(
      frame: Rect(x: 10, y: 10, width: 20, height: 30),
      decoration: BoxDecoration(border: BoxDecoration.Border(width: 0.4, color: .black)))
    let bars = [
      Rect(x: 10, y: 10, width: 20, height: 1), Rect(x: 10, y: 11, width: 1, height: 28),
      Rect(x: 29, y: 11, width: 1, height: 28), Rect(x: 10, y: 39, width: 20, height: 1),
    ]
    #expect(commands(card([box])) == bars.map { .fill(.rectangle($0), black) })
  }

  @Test("a border around a circle is stroked along its middle")
  func circleBorder() throws {
    let box = LaidOutBox(
      frame: Rect(x: 0, y: 0, width: 20, height: 20),
      decoration: BoxDecoration(outline: .circle, border: BoxDecoration.Border(width: 2, color: .black)))
    guard case .stroke(let path, let width, _) = try #require(commands(card([box])).first) else {
      Issue.record("no stroke")
      return
    }
    #expect(width == 2)
    #expect(path.elements.first == .move(Point(x: 10, y: 1)))
    #expect(path.elements.contains(.line(Point(x: 19, y: 10))))
  }
}

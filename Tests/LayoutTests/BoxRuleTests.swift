import Drawing
import Layout
import Testing

private typealias Insets = Drawing.EdgeInsets

@Suite("Inset")
struct InsetTests {
  @Test("insets shrink the range and the size fractions refer to")
  func shrinks() {
    let half = shape("a", nil, 20).with { $0.width = .fraction(0.5) }
    let spec = LayoutSpec(
      .inset(Insets(top: 1, left: 10, bottom: 2, right: 30), child: column([half], align: .start)))
    let card = layOut(spec, in: .width(140))
    #expect(card.frame("a") == Rect(x: 10, y: 1, width: 50, height: 20))
    #expect(card.size == Size(width: 140, height: 23))
  }

  @Test("next to an infinite inset the child keeps its size and the inset takes the rest")
  func infinite() {
    let spec = LayoutSpec(
      .inset(Insets(top: 5, left: .infinity, bottom: .infinity, right: 8), child: shape("a", 20, 10)))
    let card = layOut(spec, in: .exactly(100, 60))
    #expect(card.frame("a") == Rect(x: 72, y: 5, width: 20, height: 10))
  }

  @Test("two infinite insets center to the nearest pixel")
  func centred() {
    let insets = Insets(top: .infinity, left: .infinity, bottom: .infinity, right: .infinity)
    // (100 − 20.5) / 2 = 39.75, rounded to 40 on both sides of the pixel grid, so the child begins at 100 − 40 − 20.5.
    let card = layOut(LayoutSpec(.inset(insets, child: shape("a", 20.5, 10))), in: .exactly(100, 60))
    #expect(card.frame("a") == Rect(x: 39.5, y: 25, width: 20.5, height: 10))
  }

  @Test("insets larger than the box leave nothing, and no negative size")
  func tooLarge() {
    let spec = LayoutSpec(.inset(Insets(top: 40, left: 40, bottom: 40, right: 40), child: shape("a")))
    let card = layOut(spec, in: .exactly(50, 50))
    #expect(card.frame("a")?.size == .zero)
    #expect(card.size == Size(width: 50, height: 50))
  }
}

@Suite("Background, overlay, wrapper")
struct LayeredTests {
  @Test("the background gets the child's size and is under it")
  func background() {
    let card = layOut(LayoutSpec(.background(shape("back", 5, 5), child: shape("a", 30, 20))), in: .upTo(100, 100))
    #expect(card.frame("back") == Rect(x: 0, y: 0, width: 30, height: 20))
    #expect(card.namedBoxes.map(\.path) == ["back", "a"])
  }

  @Test("the overlay gets the child's size and is over it")
  func overlay() {
    let card = layOut(LayoutSpec(.overlay(shape("over"), child: shape("a", 30, 20))), in: .upTo(100, 100))
    #expect(card.frame("over") == Rect(x: 0, y: 0, width: 30, height: 20))
    #expect(card.namedBoxes.map(\.path) == ["a", "over"])
  }

  @Test("a wrapper puts all at its corner and is as large as the largest")
  func wrapper() {
    let card = layOut(
      LayoutSpec(.wrapper(children: [shape("a", 30, 20), shape("b", 10, 50)])), in: .upTo(100, 100))
    #expect(card.size == Size(width: 30, height: 50))
    #expect(card.frame("b") == Rect(x: 0, y: 0, width: 10, height: 50))
  }
}

@Suite("Ratio")
struct RatioTests {
  @Test(
    "height ÷ width within the maximum, rounded down",
    arguments: [
      (ratio: 0.5, range: SizeRange.upTo(100, 200), expected: Size(width: 100, height: 50)),
      (ratio: 2, range: .upTo(100, 100), expected: Size(width: 50, height: 100)),
      (ratio: 1.0 / 3, range: .width(100), expected: Size(width: 100, height: 33)),
      (ratio: 3, range: .upTo(.infinity, 100), expected: Size(width: 33, height: 100)),
    ])
  func sizes(_ example: (ratio: Double, range: SizeRange, expected: Size)) {
    let card = layOut(LayoutSpec(.ratio(example.ratio, child: shape("a"))), in: example.range)
    #expect(card.size == example.expected)
    #expect(card.frame("a")?.size == example.expected)
  }

  @Test("of two sizes the one nearer to the ratio is taken")
  func nearest() {
    // By width: 100 × 40 (clamped from 100 × 200), ratio 0.4. By height: 20 × 40, but at least 30 wide: 1.33.
    let range = SizeRange(min: Size(width: 30, height: 0), max: Size(width: 100, height: 40))
    #expect(layOut(LayoutSpec(.ratio(2, child: shape("a"))), in: range).size == Size(width: 30, height: 40))
  }

  @Test("without a maximum the child decides")
  func unbounded() {
    let card = layOut(LayoutSpec(.ratio(2, child: shape("a", 30, 10))), in: .unbounded)
    #expect(card.size == Size(width: 30, height: 10))
    #expect(card.problems.isEmpty)
  }
}

@Suite("Relative")
struct RelativeTests {
  @Test(
    "the child is at the start, in the middle, at the end",
    arguments: [
      (RelativeRule.Position.start, RelativeRule.Position.end, Point(x: 0, y: 40)),
      (.center, .center, Point(x: 40, y: 20)),
      (.end, .start, Point(x: 80, y: 0)),
    ])
  func positions(_ horizontal: RelativeRule.Position, _ vertical: RelativeRule.Position, _ expected: Point) {
    let rule = RelativeRule(horizontal: horizontal, vertical: vertical)
    let card = layOut(LayoutSpec(.relative(rule, child: shape("a", 20, 10))), in: .upTo(100, 50))
    #expect(card.frame("a")?.origin == expected)
    #expect(card.size == Size(width: 100, height: 50))
  }

  @Test("on an axis without a position the range's minimum is passed on")
  func minimum() {
    let rule = RelativeRule(horizontal: .center)
    let range = SizeRange(min: Size(width: 60, height: 30), max: Size(width: 100, height: 50))
    let card = layOut(LayoutSpec(.relative(rule, child: shape("a"))), in: range)
    #expect(card.frame("a") == Rect(x: 50, y: 0, width: 0, height: 30))
  }

  @Test("asked for the minimum it is as large as the child, within the range")
  func minimumSize() {
    let rule = RelativeRule(horizontal: .end, vertical: .end, minimumWidth: true, minimumHeight: true)
    let range = SizeRange(min: Size(width: 30, height: 0), max: Size(width: 100, height: 50))
    let card = layOut(LayoutSpec(.relative(rule, child: shape("a", 20, 10))), in: range)
    #expect(card.size == Size(width: 30, height: 10))
    #expect(card.frame("a")?.origin == Point(x: 10, y: 0))
  }

  @Test("the center rounds to the nearest pixel")
  func rounding() {
    let rule = RelativeRule(horizontal: .center)
    // (100 − 20.5) / 2 = 39.75, half a pixel at scale 2, rounded away from 0 to 40.
    let card = layOut(LayoutSpec(.relative(rule, child: shape("a", 20.5, 10))), in: .upTo(100, 10))
    #expect(card.frame("a")?.minX == 40)
  }

  @Test("without a maximum it is as large as the child")
  func unbounded() {
    let rule = RelativeRule(horizontal: .center, vertical: .center)
    #expect(
      layOut(LayoutSpec(.relative(rule, child: shape("a", 20, 10))), in: .unbounded).size == Size(width: 20, height: 10)
    )
  }
}

@Suite("Corner")
struct CornerTests {
  private func card(_ rule: CornerRule, range: SizeRange = .upTo(200, 200)) -> LaidOutCard {
    layOut(LayoutSpec(.corner(rule, child: shape("a", 40, 30), corner: shape("badge", 10, 8))), in: range)
  }

  @Test(
    "the corner's center is on the child's corner",
    arguments: [
      (CornerRule.Location.topLeft, Point(x: -5, y: -4)), (.topRight, Point(x: 35, y: -4)),
      (.bottomLeft, Point(x: -5, y: 26)), (.bottomRight, Point(x: 35, y: 26)),
    ])
  func locations(_ location: CornerRule.Location, _ expected: Point) {
    let card = card(CornerRule(location))
    #expect(card.frame("badge") == Rect(origin: expected, size: Size(width: 10, height: 8)))
    #expect(card.size == Size(width: 40, height: 30))
    #expect(card.namedBoxes.map(\.path) == ["a", "badge"])
  }

  @Test("an offset moves it, and wrapping makes room for both")
  func wrapping() {
    // The badge extends from x 38 to 48 and from y −7 to 1.
    let card = card(CornerRule(.topRight, offset: Point(x: 3, y: -3), wrapsCorner: true))
    #expect(card.frame("a") == Rect(x: 0, y: 7, width: 40, height: 30))
    #expect(card.frame("badge") == Rect(x: 38, y: 0, width: 10, height: 8))
    #expect(card.size == Size(width: 48, height: 37))
  }

  @Test("a fixed size is the child's, not the corner's")
  func fixed() {
    #expect(card(CornerRule(.bottomRight), range: .exactly(60, 60)).frame("badge")?.origin == Point(x: 55, y: 56))
  }
}

@Suite("Absolute")
struct AbsoluteTests {
  private let children = [
    shape("a", 30, 20).with { $0.position = Point(x: 10, y: 5) },
    shape("b", 100, 10).with { $0.position = Point(x: 40, y: 50) },
  ]

  @Test("children are at their positions and are no larger than what is left")
  func positions() {
    let card = layOut(LayoutSpec(.absolute(.default, children: children)), in: .upTo(100, 80))
    #expect(card.size == Size(width: 100, height: 80))
    #expect(card.frame("a") == Rect(x: 10, y: 5, width: 30, height: 20))
    #expect(card.frame("b") == Rect(x: 40, y: 50, width: 60, height: 10))
  }

  @Test("sized to fit, it is the union of its children")
  func sizeToFit() {
    let card = layOut(LayoutSpec(.absolute(.sizeToFit, children: children)), in: .upTo(400, 80))
    #expect(card.size == Size(width: 140, height: 60))
  }

  @Test("without a maximum it is the union too")
  func unbounded() {
    let card = layOut(LayoutSpec(.absolute(.default, children: children)), in: .unbounded)
    #expect(card.size == Size(width: 140, height: 60))
  }
}

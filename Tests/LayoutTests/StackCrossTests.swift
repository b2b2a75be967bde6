import Drawing
import Layout
import Testing

@Suite("Stack: lines, alignment, baselines")
struct StackCrossTests {
  @Test(
    "children are at the start, center or end of the line",
    arguments: [(StackRule.AlignItems.start, 0.0), (.center, 15), (.end, 30)])
  func alignment(_ align: StackRule.AlignItems, _ expected: Double) {
    let card = layOut(row([shape("a", 10, 10), shape("b", 10, 40)], align: align), in: .unbounded)
    #expect(card.frame("a")?.minY == expected)
    #expect(card.size.height == 40)
  }

  @Test("the center of a line rounds down to the pixel")
  func centreRoundsDown() {
    // (10.5 − 10) / 2 = 0.25, rounded to 0 at 2 pixels per point.
    let card = layOut(row([shape("a", 10, 10), shape("b", 10, 10.5)], align: .center), in: .unbounded)
    #expect(card.frame("a")?.minY == 0)
  }

  @Test("stretched children without a cross size fill the line, others keep theirs")
  func stretching() {
    let card = layOut(
      row([shape("a", 10), shape("b", 10, 40), shape("c", 10).align(.start)], align: .stretch), in: .unbounded)
    #expect(card.frame("a")?.height == 40)
    #expect(card.frame("b")?.height == 40)
    #expect(card.frame("c")?.height == 0)
    let fixed = layOut(row([shape("a", 10), shape("b", 10, 40)], align: .stretch), in: .exactly(100, 60))
    #expect(fixed.frame("a")?.height == 60)
    #expect(fixed.frame("b")?.height == 40)
  }

  @Test("stretching stops at a maximal cross size")
  func stretchingToMaximum() {
    let limited = shape("a", 10).with { $0.maxHeight = .points(25) }
    #expect(layOut(row([limited], align: .stretch), in: .exactly(100, 60)).frame("a")?.height == 25)
  }

  @Test("stretching follows flexing: the line is as high as the flexed text")
  func stretchingAfterFlexing() {
    // "one two three" is 130 wide in one line; at a width of 80, it has two lines of 20.
    let card = layOut(
      row([shape("bar", 20), text("one two three").shrink()], align: .stretch), in: .width(100))
    #expect(card.frame("text") == Rect(x: 20, y: 0, width: 80, height: 40))
    #expect(card.frame("bar")?.height == 40)
  }

  @Test("wrapping breaks a line before the child that would not fit, and starts the spacing again")
  func wrapping() {
    let rule = StackRule(.horizontal, spacing: 10, alignItems: .start, wraps: true, lineSpacing: 4)
    let children = ["a", "b", "c"].map { shape($0, 40, 20) }
    let card = layOut(LayoutSpec(.stack(rule, children: children)), in: .width(100))
    #expect(card.frame("b")?.origin == Point(x: 50, y: 0))
    #expect(card.frame("c")?.origin == Point(x: 0, y: 24))
    #expect(card.size == Size(width: 100, height: 44))
  }

  @Test("a child wider than the stack has a line of its own")
  func wrappingWide() {
    let rule = StackRule(.horizontal, alignItems: .start, wraps: true)
    let card = layOut(
      LayoutSpec(.stack(rule, children: [shape("a", 300, 20), shape("b", 40, 20)])), in: .width(100))
    #expect(card.frame("a")?.origin == .zero)
    #expect(card.frame("b")?.origin == Point(x: 0, y: 20))
  }

  @Test("each line flexes on its own")
  func wrappingFlex() {
    let rule = StackRule(.horizontal, alignItems: .start, wraps: true)
    let children = [shape("a", 60, 10), shape("b", 60, 10).grow(), shape("c", 20, 10).grow()]
    let card = layOut(LayoutSpec(.stack(rule, children: children)), in: .width(100))
    #expect(card.frame("a")?.width == 60)
    #expect(card.frame("b") == Rect(x: 0, y: 10, width: 70, height: 10))
    #expect(card.frame("c") == Rect(x: 70, y: 10, width: 30, height: 10))
  }

  @Test(
    "alignContent shares the free cross space among lines",
    arguments: [
      (StackRule.AlignContent.start, [0.0, 20]), (.center, [30, 50]), (.end, [60, 80]), (.spaceBetween, [0, 80]),
      (.spaceAround, [15, 65]), (.stretch, [0, 50]),
    ])
  func alignContent(_ content: StackRule.AlignContent, _ expected: [Double]) {
    let rule = StackRule(.horizontal, alignItems: .start, wraps: true, alignContent: content)
    let card = layOut(
      LayoutSpec(.stack(rule, children: [shape("a", 60, 20), shape("b", 60, 20)])), in: .exactly(100, 100))
    #expect(["a", "b"].map { card.frame($0)?.minY } == expected)
  }

  @Test("one line is not stretched by alignContent")
  func alignContentOneLine() {
    let rule = StackRule(.horizontal, alignItems: .end, wraps: true, alignContent: .stretch)
    let range = SizeRange(min: Size(width: 100, height: 50), max: Size(width: 100, height: 90))
    let card = layOut(LayoutSpec(.stack(rule, children: [shape("a", 60, 20)])), in: range)
    #expect(card.frame("a")?.minY == 30)
  }

  @Test("first baselines of texts meet")
  func firstBaselines() {
    // Baselines are at 3/4 of a line: 15 in the small text, 30 in the large one.
    let card = layOut(
      row([text("small", "small"), text("large", "large", lineHeight: 40)], align: .baselineFirst), in: .unbounded)
    #expect(card.frame("small")?.minY == 15)
    #expect(card.namedBoxes.compactMap(\.baseline) == [30, 30])
    #expect(card.size.height == 40)
  }

  @Test("last baselines of texts meet, and the line holds what is above and below")
  func lastBaselines() {
    // Two lines of 20: last baseline 35, 5 below it. One line of 40: 30, 10 below it.
    let card = layOut(
      row([text("one\ntwo", "two"), text("large", "large", lineHeight: 40)], align: .baselineLast), in: .unbounded)
    #expect(card.frame("two")?.minY == 0)
    #expect(card.frame("large")?.minY == 5)
    #expect(card.size.height == 45)
  }

  @Test("without text the first baseline is the top edge and the last one the bottom edge")
  func baselinesWithoutText() {
    let first = layOut(row([text("text"), shape("a", 10, 12)], align: .baselineFirst), in: .unbounded)
    #expect(first.frame("a")?.minY == 15)
    let last = layOut(row([text("text"), shape("a", 10, 12)], align: .baselineLast), in: .unbounded)
    #expect(last.frame("a")?.minY == 3)
  }

  @Test("a baseline is found inside insets, columns, backgrounds and centres")
  func baselinesFromInside() {
    let inset = LayoutSpec(
      .inset(Drawing.EdgeInsets(top: 7), child: LayoutSpec(.background(shape("back"), child: text("inner", "inner")))))
    let stacked = column([inset, text("below", "below")])
    let card = layOut(row([stacked, text("x", "x")], align: .baselineFirst), in: .unbounded)
    #expect(card.frame("inner")?.minY == 7)
    #expect(card.frame("x")?.minY == 7)
    let centred = LayoutSpec(.relative(RelativeRule(vertical: .center), child: text("inner", "inner"))).sized(nil, 60)
    let other = layOut(row([centred, text("x", "x")], align: .baselineLast), in: .unbounded)
    #expect(other.frame("x")?.minY == 20)
  }

  @Test("columns take baseline alignment for start")
  func baselinesInColumns() {
    let card = layOut(column([text("text")], align: .baselineFirst), in: .width(100))
    #expect(card.frame("text") == Rect(x: 0, y: 0, width: 40, height: 20))
  }
}

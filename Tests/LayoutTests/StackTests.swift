import Drawing
import Layout
import Testing

@Suite("Stack: length, flexing, justification")
struct StackTests {
  @Test("an empty stack has the range's minimum")
  func empty() {
    let range = SizeRange(min: Size(width: 12, height: 34), max: .infinite)
    #expect(layOut(row([]), in: range).size == Size(width: 12, height: 34))
  }

  @Test("spacing stands between children, their own spacing next to them")
  func spacing() {
    let b = shape("b", 20, 10).with {
      $0.spacingBefore = 3
      $0.spacingAfter = 4
    }
    let card = layOut(row([shape("a", 10, 10), b, shape("c", 30, 10)], spacing: 5), in: .unbounded)
    #expect(card.frame("b")?.minX == 18)
    #expect(card.frame("c")?.minX == 47)
    #expect(card.size == Size(width: 77, height: 10))
  }

  @Test("growing shares whole points by flexGrow, the first takes the remainder")
  func growing() {
    // 100 − 30 = 70: floor(70·1/3) = 23, floor(70·2/3) = 46, and 1 remains.
    let card = layOut(
      row([shape("a", 10, 5).grow(1), shape("b", 10, 5).grow(2), shape("c", 10, 5)]), in: .width(100))
    #expect(card.frame("a") == Rect(x: 0, y: 0, width: 34, height: 5))
    #expect(card.frame("b") == Rect(x: 34, y: 0, width: 56, height: 5))
    #expect(card.frame("c") == Rect(x: 90, y: 0, width: 10, height: 5))
  }

  @Test("shrinking takes by size × flexShrink, and nothing from the rest")
  func shrinking() {
    // 40 too wide; the weights 60·1 and 30·2 are equal: 20 each.
    let card = layOut(
      row([shape("a", 60, 5).shrink(1), shape("b", 30, 5).shrink(2), shape("c", 30, 5)]), in: .width(80))
    #expect(["a", "b", "c"].map { card.frame($0)?.width } == [40, 10, 30])
  }

  @Test("a text that is shrunk until it is truncated is no wider than its words, so that the next one follows them")
  func hugging() {
    // 10 points a character, broken at spaces: of 55 points, "one" takes 30.
    let card = layOut(
      row([text("one three five", "handle", maxLines: 1).shrink(), text("age", "age")]), in: .width(85))
    #expect(card.frame("handle") == Rect(x: 0, y: 0, width: 30, height: 20))
    #expect(card.frame("age")?.minX == 30)
    // A text that also grows takes the space.
    let grown = layOut(
      row([text("one three five", "handle", maxLines: 1).shrink().grow(), text("age", "age")]), in: .width(85))
    #expect(grown.frame("age")?.minX == 55)
  }

  @Test("shrinking stops at 0")
  func shrinkingToNothing() {
    let card = layOut(row([shape("a", 20, 5).shrink(), shape("b", 90, 5)]), in: .width(50))
    #expect(card.frame("a")?.width == 0)
    #expect(card.frame("b")?.width == 90)
  }

  @Test("a violation below a hundredth of a point is ignored")
  func negligible() {
    let card = layOut(row([shape("a", 50, 5).grow()]), in: .width(50.009))
    #expect(card.frame("a")?.width == 50)
  }

  @Test("a child's basis stands for its own length")
  func basis() {
    let a = shape("a", 50, 5).with { $0.flexBasis = .points(20) }
    let b = shape("b", 50, 5).with { $0.flexBasis = .fraction(0.25) }
    let card = layOut(row([a, b]), in: .width(200))
    #expect(card.frame("a")?.width == 20)
    #expect(card.frame("b") == Rect(x: 20, y: 0, width: 50, height: 5))
  }

  @Test("one child that grows and shrinks takes what is left, whatever its own size")
  func filler() {
    let filler = text("one two three four", "filler").grow().shrink()
    let measuring = FixedAdvanceText()
    let card = LayoutEngine(measuring: measuring).layOut(
      row([shape("a", 30, 5), filler, shape("b", 20, 5)]), in: .width(150))
    #expect(card.frame("filler") == Rect(x: 30, y: 0, width: 100, height: 40))
    #expect(measuring.calls.map(\.width) == [100])
  }

  @Test(
    "justification shares the free space",
    arguments: [
      (StackRule.Justify.start, [0.0, 20, 40]), (.center, [20, 40, 60]), (.end, [40, 60, 80]),
      (.spaceBetween, [0, 40, 80]),
      // 40 / 3 per child, half of it on each side: 6.67, 40, 73.33.
      (.spaceAround, [7, 40, 73.5]),
    ])
  func justification(_ justify: StackRule.Justify, _ expected: [Double]) {
    let children = ["a", "b", "c"].map { shape($0, 20, 5) }
    let card = layOut(row(children, justify: justify), in: .width(100))
    #expect(["a", "b", "c"].map { card.frame($0)?.minX } == expected)
  }

  @Test(
    "an overflow gives negative offsets; without free space between is start and around is center",
    arguments: [
      (StackRule.Justify.start, 0.0), (.center, -10), (.end, -20), (.spaceBetween, 0), (.spaceAround, -10),
    ])
  func overflow(_ justify: StackRule.Justify, _ expected: Double) {
    let card = layOut(row([shape("a", 60, 5), shape("b", 60, 5)], justify: justify), in: .width(100))
    #expect(card.frame("a")?.minX == expected)
  }

  @Test("one child alone: between is start, around is center")
  func alone() {
    let child = shape("a", 20, 5)
    #expect(layOut(row([child], justify: .spaceBetween), in: .width(100)).frame("a")?.minX == 0)
    #expect(layOut(row([child], justify: .spaceAround), in: .width(100)).frame("a")?.minX == 40)
  }

  @Test("a vertical stack does the same downwards")
  func vertical() {
    let card = layOut(
      column([shape("a", 10, 20), shape("b", 30, 10).grow()], spacing: 5, align: .start), in: .exactly(50, 100))
    #expect(card.frame("b") == Rect(x: 0, y: 25, width: 30, height: 75))
  }
}

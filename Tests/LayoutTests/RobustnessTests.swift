import Drawing
import Layout
import Testing

@Suite("Layouts that cannot be satisfied")
struct RobustnessTests {
  private func facts(_ card: LaidOutCard) -> [LayoutProblem.Fact] { card.problems.map(\.fact) }

  @Test("text in a box without width is reported and left empty")
  func textWithoutWidth() {
    let card = layOut(LayoutSpec(.wrapper(children: [text("hello")]), name: "card"), in: .exactly(0, 50))
    #expect(card.problems == [LayoutProblem(.textWithoutWidth, path: "card/text")])
    #expect(card.namedBoxes.last?.lineCount == 0)
    #expect(layOut(text(""), in: .exactly(0, 50)).problems.isEmpty)
  }

  @Test(
    "a ratio that is none is reported, and the child decides",
    arguments: [
      (0.0, LayoutProblem.Fact.ratioNotPositive(0)), (-1, .ratioNotPositive(-1)), (.nan, .notANumber),
      (.infinity, .infiniteSize),
    ])
  func ratio(_ ratio: Double, _ fact: LayoutProblem.Fact) {
    let card = layOut(LayoutSpec(.ratio(ratio, child: shape("a", 30, 10)), name: "photo"), in: .upTo(100, 100))
    #expect(card.problems == [LayoutProblem(fact, path: "photo")])
    #expect(card.size == Size(width: 30, height: 10))
  }

  @Test("tiny and huge ratios stay finite", arguments: [1e-300, Double.leastNonzeroMagnitude, 1e300])
  func extremeRatio(_ ratio: Double) {
    for range in [SizeRange.upTo(100, 100), .width(100), .upTo(.infinity, 100)] {
      let size = layOut(LayoutSpec(.ratio(ratio, child: shape("a"))), in: range).size
      #expect(size.width.isFinite && size.height.isFinite)
    }
  }

  @Test("an infinite size without content is reported and takes nothing")
  func infinite() {
    let ratio = LayoutSpec(.ratio(2, child: shape("photo")))
    #expect(facts(layOut(ratio, in: .unbounded)) == [.infiniteSize])
    #expect(facts(layOut(LayoutSpec(.absolute(.default, children: [])), in: .unbounded)) == [.infiniteSize])
    let rest = LayoutSpec(.inset(Drawing.EdgeInsets(left: .infinity), child: shape("a", 10, 10)))
    let card = layOut(rest, in: .unbounded)
    #expect(facts(card) == [.infiniteSize])
    #expect(card.size == Size(width: 10, height: 10))
    #expect(facts(layOut(shape("a", .infinity, 10), in: .unbounded)) == [.infiniteSize])
  }

  @Test("numbers that are none count as absent, negative sizes as 0")
  func badNumbers() {
    let nan = layOut(row([shape("a", .nan, 10).grow(.nan), shape("b", 5, 5)], spacing: .nan), in: .width(50))
    #expect(nan.frame("b")?.minX == 0)
    #expect(
      nan.problems == [LayoutProblem(.notANumber, path: "row"), LayoutProblem(.notANumber, path: "row/a")])
    #expect(layOut(shape("a", -5, 10), in: .unbounded).problems == [LayoutProblem(.negativeLength(-5), path: "a")])
    let range = SizeRange(min: Size(width: .nan, height: -3), max: Size(width: .nan, height: -7))
    #expect(layOut(shape("a", 10, 10), in: range).size == Size(width: 10, height: 0))
  }

  @Test("a range whose minimum exceeds its maximum has the minimum's size")
  func reversedRange() {
    let range = SizeRange(min: Size(width: 80, height: 60), max: Size(width: 20, height: 10))
    #expect(layOut(shape("a", 10, 10), in: range).size == Size(width: 80, height: 60))
  }

  @Test("a measurer that returns no numbers does not spoil the layout")
  func badMeasurer() {
    struct Broken: TextMeasuring {
      func shape(_: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText {
        ShapedText(size: Size(width: .nan, height: .infinity), lines: [])
      }
    }
    let card = LayoutEngine(measuring: Broken()).layOut(column([text("a"), shape("b", 5, 5)]), in: .width(100))
    #expect(facts(card) == [.notANumber])
    #expect(card.frame("b")?.minY == 0)
  }

  // On the main thread, which has the largest stack: a debug build takes several times the stack of a release build.
  @Test("200 levels are laid out", arguments: [StackRule.AlignItems.stretch, .start])
  @MainActor func deep(_ align: StackRule.AlignItems) {
    var spec = shape("leaf", 10, 10)
    for level in 0..<199 { spec = level.isMultiple(of: 2) ? row([spec], align: align) : column([spec], align: align) }
    let card = layOut(spec, in: .width(100))
    #expect(card.problems.isEmpty)
    #expect(card.namedBoxes.last?.frame.height == 10)
  }

  @Test("anything that is nested too deeply is skipped and reported, at any depth", arguments: [300, 1_000, 2_000])
  @MainActor func tooDeep(_ depth: Int) {
    var spec = shape("leaf", 10, 10)
    for _ in 0..<depth { spec = LayoutSpec(.inset(Drawing.EdgeInsets(top: 1), child: spec)) }
    let card = layOut(LayoutSpec(.wrapper(children: [spec]), name: "card"), in: .width(100))
    #expect(card.problems == [LayoutProblem(.tooDeep(limit: LayoutEngine.depthLimit), path: "card")])
    #expect(card.size.height.isFinite)
    #expect(card.displayList(scale: 2).commands.isEmpty)
  }

  @Test("10 000 children are laid out", arguments: [false, true])
  func wide(_ wraps: Bool) {
    let children = (0..<10_000).map { _ in shape(nil, 7, 3).grow().decorated(BoxDecoration(fill: .solid(.black))) }
    let rule = StackRule(wraps ? .horizontal : .vertical, spacing: 1, wraps: wraps)
    let card = layOut(LayoutSpec(.stack(rule, children: children)), in: .width(320))
    // 40 per line: 40·7 + 39·1 = 319.
    #expect(card.size.height == (wraps ? 750 : 39_999))
    #expect(card.root.children.count == 10_000)
  }
}

import Drawing
import Layout
import Testing

@Suite("Text leaf")
struct TextLeafTests {
  private func shaped(_ name: String, in card: LaidOutCard) -> ShapedText? {
    var found: ShapedText?
    func walk(_ box: LaidOutBox) {
      if box.name == name, case .text(let shaped, _) = box.content { found = shaped }
      box.children.forEach(walk)
    }
    walk(card.root)
    return found
  }

  @Test("breaks at the range's maximal width, its height is lines × line height")
  func breaking() {
    let card = layOut(text("one two three"), in: .upTo(85, .infinity))
    #expect(card.size == Size(width: 70, height: 40))
    #expect(shaped("text", in: card)?.lines.count == 2)
  }

  @Test("its size rounds up to the pixel")
  func rounding() {
    #expect(layOut(text("a", lineHeight: 17.3), in: .unbounded, scale: 2).size == Size(width: 10, height: 17.5))
  }

  @Test("the width is rounded up to whole points on request, within the available space")
  func wholeWidth() {
    struct Words: TextMeasuring {
      func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText {
        ShapedText(size: Size(width: text.string == "whole" ? 12 : 12.2, height: 10), lines: [])
      }
    }
    func width(_ words: String, in range: SizeRange) -> Double {
      let leaf = TextLeaf(
        StyledText(words, style: TextStyle(family: "A", size: 10, weight: 400, lineHeight: 10)), hasWholeWidth: true)
      return LayoutEngine(measuring: Words(), scale: 4).layOut(LayoutSpec(.leaf(.text(leaf))), in: range).size.width
    }
    #expect(width("part", in: .unbounded) == 13)
    #expect(width("whole", in: .unbounded) == 12)
    #expect(width("part", in: .upTo(12.5, 100)) == 12.5)
  }

  @Test("shows the whole lines that its maximal height holds, at least one", arguments: [(45.0, 2), (60, 3), (5, 1)])
  func heightLimit(_ height: Double, _ lines: Int) {
    let card = layOut(text("a\nb\nc\nd"), in: .upTo(100, height))
    #expect(shaped("text", in: card)?.lines.count == lines)
    #expect(card.namedBoxes.first?.isTruncated == true)
    #expect(card.size.height <= height)
  }

  @Test("keeps to its own line limit")
  func lineLimit() {
    let card = layOut(text("a\nb\nc\nd", maxLines: 3), in: .width(100))
    #expect(card.size.height == 60)
    #expect(card.namedBoxes.first?.lineCount == 3)
  }

  @Test("a row shapes its texts once though it measures, flexes and stretches")
  func onceInARow() {
    let measuring = FixedAdvanceText()
    let spec = column([
      row([text("left", "l"), shape("s").grow(), text("right", "r", lineHeight: 30)], align: .stretch)
    ])
    _ = LayoutEngine(measuring: measuring).layOut(spec, in: .width(200))
    #expect(measuring.calls.map(\.string) == ["left", "right"])
  }

  @Test("no text is shaped twice for the same width and limit in one layout")
  func noRepetition() {
    let measuring = FixedAdvanceText()
    let inner = row([shape("i", 20, 20), column([text("one two three", "t"), text("four\nfive", "f")]).shrink()])
    _ = LayoutEngine(measuring: measuring).layOut(
      column([column([inner], align: .stretch), inner.named("again")]), in: .width(90))
    let perNode = Dictionary(grouping: measuring.calls) { $0 }.mapValues(\.count)
    // Each text occurs twice in the tree, as two nodes.
    #expect(perNode.values.allSatisfy { $0 <= 2 })
  }

  @Test(
    "lines are where their alignment puts them in the final box",
    arguments: [(TextStyle.Alignment.start, [0.0, 0]), (.center, [30, 40]), (.end, [60, 80]), (.left, [0, 0])])
  func alignment(_ alignment: TextStyle.Alignment, _ expected: [Double]) {
    let card = layOut(text("four\nno", alignment: alignment), in: .width(100))
    let lines = shaped("text", in: card)?.lines
    #expect(lines?.map(\.frame.minX) == expected)
    #expect(lines?.compactMap { $0.runs.first?.glyphs.first?.x } == expected)
  }

  @Test("attribute frames move with their lines")
  func attributes() {
    var spec = text("four\nno", alignment: .end)
    if case .leaf(.text(var leaf)) = spec.rule {
      leaf.text.attributes = [StyledText.Attribute(range: 0..<7, color: .white)]
      spec.rule = .leaf(.text(leaf))
    }
    #expect(shaped("text", in: layOut(spec, in: .width(100)))?.attributeFrames.map(\.frame.minX) == [60, 80])
  }

  @Test("a text no wider than its box is not moved")
  func hugging() {
    let card = layOut(row([text("four", alignment: .end)]), in: .width(100))
    #expect(card.frame("text")?.width == 40)
    #expect(shaped("text", in: card)?.lines.map(\.frame.minX) == [0])
  }

  @Test("right-to-left lines end where the box ends, whatever the width they were broken at")
  func rightToLeft() {
    // "שלום" is 40 wide. Broken at 100, it would start at 60 in a box that is 40 wide.
    let hugging = layOut(column([text("שלום")], align: .start), in: .width(100))
    #expect(hugging.frame("text")?.width == 40)
    #expect(shaped("text", in: hugging)?.lines.map(\.frame.minX) == [0])
    let wide = layOut(text("שלום\nכן"), in: .width(100))
    #expect(shaped("text", in: wide)?.lines.map(\.frame.minX) == [60, 80])
    let stretched = layOut(text("שלום").with { $0.minWidth = .points(70) }, in: .unbounded)
    #expect(shaped("text", in: stretched)?.lines.map(\.frame.minX) == [30])
  }

  @Test("the end of a right-to-left line is the left side")
  func rightToLeftEnd() {
    let card = layOut(text("שלום\nno", alignment: .end), in: .width(100))
    #expect(shaped("text", in: card)?.lines.map(\.frame.minX) == [0, 80])
  }

  @Test("a right-to-left line that is aligned left is next to what is left of it")
  func rightToLeftLeft() {
    let card = layOut(text("שלום\nno", alignment: .left), in: .width(100))
    #expect(shaped("text", in: card)?.lines.map(\.frame.minX) == [0, 0])
  }

  @Test("named boxes tell lines, the first baseline from the card's top, and truncation")
  func namedBoxes() {
    let spec = LayoutSpec(
      .inset(Drawing.EdgeInsets(top: 11, left: 3), child: text("a\nb\nc", maxLines: 2)), name: "card")
    let expected = NamedBox(
      path: "card/text", frame: Rect(x: 3, y: 11, width: 97, height: 40), lineCount: 2, baseline: 26, isTruncated: true)
    #expect(layOut(spec, in: .width(100)).namedBoxes.last == expected)
  }
}

@Suite("Boxes")
struct BoxTests {
  @Test("plain wrappers leave no box, frames stay absolute")
  func pruning() {
    let leaf = shape("leaf", 10, 10)
    let wrapped = LayoutSpec(.inset(Drawing.EdgeInsets(top: 4, left: 5), child: LayoutSpec(.wrapper(children: [leaf]))))
    let card = layOut(
      LayoutSpec(.stack(StackRule(.vertical, alignItems: .start), children: [wrapped, wrapped])), in: .width(50))
    #expect(card.root.children.map(\.frame) == [4.0, 18].map { Rect(x: 5, y: $0, width: 10, height: 10) })
  }

  @Test("anything that is painted or clips leaves a box without a name")
  func looks() {
    let painted = shape(nil, 10, 10).decorated(BoxDecoration(fill: .solid(.black)))
    let clipping = shape(nil, 10, 10).decorated(BoxDecoration(clipsContent: true))
    let plain = shape(nil, 10, 10).decorated(BoxDecoration(outline: .circle))
    #expect(layOut(row([painted, clipping, plain]), in: .unbounded).root.children.count == 2)
  }

  @Test("paths are made of the names of ancestors")
  func paths() {
    let spec = LayoutSpec(
      .wrapper(children: [LayoutSpec(.wrapper(children: [shape("b", 1, 1)]), name: "a"), shape("c", 1, 1)]),
      name: "card")
    #expect(layOut(spec, in: .unbounded).namedBoxes.map(\.path) == ["card", "card/a", "card/a/b", "card/c"])
  }
}

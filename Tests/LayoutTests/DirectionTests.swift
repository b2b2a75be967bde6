import Drawing
import Layout
import Testing

/// Characters are 10 points wide, lines 20 high.
@Suite("Where rows run from right to left")
struct DirectionTests {
  private func line(_ children: [LayoutSpec]) -> LayoutSpec {
    LayoutSpec(.stack(StackRule(.horizontal, spacing: 5, alignItems: .start), children: children))
  }

  private func mirrored(_ spec: LayoutSpec) -> LayoutSpec { spec.with { $0.direction = .rightToLeft } }

  @Test("a card without words is its mirror image to the pixel, whatever its rules", arguments: 0..<20)
  func mirror(_ block: UInt64) {
    for seed in block * 20..<block * 20 + 20 {
      var random = RandomSpecs(seed: seed)
      let (spec, range) = (random.spec(depth: 5), random.range())
      guard !spec.hasText else { continue }
      let plain = layOut(spec, in: range)
      let turned = layOut(mirrored(spec), in: range)
      let expected = plain.namedBoxes.map {
        Rect(x: plain.size.width - $0.frame.maxX, y: $0.frame.minY, width: $0.frame.width, height: $0.frame.height)
      }
      #expect(turned.size == plain.size)
      for (box, frame) in zip(turned.namedBoxes, expected) {
        #expect(abs(box.frame.minX - frame.minX) < 1e-6 && box.frame.size == frame.size, "seed \(seed): \(box.path)")
      }
    }
  }

  @Test("a row begins at the right, an inset's first side is the right one")
  func rows() {
    let spec = LayoutSpec(
      .inset(
        EdgeInsets(left: 8, right: 2),
        child: line([shape("a", 30, 10), shape("b", 20, 10)])))
    let card = layOut(mirrored(spec), in: .exactly(100, 10))
    #expect(card.frame("a") == Rect(x: 62, y: 0, width: 30, height: 10))
    #expect(card.frame("b") == Rect(x: 37, y: 0, width: 20, height: 10))
  }

  @Test("anything that does not turn keeps its order in its own place, and what turns again within it turns")
  func fixed() {
    let again = mirrored(row([shape("c", 10, 10), shape("d", 20, 10)])).named("again")
    let wave = row([shape("a", 10, 10), again]).with { $0.direction = .leftToRight }.named("wave")
    let card = layOut(mirrored(line([shape("play", 30, 10), wave])), in: .exactly(100, 10))
    #expect(card.frame("play")?.minX == 70)
    #expect(card.frame("wave") == Rect(x: 25, y: 0, width: 40, height: 10))
    #expect(card.frame("wave/a")?.minX == 25)
    #expect(card.frame("d")?.minX == 35 && card.frame("c")?.minX == 55)
  }

  @Test("corners, sides and icons that point turn; shadows and other icons do not")
  func looks() {
    let arrow = Path([.move(Point(x: 2, y: 3)), .line(Point(x: 20, y: 3))])
    func icon(turns: Bool) -> LayoutSpec {
      let icon = Icon(name: "i", viewBox: 24, layers: [.init(path: arrow, strokeWidth: 2)], turns: turns)
      return LayoutSpec(.leaf(.icon(icon, tint: .solid(.black))))
    }
    let shadow = Shadow(offset: Point(x: 3, y: 1), blur: 2, color: .black)
    var look = BoxDecoration(outline: .cornered(CornerRadii(topLeft: 8, bottomRight: 2)), shadow: shadow)
    look.border = .init(widths: EdgeInsets(left: 1), color: .black)
    let card = layOut(
      mirrored(row([icon(turns: true), icon(turns: false)]).decorated(look)), in: .exactly(100, 24))
    let root = card.root
    #expect(root.decoration.outline == .cornered(CornerRadii(topRight: 8, bottomLeft: 2)))
    #expect(root.decoration.border?.widths == EdgeInsets(right: 1) && root.decoration.shadows == [shadow])
    let xs = root.children.map { child -> Double? in
      guard case .icon(let icon, _) = child.content, case .move(let point)? = icon.layers[0].path.elements.first else {
        return nil
      }
      return point.x
    }
    #expect(xs == [22, 2])
  }

  @Test("a text at the right edge is there whatever its script")
  func rightEdge() {
    for string in ["Hello", "שלום!"] {
      let card = layOut(column([text(string, alignment: .right)]), in: .exactly(200, 20))
      guard case .text(let shaped, _)? = card.root.children.first?.content else { return }
      #expect(shaped.lines[0].frame.maxX == 200)
    }
  }

  @Test("an element in the last line stands left of words that run from the right, and under others")
  func lastLine() {
    func card(_ words: String) -> LaidOutCard {
      let time = text("12:34", "time", lineHeight: 12)
      let spec = LayoutSpec(.lastLine(spacing: 8, child: text(words, "words"), element: time), name: "line")
      return layOut(mirrored(spec), in: .upTo(200, 200))
    }
    let hebrew = card("שלום")
    #expect(hebrew.size == Size(width: 98, height: 20))
    #expect(hebrew.frame("words") == Rect(x: 58, y: 0, width: 40, height: 20))
    #expect(hebrew.frame("time") == Rect(x: 0, y: 6, width: 50, height: 12))
    let latin = card("Hello there")
    #expect(latin.frame("words") == Rect(x: 0, y: 0, width: 110, height: 20))
    #expect(latin.frame("time") == Rect(x: 0, y: 20, width: 50, height: 12))
  }
}

extension LayoutSpec {
  fileprivate var hasText: Bool {
    var found = leaf.map { if case .text = $0 { true } else { false } } ?? false
    var check = InputCheck()
    _ = nodeRule(check: &check) { found = found || $0.hasText }
    return found
  }
}

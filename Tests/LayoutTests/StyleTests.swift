import Drawing
import Layout
import Testing

@Suite("Style against range")
struct StyleTests {
  @Test("a minimum beats a maximum, and a maximum an exact width")
  func precedence() {
    let narrowed = shape("a").with {
      $0.width = .points(100)
      $0.maxWidth = .points(80)
    }
    #expect(layOut(narrowed, in: .upTo(200, 200)).size.width == 80)
    let widened = narrowed.with { $0.minWidth = .points(90) }
    #expect(layOut(widened, in: .upTo(200, 200)).size.width == 90)
  }

  @Test(
    "the range wins over a size outside it",
    arguments: [(width: 50.0, expected: 100.0), (width: 150.0, expected: 150.0), (width: 300.0, expected: 200.0)])
  func rangeWins(_ example: (width: Double, expected: Double)) {
    let range = SizeRange(min: Size(width: 100, height: 0), max: Size(width: 200, height: 50))
    #expect(layOut(shape("a", example.width, 10), in: range).size.width == example.expected)
  }

  @Test("a fraction refers to the parent's fixed size")
  func fractionOfFixed() {
    let half = shape("a").with {
      $0.width = .fraction(0.5)
      $0.height = .points(10)
    }
    #expect(layOut(column([half], align: .start), in: .exactly(300, 100)).frame("a")?.width == 150)
  }

  @Test("a fraction counts as auto where the parent's size depends on its content")
  func fractionOfOpen() {
    let half = shape("a").with {
      $0.width = .fraction(0.5)
      $0.height = .points(10)
    }
    #expect(layOut(column([half], align: .start), in: .upTo(300, 100)).frame("a")?.width == 0)
  }

  @Test("a leaf without a size takes the range's minimum")
  func emptyLeaf() {
    let range = SizeRange(min: Size(width: 20, height: 30), max: Size(width: 200, height: 200))
    #expect(layOut(shape("a"), in: range).size == Size(width: 20, height: 30))
    #expect(layOut(LayoutSpec(.spacer), in: range).size == Size(width: 20, height: 30))
  }

  @Test("an icon without a size is as large as its view box")
  func iconSize() {
    let icon = LayoutSpec(
      .leaf(.icon(Icon(name: "dot", viewBox: 24, layers: []), tint: .solid(.black))), name: "icon")
    #expect(layOut(icon, in: .unbounded).size == Size(width: 24, height: 24))
    #expect(layOut(icon.sized(16, 16), in: .unbounded).size == Size(width: 16, height: 16))
  }
}

@Suite("Rounding to device pixels")
struct RoundingTests {
  @Test(
    "sizes round up",
    arguments: [
      (scale: 1.0, value: 10.2, expected: 11.0), (scale: 2.0, value: 10.2, expected: 10.5),
      (scale: 3.0, value: 10.0, expected: 10.0), (scale: 2.0, value: 10.500_000_05, expected: 10.5),
    ])
  func sizes(_ example: (scale: Double, value: Double, expected: Double)) {
    let card = layOut(shape("a", example.value, 1), in: .unbounded, scale: example.scale)
    #expect(card.size.width == example.expected)
  }

  @Test("positions are added up first and rounded up then")
  func positions() {
    // 0.3 + 0.3 = 0.6 → 1. Rounding each would also give 0.5 + 0.5 = 1, but a third level shows the difference: 0.9 →
    // 1, not 1.5.
    let inset = Drawing.EdgeInsets(top: 0.3, left: 0.3)
    let inner = LayoutSpec(.inset(inset, child: shape("a", 10, 10)))
    let spec = LayoutSpec(.inset(inset, child: LayoutSpec(.inset(inset, child: inner))))
    #expect(layOut(spec, in: .unbounded).frame("a")?.origin == Point(x: 1, y: 1))
  }

  @Test("a scale that is no scale counts as 1", arguments: [0, -2, .nan, .infinity])
  func badScale(_ scale: Double) {
    #expect(layOut(shape("a", 10.2, 1), in: .unbounded, scale: scale).size.width == 11)
  }
}

import Drawing
import Layout
import Testing

@Suite("Random trees")
struct RandomTreeTests {
  /// Returns whether all frames are finite and on whole pixels at scale 2, as far as large doubles allow.
  private func isSound(_ box: LaidOutBox) -> Bool {
    let values = [box.frame.minX, box.frame.minY, box.frame.width, box.frame.height]
    return values.allSatisfy { $0.isFinite && (abs($0) > 1e12 || ($0 * 2).rounded() == $0 * 2) }
      && box.frame.width >= 0 && box.frame.height >= 0 && box.children.allSatisfy(isSound)
  }

  @Test("frames are finite and on pixels, the size is in the range", arguments: 0..<20)
  func sound(_ block: UInt64) {
    for seed in block * 100..<block * 100 + 100 {
      var random = RandomSpecs(seed: seed)
      let spec = random.spec(depth: 6)
      let range = random.range()
      let card = layOut(spec, in: range)
      // Sizes round up to whole pixels, so a range between pixels is exceeded by less than one pixel.
      let pixel = 0.5
      #expect(isSound(card.root), "seed \(seed)")
      #expect(card.size.width >= range.min.width && card.size.width < range.max.width + pixel, "seed \(seed)")
      #expect(card.size.height >= range.min.height && card.size.height < range.max.height + pixel, "seed \(seed)")
    }
  }

  @Test("numbers that are none give a finite card all the same", arguments: 0..<20)
  func hostile(_ block: UInt64) {
    for seed in block * 100..<block * 100 + 100 {
      var random = RandomSpecs(seed: seed, isHostile: true)
      let spec = random.spec(depth: 6)
      let card = layOut(spec, in: random.range())
      #expect(isSound(card.root), "seed \(seed)")
      #expect(card.displayList(scale: 1).commands.count < 100_000)
    }
  }

  @Test("a layout does not depend on the thread, nor on what was laid out before")
  func repeatable() async {
    let engine = LayoutEngine(measuring: MeasuredTextCache(FixedAdvanceText()))
    let cases = (0..<300).map { seed in
      var random = RandomSpecs(seed: UInt64(seed))
      return (spec: random.spec(depth: 6), range: random.range())
    }
    let alone = cases.map { layOut($0.spec, in: $0.range) }
    await withTaskGroup(of: [LaidOutCard].self) { group in
      for _ in 0..<4 { group.addTask { cases.map { engine.layOut($0.spec, in: $0.range) } } }
      for await together in group { #expect(together == alone) }
    }
  }

  @Test("work grows with the nodes: nested stacks measure no child more than a few times", arguments: 0..<50)
  @MainActor func linear(_ seed: UInt64) {
    var random = RandomSpecs(seed: seed)
    for depth in [10, 40, 160] {
      let spec = random.chain(depth: depth)
      let tree = LayoutTree(spec, depthLimit: 256)
      let pass = LayoutPass(
        tree: tree, texts: TextPass(measuring: FixedAdvanceText(), nodeCount: tree.nodes.count),
        grid: PixelGrid(scale: 2))
      _ = pass.measure(tree.root, in: .width(300), parentSize: ParentSize(width: 300, height: nil))
      #expect(pass.measurementCount <= 12 * tree.nodes.count, "seed \(seed), depth \(depth)")
    }
  }

  @Test("however many ranges an element is asked for, it is measured in a limited number")
  func limited() {
    let tree = LayoutTree(row([shape("a", 10, 10)]), depthLimit: 256)
    let pass = LayoutPass(
      tree: tree, texts: TextPass(measuring: FixedAdvanceText(), nodeCount: tree.nodes.count),
      grid: PixelGrid(scale: 2))
    for width in 1...1_000 {
      let measured = pass.measure(
        tree.root, in: .width(Double(width)), parentSize: ParentSize(width: Double(width), height: nil))
      #expect(measured.size.width == Double(width))
    }
    #expect(pass.measurementCount <= 2 * (LayoutPass.rangeLimit + 1))
  }
}

extension RandomSpecs {
  /// Returns nested stacks and insets, each with a text next to it, flexing and stretching at random.
  mutating func chain(depth: Int) -> LayoutSpec {
    var spec = text("one two three")
    for _ in 0..<depth {
      var rule = StackRule(
        Bool.random(using: &numbers) ? .horizontal : .vertical, spacing: 1.5, alignItems: .stretch)
      rule.wraps = Int.random(in: 0..<6, using: &numbers) == 0
      spec.style.flexGrow = Double(Int.random(in: 0...2, using: &numbers))
      spec.style.flexShrink = Double(Int.random(in: 0...2, using: &numbers))
      if Int.random(in: 0..<3, using: &numbers) == 0 { spec.style.width = .fraction(0.9) }
      let beside = text("beside").shrink(Double(Int.random(in: 0...1, using: &numbers)))
      spec = LayoutSpec(.stack(rule, children: [beside, spec]))
      if Bool.random(using: &numbers) {
        spec = LayoutSpec(.inset(EdgeInsets(top: 1, left: 0.7, bottom: 0, right: 0.4), child: spec))
      }
    }
    return spec
  }
}

import Drawing

/// The last step: measured elements become boxes with absolute frames, whole device pixels each.
struct BoxPlacement {
  let tree: LayoutTree
  let texts: TextPass
  let grid: PixelGrid
  private var problems: [LayoutProblem] = []

  init(tree: LayoutTree, texts: TextPass, grid: PixelGrid) {
    self.tree = tree
    self.texts = texts
    self.grid = grid
  }

  mutating func report(_ facts: [LayoutProblem.Fact], at node: LayoutNode) {
    guard !facts.isEmpty else { return }
    let path = tree.path(of: node)
    problems += facts.map { LayoutProblem($0, path: path) }
  }

  mutating func card(_ root: Measurement) -> LaidOutCard {
    LaidOutCard(root: box(root, at: .zero), problems: problems)
  }

  /// Elements that neither show anything nor have a name leave no box; their children stand in their parent's.
  private mutating func place(_ measurement: Measurement, at origin: Point, into boxes: inout [LaidOutBox]) {
    if measurement.node.leavesBox {
      boxes.append(box(measurement, at: origin))
    } else {
      report(measurement.node.facts + measurement.facts, at: measurement.node)
      for child in measurement.children { place(child.measurement, at: origin + child.origin, into: &boxes) }
    }
  }

  private mutating func box(_ measurement: Measurement, at origin: Point) -> LaidOutBox {
    let node = measurement.node
    report(node.facts + measurement.facts, at: node)
    var children: [LaidOutBox] = []
    for child in measurement.children { place(child.measurement, at: origin + child.origin, into: &children) }
    return LaidOutBox(
      name: node.name, frame: Rect(origin: grid.up(origin), size: measurement.size), content: content(measurement),
      look: node.look, children: children)
  }

  private func content(_ measurement: Measurement) -> LaidOutBox.Content {
    switch measurement.node.rule {
    case .text(let leaf):
      measurement.text.map { .text(placed($0, leaf, measurement), leaf.text) } ?? .none
    case .image(let image): .image(image)
    case .icon(let icon, let tint): .icon(icon, tint: tint)
    default: .none
    }
  }

  /// The text in its final box.
  private func placed(_ text: TextMeasurement, _ leaf: TextLeaf, _ measurement: Measurement) -> ShapedText {
    let width = measurement.size.width
    var shaped = text.shaped
    // Right-to-left lines end where the breaking width did, which need not be where the box ends.
    if text.width != width, !shaped.lines.isEmpty, leaf.text.string.mayRunRightToLeft {
      let again = texts.shapeExactly(measurement.node, leaf, width: width, maxLines: text.maxLines).shaped
      if again.lines.count == shaped.lines.count { shaped = again }
    }
    return shaped.aligned(leaf.text.style.alignment, in: width)
  }
}

extension LayoutNode {
  fileprivate var leavesBox: Bool {
    if name != nil || look.shows { return true }
    return switch rule {
    case .text, .image, .icon: true
    default: false
    }
  }
}

extension Look {
  /// Whether it makes a difference to what is drawn.
  fileprivate var shows: Bool { fill != nil || shadow != nil || border != nil || clipsContent || opacity != 1 }
}

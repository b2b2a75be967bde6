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

  /// Elements that neither show anything nor have a name leave no box; their children stand in their parent's.
  mutating func card(_ root: Measurement) -> LaidOutCard {
    var boxes: [(box: LaidOutBox, parent: Int)] = []
    // Elements still to be visited, the next one last: a loop, since it has to follow trees of any depth.
    var pending = [(measurement: root, origin: Point.zero, parent: 0)]
    while let (measurement, origin, parent) = pending.popLast() {
      let node = measurement.node
      report(node.facts + measurement.facts, at: node)
      var inner = parent
      if boxes.isEmpty || node.leavesBox {
        inner = boxes.count
        boxes.append((box(measurement, at: origin), parent))
      }
      pending += measurement.children.reversed().map { ($0.measurement, origin + $0.origin, inner) }
    }
    return LaidOutCard(root: Self.tree(of: boxes), problems: problems)
  }

  /// Boxes stand after their parents: from the last to the first, each one's children are complete when it is reached,
  /// in reverse order.
  private static func tree(of boxes: [(box: LaidOutBox, parent: Int)]) -> LaidOutBox {
    var boxes = boxes
    for index in boxes.indices.reversed() {
      boxes[index].box.children.reverse()
      if index > 0 { boxes[boxes[index].parent].box.children.append(boxes[index].box) }
    }
    return boxes[0].box
  }

  private func box(_ measurement: Measurement, at origin: Point) -> LaidOutBox {
    LaidOutBox(
      name: measurement.node.name, frame: Rect(origin: grid.up(origin), size: measurement.size),
      content: content(measurement), look: measurement.node.look)
  }

  private func content(_ measurement: Measurement) -> LaidOutBox.Content {
    switch measurement.node.rule {
    case .leaf(.text(let leaf)):
      measurement.text.map { .text(placed($0, leaf, measurement), leaf.text) } ?? .none
    case .leaf(.image(let image)): .image(image)
    case .leaf(.icon(let icon, let tint)): .icon(icon, tint: tint)
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
    case .leaf(.text), .leaf(.image), .leaf(.icon): true
    default: false
    }
  }
}

extension Look {
  /// Whether it makes a difference to what is drawn.
  fileprivate var shows: Bool { fill != nil || shadow != nil || border != nil || clipsContent || opacity != 1 }
}

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
    var boxes: [PlacedBox] = []
    boxes.reserveCapacity(tree.nodes.count)
    // Elements still to be visited, the next one last: a loop, since it has to follow trees of any depth.
    var pending = [Pending(measurement: root, origin: .zero, parent: 0)]
    while let next = pending.popLast() {
      let node = next.measurement.node
      report(node.facts, at: node)
      report(next.measurement.facts, at: node)
      var inner = next.parent
      if boxes.isEmpty || node.leavesBox {
        inner = boxes.count
        if !boxes.isEmpty { boxes[next.parent].childCount += 1 }
        boxes.append(PlacedBox(box: box(next.measurement, at: next.origin), parent: next.parent))
      }
      for child in next.measurement.children.reversed() {
        pending.append(Pending(measurement: child.measurement, origin: next.origin + child.origin, parent: inner))
      }
    }
    return LaidOutCard(root: Self.tree(of: &boxes), problems: problems)
  }

  /// An element still to be visited.
  private struct Pending {
    let measurement: Measurement
    let origin: Point
    let parent: Int
  }

  private struct PlacedBox {
    var box: LaidOutBox
    let parent: Int
    var childCount = 0
  }

  /// Boxes stand after their parents: from the last to the first, each one's children are complete when it is reached,
  /// in reverse order.
  private static func tree(of boxes: inout [PlacedBox]) -> LaidOutBox {
    while boxes.count > 1 {
      var last = boxes.removeLast()
      last.box.children.reverse()
      if boxes[last.parent].box.children.isEmpty {
        boxes[last.parent].box.children.reserveCapacity(boxes[last.parent].childCount)
      }
      boxes[last.parent].box.children.append(last.box)
    }
    boxes[0].box.children.reverse()
    return boxes[0].box
  }

  private func box(_ measurement: Measurement, at origin: Point) -> LaidOutBox {
    LaidOutBox(
      name: measurement.node.name, frame: Rect(origin: grid.up(origin), size: measurement.size),
      content: content(measurement), look: measurement.node.look)
  }

  private func content(_ measurement: Measurement) -> LaidOutBox.Content {
    switch measurement.node.leaf {
    case .text(let leaf): measurement.text.map { .text(placed($0, leaf, measurement), leaf.text) } ?? .none
    case .image(let image): .image(image)
    case .icon(let icon, let tint): .icon(icon, tint: tint)
    case .shape, nil: .none
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
    return switch leaf {
    case .text, .image, .icon: true
    case .shape, nil: false
    }
  }
}

extension Look {
  /// Whether it makes a difference to what is drawn.
  fileprivate var shows: Bool { fill != nil || shadow != nil || border != nil || clipsContent || opacity != 1 }
}

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
    report(root)
    var box = box(root, at: .zero)
    placeChildren(of: root, at: .zero, in: &box.children)
    return LaidOutCard(root: box, problems: problems)
  }

  /// Recursive, as measuring is: the tree's depth is limited, and a level takes less room here.
  private mutating func placeChildren(of measurement: Measurement, at origin: Point, in boxes: inout [LaidOutBox]) {
    if boxes.isEmpty { boxes.reserveCapacity(measurement.children.count) }
    for child in measurement.children { place(child.measurement, at: origin + child.origin, in: &boxes) }
  }

  /// Elements that neither show anything nor have a name or a role leave no box; their children stand in their parent's.
  private mutating func place(_ measurement: Measurement, at origin: Point, in boxes: inout [LaidOutBox]) {
    report(measurement)
    guard measurement.node.leavesBox else { return placeChildren(of: measurement, at: origin, in: &boxes) }
    var box = box(measurement, at: origin)
    if !measurement.children.isEmpty { placeChildren(of: measurement, at: origin, in: &box.children) }
    boxes.append(box)
  }

  private mutating func report(_ measurement: Measurement) {
    report(measurement.node.facts, at: measurement.node)
    report(measurement.facts, at: measurement.node)
  }

  private func box(_ measurement: Measurement, at origin: Point) -> LaidOutBox {
    LaidOutBox(
      name: measurement.node.name, role: measurement.node.role,
      frame: Rect(origin: grid.up(origin), size: measurement.size), content: content(measurement),
      decoration: measurement.node.decoration)
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

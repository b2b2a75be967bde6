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

extension ShapedText {
  /// The text with its lines, their glyphs and its attributes' frames moved to where `alignment` puts them in a box of
  /// `width` points. A line that is not at 0 already is a right-to-left paragraph's, which starts at the right.
  func aligned(_ alignment: TextStyle.Alignment, in width: Double) -> ShapedText {
    guard alignment != .start else { return self }
    let shifts = lines.map { line in
      let free = max(0, width - line.frame.width)
      let startsAtRight = line.frame.minX > 0.01
      let x =
        switch alignment {
        case .start: line.frame.minX
        case .center: free / 2
        case .end: startsAtRight ? 0 : free
        case .left: 0.0
        }
      return x - line.frame.minX
    }
    var moved = self
    for (index, shift) in shifts.enumerated() { moved.lines[index].move(by: shift) }
    for index in moved.attributeFrames.indices where shifts.indices.contains(moved.attributeFrames[index].line) {
      moved.attributeFrames[index].frame.origin.x += shifts[moved.attributeFrames[index].line]
    }
    return moved
  }
}

extension ShapedText.Line {
  fileprivate mutating func move(by shift: Double) {
    frame.origin.x += shift
    for run in runs.indices {
      for glyph in runs[run].glyphs.indices { runs[run].glyphs[glyph].x += shift }
    }
  }
}

extension String {
  /// False where no paragraph can be right-to-left: no letter of a right-to-left script and no control that starts one.
  var mayRunRightToLeft: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case ..<0x590: false
      case 0x590...0x8FF, 0x200F, 0x202B, 0x202E, 0x2067, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
        0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }
}

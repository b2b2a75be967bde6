import Drawing

/// The last step: measured elements become boxes with absolute frames in whole device pixels.
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
    let start = inside(root, Point.zero, of: .leftToRight)
    var box = box(root, at: start, of: root.node.direction)
    placeChildren(of: root, at: start, in: &box.children)
    return LaidOutCard(root: box, problems: problems)
  }

  /// Recursive like measuring: the tree's depth is limited, and a level needs less stack here.
  ///
  /// - Parameter start: The element's upper corner at which its rows start, not rounded.
  private mutating func placeChildren(of measurement: Measurement, at start: Point, in boxes: inout [LaidOutBox]) {
    if boxes.isEmpty { boxes.reserveCapacity(measurement.children.count) }
    let direction = measurement.node.direction
    for child in measurement.children {
      let place = Point(x: start.x + direction.sign * child.origin.x, y: start.y + child.origin.y)
      self.place(child.measurement, at: place, of: direction, in: &boxes)
    }
  }

  /// Elements without visible content, name or role produce no box; their children are added to the parent's box.
  ///
  /// - Parameters:
  ///   - start: The upper corner at which the surrounding rows start.
  ///   - direction: The direction of the surroundings.
  private mutating func place(
    _ measurement: Measurement, at start: Point, of direction: LayoutDirection, in boxes: inout [LaidOutBox]
  ) {
    report(measurement)
    let inside = inside(measurement, start, of: direction)
    guard measurement.node.leavesBox else { return placeChildren(of: measurement, at: inside, in: &boxes) }
    var box = box(measurement, at: start, of: direction)
    if !measurement.children.isEmpty { placeChildren(of: measurement, at: inside, in: &box.children) }
    boxes.append(box)
  }

  /// The corner at which an element's rows start: the opposite corner if its direction differs from the surroundings'.
  private func inside(_ measurement: Measurement, _ start: Point, of direction: LayoutDirection) -> Point {
    guard measurement.node.direction != direction else { return start }
    return Point(x: start.x + direction.sign * measurement.size.width, y: start.y)
  }

  private mutating func report(_ measurement: Measurement) {
    report(measurement.node.facts, at: measurement.node)
    report(measurement.facts, at: measurement.node)
  }

  private func box(_ measurement: Measurement, at start: Point, of direction: LayoutDirection) -> LaidOutBox {
    var origin = grid.up(start)
    // Mirror exactly to the pixel: apply the rounding of the left edge to the right edge.
    if direction == .rightToLeft { origin.x = grid.down(start.x) - measurement.size.width }
    return LaidOutBox(
      name: measurement.node.name, role: measurement.node.role,
      frame: Rect(origin: origin, size: measurement.size), content: content(measurement),
      decoration: measurement.node.decoration.turned(to: measurement.node.direction))
  }

  private func content(_ measurement: Measurement) -> LaidOutBox.Content {
    switch measurement.node.leaf {
    case .text(let leaf): measurement.text.map { .text(placed($0, leaf, measurement), leaf.text) } ?? .none
    case .image(let image): .image(image)
    case .icon(let icon, let tint): .icon(icon.turned(to: measurement.node.direction), tint: tint)
    case .shape, nil: .none
    }
  }

  /// The text in its final box.
  private func placed(_ text: TextMeasurement, _ leaf: TextLeaf, _ measurement: Measurement) -> ShapedText {
    let width = measurement.size.width
    var shaped = text.shaped
    // Right-to-left lines end at the breaking width, which may differ from the end of the box.
    if text.width != width, !shaped.lines.isEmpty, leaf.text.mayRunRightToLeft {
      let again = texts.shapeExactly(measurement.node, leaf, width: width, maxLines: text.maxLines).shaped
      if again.lines.count == shaped.lines.count { shaped = again }
    }
    return shaped.aligned(leaf.text.style.alignment, in: width)
  }
}

extension ShapedText {
  /// The text with its lines, glyphs and attribute frames moved according to `alignment` in a box of `width` points. A
  /// line that is not at 0 yet belongs to a right-to-left paragraph, which starts at the right.
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
        case .right: free
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

extension StyledText {
  /// False if no paragraph can be right-to-left: there is no letter of a right-to-left script and no control that
  /// starts one.
  var mayRunRightToLeft: Bool {
    style.direction == .rightToLeft
      || string.unicodeScalars.contains { $0.isOfRightToLeftScript || [0x202B, 0x202E, 0x2067].contains($0.value) }
  }
}

import Drawing

/// A finished layout: a tree of boxes with absolute frames in points, the root's top left corner at (0, 0).
package struct LaidOutCard: Hashable, Sendable {
  package var root: LaidOutBox
  /// What could not be laid out as asked (a ratio of 0, an infinite size without content, …).
  package var problems: [LayoutProblem]

  package init(root: LaidOutBox, problems: [LayoutProblem] = []) {
    self.root = root
    self.problems = problems
  }

  package var size: Size { root.frame.size }

  /// Every named box in drawing order.
  package var namedBoxes: [NamedBox] {
    var found: [NamedBox] = []
    // Boxes still to be visited, the next one last: a loop, since trees may be deeper than a thread's stack.
    var pending = [(box: root, prefix: "")]
    while let (box, prefix) = pending.popLast() {
      let path = box.name.map { prefix.isEmpty ? $0 : "\(prefix)/\($0)" } ?? prefix
      if box.name != nil { found.append(NamedBox(box, path: path)) }
      pending += box.shownChildren.reversed().map { ($0, path) }
    }
    return found
  }
}

package struct LaidOutBox: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case none
    case text(ShapedText, StyledText)
    case image(ImageLeaf)
    case icon(Icon, tint: Paint)
  }

  package var name: String?
  /// What it means to a reader; nil for a box that only arranges or decorates.
  package var role: BoxRole?
  package var frame: Rect
  package var content: Content
  package var decoration: BoxDecoration
  /// Of an image, what stands in for it where the picture can't be had.
  package var children: [LaidOutBox]

  package init(
    name: String? = nil, role: BoxRole? = nil, frame: Rect, content: Content = .none,
    decoration: BoxDecoration = BoxDecoration(),
    children: [LaidOutBox] = []
  ) {
    self.name = name
    self.role = role
    self.frame = frame
    self.content = content
    self.decoration = decoration
    self.children = children
  }

  /// What is seen in the box in any case. What only stands in for a picture is nothing that a layout shows: whether the
  /// picture can be had is found out when it is drawn.
  package var shownChildren: [LaidOutBox] {
    if case .image(let leaf) = content, leaf.image != nil { [] } else { children }
  }

  /// The box and all that is in it, moved.
  package func offset(by delta: Point) -> LaidOutBox {
    var moved = self
    moved.frame = frame.offset(by: delta)
    moved.children = children.map { $0.offset(by: delta) }
    return moved
  }
}

/// A named box of a finished layout, the way dumps and comparisons see it.
package struct NamedBox: Hashable, Sendable {
  /// Names of the box and its named ancestors, joined by `/`, e.g. `card/header/avatar`.
  package var path: String
  /// Points, from the card's top left corner.
  package var frame: Rect
  /// Of text: how many lines are shown, and the first baseline's y from the card's top.
  package var lineCount: Int?
  package var baseline: Double?
  package var isTruncated: Bool?

  package init(
    path: String, frame: Rect, lineCount: Int? = nil, baseline: Double? = nil, isTruncated: Bool? = nil
  ) {
    self.path = path
    self.frame = frame
    self.lineCount = lineCount
    self.baseline = baseline
    self.isTruncated = isTruncated
  }
}

extension NamedBox {
  fileprivate init(_ box: LaidOutBox, path: String) {
    self.init(path: path, frame: box.frame)
    guard case .text(let shaped, _) = box.content else { return }
    lineCount = shaped.lines.count
    baseline = shaped.lines.first.map { $0.baseline + box.frame.minY }
    isTruncated = shaped.isTruncated
  }
}

/// Something a layout could not satisfy; the layout goes on with the nearest thing that works.
package struct LayoutProblem: Hashable, Sendable {
  package enum Fact: Hashable, Sendable {
    case ratioNotPositive(Double)
    case infiniteSize
    case textWithoutWidth
    case notANumber
    /// A size below 0, taken as 0.
    case negativeLength(Double)
    case tooDeep(limit: Int)
  }

  package var fact: Fact
  /// Path of names to the element, as far as it has any.
  package var path: String

  package init(_ fact: Fact, path: String) {
    self.fact = fact
    self.path = path
  }
}

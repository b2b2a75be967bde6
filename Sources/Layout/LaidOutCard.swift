import Drawing

/// A finished layout: a tree of boxes with absolute frames in points, the root's top left corner at (0, 0).
public struct LaidOutCard: Hashable, Sendable {
  /// As large as the card.
  public var root: LaidOutBox
  /// What could not be laid out as asked (a ratio of 0, an infinite size without content, …).
  public var problems: [LayoutProblem]

  package init(root: LaidOutBox, problems: [LayoutProblem] = []) {
    self.root = root
    self.problems = problems
  }

  /// Points, whole device pixels each side.
  public var size: Size { root.frame.size }

  /// Every named box in drawing order.
  public var namedBoxes: [NamedBox] {
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

/// A box of a finished layout.
public struct LaidOutBox: Hashable, Sendable {
  /// What stands in a box.
  public enum Content: Hashable, Sendable {
    case none
    case text(ShapedText, StyledText)
    case image(ImageLeaf)
    case icon(Icon, tint: Paint)
  }

  /// As its spec is named; nil for none.
  public var name: String?
  /// What it means to a reader; nil for a box that only arranges or decorates.
  package var role: BoxRole?
  /// Points from the card's top left corner, whole device pixels.
  public var frame: Rect
  /// What it shows itself.
  public var content: Content
  /// How it is painted, under its content.
  public var decoration: BoxDecoration
  /// Of an image, what stands in for it where the picture can't be had.
  public var children: [LaidOutBox]

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
public struct NamedBox: Hashable, Sendable {
  /// Names of the box and its named ancestors, joined by `/`, e.g. `card/header/avatar`.
  public var path: String
  /// Points, from the card's top left corner.
  public var frame: Rect
  /// Of text: how many lines are shown, and the first baseline's y from the card's top.
  public var lineCount: Int?
  /// Points from the card's top, of the first line; nil where there is no text.
  public var baseline: Double?
  /// Whether words were left out; nil where there is no text.
  public var isTruncated: Bool?

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
public struct LayoutProblem: Hashable, Sendable {
  /// What could not be had.
  public enum Fact: Hashable, Sendable {
    case ratioNotPositive(Double)
    case infiniteSize
    case textWithoutWidth
    case notANumber
    /// A size below 0, taken as 0.
    case negativeLength(Double)
    case tooDeep(limit: Int)
  }

  /// What could not be had.
  public var fact: Fact
  /// Path of names to the element, as far as it has any.
  public var path: String

  package init(_ fact: Fact, path: String) {
    self.fact = fact
    self.path = path
  }
}

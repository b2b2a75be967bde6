import Drawing

/// A finished layout: a tree of boxes with absolute frames in points, with the root's top left corner at (0, 0).
public struct LaidOutCard: Hashable, Sendable {
  /// The root box, as large as the card.
  public var root: LaidOutBox
  /// Requests that could not be met (a ratio of 0, an infinite size without content, …).
  public var problems: [LayoutProblem]

  package init(root: LaidOutBox, problems: [LayoutProblem] = []) {
    self.root = root
    self.problems = problems
  }

  /// In points; each side is a whole number of device pixels.
  public var size: Size { root.frame.size }

  /// Every named box in drawing order.
  public var namedBoxes: [NamedBox] {
    var found: [NamedBox] = []
    // The boxes still to be visited, the next one last. Iterative, since trees may be deeper than a thread's stack.
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
  /// The content of a box.
  public enum Content: Hashable, Sendable {
    case none
    case text(ShapedText, StyledText)
    case image(ImageLeaf)
    case icon(Icon, tint: Paint)
  }

  /// The spec's name; nil if it has none.
  public var name: String?
  /// The meaning for a reader; nil for a box that only arranges or decorates.
  package var role: BoxRole?
  /// In points from the card's top left corner, aligned to device pixels.
  public var frame: Rect
  /// The box's own content.
  public var content: Content
  /// How the box is painted, below its content.
  public var decoration: BoxDecoration
  /// The child boxes; for an image, its replacement if the image is missing.
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

  /// The children that are always visible. The replacement of an image is not included: whether the image exists is
  /// only known when it is drawn.
  package var shownChildren: [LaidOutBox] {
    if case .image(let leaf) = content, leaf.image != nil { [] } else { children }
  }

  /// The box with all its descendants, moved by an offset.
  package func offset(by delta: Point) -> LaidOutBox {
    var moved = self
    moved.frame = frame.offset(by: delta)
    moved.children = children.map { $0.offset(by: delta) }
    return moved
  }
}

/// A named box of a finished layout, as used in dumps and comparisons.
public struct NamedBox: Hashable, Sendable {
  /// The names of the box and its named ancestors, joined by `/`, e.g. `card/header/avatar`.
  public var path: String
  /// In points from the card's top left corner.
  public var frame: Rect
  /// The number of visible lines; nil if there is no text.
  public var lineCount: Int?
  /// The first line's baseline, in points from the card's top; nil if there is no text.
  public var baseline: Double?
  /// Whether words were removed; nil if there is no text.
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

/// A request that a layout could not satisfy; the closest possible value is used instead.
public struct LayoutProblem: Hashable, Sendable {
  /// What could not be satisfied.
  public enum Fact: Hashable, Sendable {
    case ratioNotPositive(Double)
    case infiniteSize
    case textWithoutWidth
    case notANumber
    /// A negative size, treated as 0.
    case negativeLength(Double)
    case tooDeep(limit: Int)
  }

  /// What could not be satisfied.
  public var fact: Fact
  /// The path of names to the element, as far as it has names.
  public var path: String

  package init(_ fact: Fact, path: String) {
    self.fact = fact
    self.path = path
  }
}

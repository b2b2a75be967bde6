import Drawing

/// One element of a tree that is being laid out: its spec's values, checked, without its children's.
final class LayoutNode: Sendable {
  let index: Int
  let parent: Int?
  let depth: Int
  /// The children's indices; they follow each other in drawing order.
  let children: Range<Int>
  let rule: NodeRule
  let style: ElementStyle
  let look: Look
  let name: String?
  /// What was wrong with the spec's values, whatever the range.
  let facts: [LayoutProblem.Fact]
  /// False where the style asks for no width, height, minimum or maximum.
  let asksForSize: Bool

  init(
    _ spec: LayoutSpec, rule: NodeRule, index: Int, parent: Int?, depth: Int, children: Range<Int>,
    check: InputCheck
  ) {
    var check = check
    self.index = index
    self.parent = parent
    self.depth = depth
    self.children = children
    self.rule = rule
    style = check.style(spec.style)
    look = spec.look
    name = spec.name
    facts = check.facts
    asksForSize = [
      style.width, style.height, style.minWidth, style.minHeight, style.maxWidth, style.maxHeight,
    ].contains { $0 != .auto }
  }
}

/// A layout rule without its children, which the node knows by index.
enum NodeRule: Sendable {
  case stack(StackRule)
  case inset(EdgeInsets)
  /// Two children: the background, then the child.
  case background
  /// Two children: the child, then the overlay.
  case overlay
  /// Nil where the ratio is not usable.
  case ratio(Double?)
  case relative(RelativeRule)
  /// Two children: the child, then the corner.
  case corner(CornerRule)
  case absolute(AbsoluteSizing)
  case wrapper
  case spacer
  case leaf(Leaf)
}

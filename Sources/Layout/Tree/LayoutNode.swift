import Drawing

/// One element of a tree that is being laid out: its spec, with values that were checked.
final class LayoutNode: Sendable {
  let index: Int
  let parent: Int?
  let depth: Int
  /// The children's indices; they follow each other in drawing order.
  let children: Range<Int>
  let rule: NodeRule
  let style: ElementStyle
  private let spec: LayoutSpec
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
    self.spec = spec
    style = check.style(spec.style)
    facts = check.facts
    asksForSize =
      style.width != .auto || style.height != .auto || style.minWidth != .auto || style.minHeight != .auto
      || style.maxWidth != .auto || style.maxHeight != .auto
  }

  var decoration: BoxDecoration { spec.decoration }
  var name: String? { spec.name }
  var role: BoxRole? { spec.role }

  var leaf: Leaf? { spec.leaf }
  var leavesBox: Bool { spec.leavesBox }
}

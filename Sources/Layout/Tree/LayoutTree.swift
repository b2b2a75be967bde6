import Drawing

/// A spec's elements in one array, parents before children and siblings adjacent.
///
/// Flat, because a tree of specs may be deeper than any stack: it is traversed without recursion, and cut at the depth
/// limit.
package struct LayoutTree: Sendable {
  package let nodes: [LayoutNode]

  package var root: LayoutNode { nodes[0] }

  package init(_ spec: LayoutSpec, depthLimit: Int) {
    var waiting = [PendingSpec(spec: spec, parent: nil, depth: 1)]
    var nodes: [LayoutNode] = []
    // Enough for most cards.
    waiting.reserveCapacity(64)
    nodes.reserveCapacity(64)
    while nodes.count < waiting.count {
      let next = waiting[nodes.count]
      var check = InputCheck()
      let first = waiting.count
      var rule = next.spec.nodeRule(check: &check) { child in
        waiting.append(PendingSpec(spec: child, parent: nodes.count, depth: next.depth + 1))
      }
      if next.depth >= depthLimit, waiting.count > first {
        check.facts.append(.tooDeep(limit: depthLimit))
        waiting.removeLast(waiting.count - first)
        rule = .spacer
      }
      nodes.append(
        LayoutNode(
          next.spec, rule: rule, index: nodes.count, parent: next.parent, depth: next.depth,
          direction: next.spec.style.direction ?? next.parent.map { nodes[$0].direction } ?? .leftToRight,
          children: first..<waiting.count, check: check))
    }
    self.nodes = nodes
  }

  /// A spec that has no node yet.
  private struct PendingSpec {
    let spec: LayoutSpec
    let parent: Int?
    let depth: Int
  }

  func children(of node: LayoutNode) -> ArraySlice<LayoutNode> { nodes[node.children] }

  /// The names of the node and its ancestors, if any, joined by `/`.
  func path(of node: LayoutNode) -> String {
    var names: [String] = []
    var next: LayoutNode? = node
    while let current = next {
      if let name = current.name { names.append(name) }
      next = current.parent.map { nodes[$0] }
    }
    return names.reversed().joined(separator: "/")
  }
}

/// One element of a tree in layout: its spec, with validated values.
package final class LayoutNode: Sendable {
  let index: Int
  let parent: Int?
  let depth: Int
  /// Its own direction, or the inherited one.
  let direction: LayoutDirection
  /// The children's indices, contiguous and in drawing order.
  let children: Range<Int>
  let rule: NodeRule
  let style: ElementStyle
  private let spec: LayoutSpec
  /// Problems of the spec's values, independent of the range.
  let facts: [LayoutProblem.Fact]
  /// False if the style sets no width, height, minimum or maximum.
  let asksForSize: Bool

  init(
    _ spec: LayoutSpec, rule: NodeRule, index: Int, parent: Int?, depth: Int, direction: LayoutDirection,
    children: Range<Int>, check: InputCheck
  ) {
    var check = check
    self.index = index
    self.parent = parent
    self.depth = depth
    self.direction = direction
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

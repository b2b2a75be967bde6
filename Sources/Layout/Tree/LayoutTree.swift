import Drawing

/// A spec's elements in one array, parents before children and siblings side by side.
///
/// Flat, because a tree of specs may be deeper than any stack: it is walked here without recursion, and cut at the
/// depth limit.
struct LayoutTree: Sendable {
  let nodes: [LayoutNode]

  var root: LayoutNode { nodes[0] }

  init(_ spec: LayoutSpec, depthLimit: Int) {
    var waiting = [Waiting(spec: spec, parent: nil, depth: 1)]
    var nodes: [LayoutNode] = []
    // As many as a card has.
    waiting.reserveCapacity(64)
    nodes.reserveCapacity(64)
    while nodes.count < waiting.count {
      let next = waiting[nodes.count]
      var check = InputCheck()
      let first = waiting.count
      var rule = NodeRule(next.spec.rule, check: &check) { child in
        waiting.append(Waiting(spec: child, parent: nodes.count, depth: next.depth + 1))
      }
      if next.depth >= depthLimit, waiting.count > first {
        check.facts.append(.tooDeep(limit: depthLimit))
        waiting.removeLast(waiting.count - first)
        rule = .spacer
      }
      nodes.append(
        LayoutNode(
          next.spec, rule: rule, index: nodes.count, parent: next.parent, depth: next.depth,
          children: first..<waiting.count, check: check))
    }
    self.nodes = nodes
  }

  /// A spec that is still to become a node.
  private struct Waiting {
    let spec: LayoutSpec
    let parent: Int?
    let depth: Int
  }

  func children(of node: LayoutNode) -> ArraySlice<LayoutNode> { nodes[node.children] }

  /// Names of the node and its ancestors, as far as they have any, joined by `/`.
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

extension NodeRule {
  /// A spec's rule with usable values; its children are handed on in drawing order.
  fileprivate init(_ rule: LayoutRule, check: inout InputCheck, child add: (LayoutSpec) -> Void) {
    switch rule {
    case .stack(let stack, let children):
      children.forEach(add)
      self = .stack(check.stack(stack))
    case .inset(let insets, let child):
      add(child)
      self = .inset(check.insets(insets))
    case .background(let background, let child):
      add(background)
      add(child)
      self = .background
    case .overlay(let overlay, let child):
      add(child)
      add(overlay)
      self = .overlay
    case .ratio(let ratio, let child):
      add(child)
      self = .ratio(check.ratio(ratio))
    case .relative(let relative, let child):
      add(child)
      self = .relative(relative)
    case .corner(let corner, let child, let element):
      add(child)
      add(element)
      self = .corner(check.corner(corner))
    case .absolute(let sizing, let children):
      children.forEach(add)
      self = .absolute(sizing)
    case .wrapper(let children):
      children.forEach(add)
      self = .wrapper
    case .spacer: self = .spacer
    case .leaf: self = .leaf
    }
  }
}

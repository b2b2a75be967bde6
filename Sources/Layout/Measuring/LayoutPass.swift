import Drawing

/// Measures one tree. Every measurement is kept for its range and parent size: a stack may ask for a child's size three
/// times, and nested stacks would otherwise multiply that.
final class LayoutPass {
  let tree: LayoutTree
  let texts: TextPass
  let grid: PixelGrid

  /// An element with children is measured in no more ranges than this. A card's need two or three, random trees less
  /// than ten; but each nested stack may ask for three where it was asked for one, so that somebody could write a small
  /// template that takes years. Beyond the limit its last measurement is fitted to the range.
  static let rangeLimit = 64

  private struct Kept {
    let range: SizeRange
    let parentSize: ParentSize
    let measurement: Measurement
  }

  /// By the node's index: its first measurement, and the others. Most nodes have one, which needs no array of its own;
  /// the rest a handful, so that looking through them beats hashing them.
  private var first: [Kept?]
  private var others: [[Kept]]
  /// How many measurements were made, for tests of how the work grows.
  private(set) var measurementCount = 0

  init(tree: LayoutTree, texts: TextPass, grid: PixelGrid) {
    self.tree = tree
    self.texts = texts
    self.grid = grid
    first = Array(repeating: nil, count: tree.nodes.count)
    others = Array(repeating: [], count: tree.nodes.count)
  }

  /// The element in `range`, its own style's wishes included.
  func measure(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    if let known = known(node, in: range, parentSize: parentSize) { return known }
    let own = node.asksForSize ? range.intersection(node.style.sizeRange(in: parentSize)) : range
    if others[node.index].count >= Self.rangeLimit, !node.children.isEmpty, let last = others[node.index].last {
      let last = last.measurement
      return result(
        node, size: last.size, in: own, children: last.children, baselines: last.baselines, facts: last.facts)
    }
    measurementCount += 1
    let measurement = measureRule(node, in: own, parentSize: parentSize)
    keep(Kept(range: range, parentSize: parentSize, measurement: measurement), of: node)
    return measurement
  }

  private func known(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement? {
    guard let first = first[node.index] else { return nil }
    if first.range == range && first.parentSize == parentSize { return first.measurement }
    return others[node.index].first { $0.range == range && $0.parentSize == parentSize }?.measurement
  }

  private func keep(_ kept: Kept, of node: LayoutNode) {
    if first[node.index] == nil { first[node.index] = kept } else { others[node.index].append(kept) }
  }

  private func measureRule(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    switch node.rule {
    case .stack(let rule): measureStack(node, rule, in: range)
    case .inset(let insets): measureInset(node, insets, in: range, parentSize: parentSize)
    case .background: measureBackground(node, in: range, parentSize: parentSize)
    case .overlay: measureOverlay(node, in: range, parentSize: parentSize)
    case .ratio(let ratio): measureRatio(node, ratio, in: range)
    case .relative(let rule): measureRelative(node, rule, in: range)
    case .corner(let rule): measureCorner(node, rule, in: range)
    case .lastLine(let spacing): measureLastLine(node, spacing: spacing, in: range)
    case .absolute(let sizing): measureAbsolute(node, sizing, in: range)
    case .wrapper: measureWrapper(node, in: range)
    case .spacer: result(node, size: .zero, in: range)
    case .leaf: measureLeaf(node, in: range)
    case .picture: measurePicture(node, in: range)
    }
  }

  /// A measurement of the size in `range` that is nearest to `size`, rounded up to the pixel.
  func result(
    _ node: LayoutNode, size: Size, in range: SizeRange, children: PlacedChildren = .none, baselines: Baselines = .none,
    text: TextMeasurement? = nil, facts: [LayoutProblem.Fact] = []
  ) -> Measurement {
    Measurement(
      node, size: grid.up(range.clamp(size)), children: children, baselines: baselines, text: text, facts: facts)
  }

  /// The children by their order in the spec; a rule with one or two children always has them.
  func child(_ offset: Int, of node: LayoutNode) -> LayoutNode { tree.nodes[node.children.lowerBound + offset] }
}

import Drawing

extension LayoutPass {
  /// As large as the range allows (or as the child, where there is no maximum or the rule asks for the minimum), the
  /// child at the start, in the middle or at the end of it.
  func measureRelative(_ node: LayoutNode, _ rule: RelativeRule, in range: SizeRange) -> Measurement {
    let childRange = SizeRange(
      min: Size(
        width: rule.horizontal == .none ? range.min.width : 0,
        height: rule.vertical == .none ? range.min.height : 0),
      max: range.max)
    let fixed = ParentSize(fixedIn: range)
    let full = ParentSize(
      width: rule.minimumWidth || range.max.width == .infinity ? fixed.width : range.max.width,
      height: rule.minimumHeight || range.max.height == .infinity ? fixed.height : range.max.height)
    let child = measure(child(0, of: node), in: childRange, parentSize: full)
    let size = range.clamp(
      Size(width: full.width ?? child.size.width, height: full.height ?? child.size.height))
    let placed = PlacedChild(
      child,
      at: Point(
        x: grid.nearest(rule.horizontal.share * (size.width - child.size.width)),
        y: grid.nearest(rule.vertical.share * (size.height - child.size.height))))
    return result(node, size: size, in: range, children: .one(placed), baselines: placed.baselines)
  }
}

extension RelativeRule.Position {
  /// How much of the free space lies before the child.
  fileprivate var share: Double {
    switch self {
    case .none, .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

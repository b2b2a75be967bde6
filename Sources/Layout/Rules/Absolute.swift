import Drawing

extension LayoutPass {
  /// Each child at its style's position, no larger than what is left of the range there.
  func measureAbsolute(_ node: LayoutNode, _ sizing: AbsoluteSizing, in range: SizeRange) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    let fills = sizing == .default
    let full = ParentSize(
      width: fills && range.max.width.isFinite ? range.max.width : fixed.width,
      height: fills && range.max.height.isFinite ? range.max.height : fixed.height)
    let children = tree.children(of: node).map { child in
      let position = child.style.position
      let left = Size(
        width: max(0, range.max.width - position.x), height: max(0, range.max.height - position.y))
      return PlacedChild(measure(child, in: SizeRange(min: .zero, max: left), parentSize: full), at: position)
    }
    let width = children.reduce(0) { max($0, $1.origin.x + $1.measurement.size.width) }
    let height = children.reduce(0) { max($0, $1.origin.y + $1.measurement.size.height) }
    let size = Size(
      width: fills && range.max.width.isFinite ? range.max.width : width,
      height: fills && range.max.height.isFinite ? range.max.height : height)
    let lacksEnd = children.isEmpty && fills && (range.max.width.isInfinite || range.max.height.isInfinite)
    return result(
      node, size: size, in: range, children: PlacedChildren(children), baselines: children.firstBaselines,
      facts: lacksEnd ? [.infiniteSize] : [])
  }
}

extension [PlacedChild] {
  /// The baselines of the first child that has any.
  var firstBaselines: Baselines { first { $0.measurement.baselines != .none }?.baselines ?? .none }
}

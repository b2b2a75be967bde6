import Drawing

/// Main and cross axis of a stack in terms of width and height.
struct StackAxis: Hashable, Sendable {
  let direction: StackRule.Direction

  func main(_ size: Size) -> Double { direction == .horizontal ? size.width : size.height }
  func cross(_ size: Size) -> Double { direction == .horizontal ? size.height : size.width }
  func main(_ parent: ParentSize) -> Double? { direction == .horizontal ? parent.width : parent.height }

  func size(main: Double, cross: Double) -> Size {
    direction == .horizontal ? Size(width: main, height: cross) : Size(width: cross, height: main)
  }

  func point(main: Double, cross: Double) -> Point {
    direction == .horizontal ? Point(x: main, y: cross) : Point(x: cross, y: main)
  }
}

extension StackRule {
  /// Below this many points there is nothing to grow, shrink or stretch.
  static let negligible = 0.01

  func alignment(of child: LayoutNode) -> AlignItems { child.style.alignSelf ?? alignItems }

  /// How far `sum` is from the allowed extent: above 0 when it is too small, below 0 when it is too large.
  static func violation(of sum: Double, min: Double, max: Double) -> Double {
    if sum < min { return min - sum }
    return sum > max ? max - sum : 0
  }
}

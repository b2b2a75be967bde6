import Drawing

extension LayoutPass {
  func measureCorner(_ node: LayoutNode, _ rule: CornerRule, in range: SizeRange) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    let child = measure(child(0, of: node), in: range, parentSize: fixed)
    // The range's minimum is for the child: a badge is not stretched over what it decorates.
    let corner = measure(self.child(1, of: node), in: range.withoutMinimum, parentSize: fixed)
    let childFrame = Rect(origin: .zero, size: child.size)
    let anchor = rule.location.point(of: child.size) + rule.offset
    let cornerFrame = Rect(
      x: anchor.x - corner.size.width / 2, y: anchor.y - corner.size.height / 2, width: corner.size.width,
      height: corner.size.height)

    guard rule.wrapsCorner else {
      return result(
        node, size: child.size, in: range, children: [PlacedChild(child), PlacedChild(corner, at: cornerFrame.origin)],
        baselines: child.baselines)
    }
    let both = childFrame.union(cornerFrame)
    let shift = Point(x: -both.minX, y: -both.minY)
    let placed = PlacedChild(child, at: shift)
    return result(
      node, size: both.size, in: range, children: [placed, PlacedChild(corner, at: cornerFrame.origin + shift)],
      baselines: placed.baselines)
  }
}

extension CornerRule.Location {
  fileprivate func point(of size: Size) -> Point {
    switch self {
    case .topLeft: .zero
    case .topRight: Point(x: size.width, y: 0)
    case .bottomLeft: Point(x: 0, y: size.height)
    case .bottomRight: Point(x: size.width, y: size.height)
    }
  }
}

extension Rect {
  fileprivate func union(_ other: Rect) -> Rect {
    let origin = Point(x: min(minX, other.minX), y: min(minY, other.minY))
    return Rect(
      x: origin.x, y: origin.y, width: max(maxX, other.maxX) - origin.x, height: max(maxY, other.maxY) - origin.y)
  }
}

import Drawing

extension LayoutPass {
  func measureBackground(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    let child = decidingChild(child(1, of: node), in: range, parentSize: parentSize)
    let background = measureExactly(self.child(0, of: node), child.size)
    return result(
      node, size: child.size, in: range, children: [PlacedChild(background), PlacedChild(child)],
      baselines: child.baselines)
  }

  func measureOverlay(_ node: LayoutNode, in range: SizeRange, parentSize: ParentSize) -> Measurement {
    let child = decidingChild(child(0, of: node), in: range, parentSize: parentSize)
    let overlay = measureExactly(self.child(1, of: node), child.size)
    return result(
      node, size: child.size, in: range, children: [PlacedChild(child), PlacedChild(overlay)],
      baselines: child.baselines)
  }

  /// The layer's range and parent are the child's own: a background or overlay adds no enclosing box.
  private func decidingChild(
    _ child: LayoutNode, in range: SizeRange, parentSize: ParentSize
  ) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    return measure(
      child, in: range,
      parentSize: ParentSize(width: fixed.width ?? parentSize.width, height: fixed.height ?? parentSize.height))
  }

  private func measureExactly(_ node: LayoutNode, _ size: Size) -> Measurement {
    measure(node, in: .exactly(size), parentSize: ParentSize(width: size.width, height: size.height))
  }

  /// Measures each child at its style's position, limited to the remaining range.
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

  /// As large as the range allows (or as the child, if there is no maximum or the rule asks for the minimum), with the
  /// child at the start, center or end.
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

  func measureCorner(_ node: LayoutNode, _ rule: CornerRule, in range: SizeRange) -> Measurement {
    let fixed = ParentSize(fixedIn: range)
    let child = measure(child(0, of: node), in: range, parentSize: fixed)
    // The range's minimum applies to the child only: a badge is not stretched over the element it decorates.
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

extension [PlacedChild] {
  /// The baselines of the first child that has any.
  var firstBaselines: Baselines { first { $0.measurement.baselines != .none }?.baselines ?? .none }
}

extension RelativeRule.Position {
  /// The share of the free space before the child.
  fileprivate var share: Double {
    switch self {
    case .none, .start: 0
    case .center: 0.5
    case .end: 1
    }
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

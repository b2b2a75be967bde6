import Drawing

extension LayoutPass {
  /// The child in the range less the insets; beside an infinite inset it keeps its own size and the inset takes the
  /// rest, beside two it is centred.
  func measureInset(
    _ node: LayoutNode, _ insets: EdgeInsets, in range: SizeRange, parentSize: ParentSize
  ) -> Measurement {
    let horizontal = InsetAxis(before: insets.left, after: insets.right)
    let vertical = InsetAxis(before: insets.top, after: insets.bottom)
    let fixed = ParentSize(fixedIn: range)
    let innerRange = SizeRange(
      min: Size(width: horizontal.innerMin(range.min.width), height: vertical.innerMin(range.min.height)),
      max: Size(width: horizontal.inner(range.max.width), height: vertical.inner(range.max.height)))
    let innerParent = ParentSize(
      width: (fixed.width ?? parentSize.width).map(horizontal.inner),
      height: (fixed.height ?? parentSize.height).map(vertical.inner))
    let child = measure(child(0, of: node), in: innerRange, parentSize: innerParent)

    let size = range.clamp(
      Size(
        width: horizontal.outer(child.size.width, max: range.max.width),
        height: vertical.outer(child.size.height, max: range.max.height)))
    let placed = PlacedChild(
      child,
      at: Point(
        x: horizontal.offset(of: child.size.width, in: size.width, grid: grid),
        y: vertical.offset(of: child.size.height, in: size.height, grid: grid)))
    let lacksEnd =
      horizontal.takesRest && range.max.width == .infinity || vertical.takesRest && range.max.height == .infinity
    return result(
      node, size: size, in: range, children: .one(placed), baselines: placed.baselines,
      facts: lacksEnd ? [.infiniteSize] : [])
  }
}

/// The two insets of one axis, in points; either may be infinite.
private struct InsetAxis {
  let before: Double
  let after: Double

  var takesRest: Bool { before.isInfinite || after.isInfinite }

  private var finiteSum: Double { (before.isFinite ? before : 0) + (after.isFinite ? after : 0) }

  func inner(_ outer: Double) -> Double { max(0, outer - finiteSum) }

  func innerMin(_ outer: Double) -> Double { takesRest ? 0 : inner(outer) }

  func outer(_ inner: Double, max: Double) -> Double {
    takesRest && max.isFinite ? max : inner + finiteSum
  }

  func offset(of inner: Double, in outer: Double, grid: PixelGrid) -> Double {
    switch (before.isFinite, after.isFinite) {
    case (true, _): before
    case (false, true): outer - after - inner
    case (false, false): outer - grid.nearest((outer - inner) / 2) - inner
    }
  }
}

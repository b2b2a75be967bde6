import Drawing

/// The second step of a stack: the positions of its measured children.
struct StackPlacement {
  let children: PlacedChildren
  let size: Size
  let baselines: Baselines

  init(_ stack: StackMeasurement, grid: PixelGrid) {
    let axis = stack.axis
    let range = stack.range
    let across = Distribution(
      of: StackRule.violation(of: stack.crossSum, min: axis.cross(range.min), max: axis.cross(range.max)),
      among: stack.lines.count, as: stack.rule.alignContent.justify)
    var children: [PlacedChild] = []
    var baselines = Baselines.none
    var cross = across.offset
    for index in stack.lines.indices {
      let first = children.count
      Self.place(stack.lines[index], of: stack, at: cross, grid: grid, into: &children)
      let own = children[first...].baselines(rule: stack.rule)
      baselines = Baselines(first: index == 0 ? own.first : baselines.first, last: own.last)
      cross += stack.lines[index].crossSize + across.spacing + stack.rule.lineSpacing
    }
    self.children = PlacedChildren(children)
    self.baselines = baselines
    size = range.clamp(axis.size(main: stack.mainSum, cross: stack.crossSum))
  }

  private static func place(
    _ line: StackMeasurement.Line, of stack: StackMeasurement, at cross: Double, grid: PixelGrid,
    into children: inout [PlacedChild]
  ) {
    let (rule, axis, range) = (stack.rule, stack.axis, stack.range)
    let along = Distribution(
      of: StackRule.violation(of: line.mainSum, min: axis.main(range.min), max: axis.main(range.max)),
      among: line.items.count, as: rule.justifyContent)
    var main = along.offset
    if children.isEmpty { children.reserveCapacity(line.items.count) }
    for item in line.items {
      main += item.node.style.spacingBefore
      let offset = crossOffset(of: item.measurement, in: line, rule: rule, grid: grid)
      children.append(PlacedChild(item.measurement, at: axis.point(main: main, cross: cross + offset)))
      main += axis.main(item.measurement.size) + item.node.style.spacingAfter + rule.spacing + along.spacing
    }
  }

  private static func crossOffset(
    of child: Measurement, in line: StackMeasurement.Line, rule: StackRule, grid: PixelGrid
  ) -> Double {
    if let baseline = rule.baseline(of: child) { return line.baseline - baseline }
    let free = line.crossSize - StackAxis(direction: rule.direction).cross(child.size)
    return switch rule.alignment(of: child.node) {
    case .end: free
    case .center: grid.down(free / 2)
    case .stretch, .start, .baselineFirst, .baselineLast: 0
    }
  }
}

/// The distribution of free space (or, if negative, overflow) before and between elements.
private struct Distribution {
  var offset = 0.0
  var spacing = 0.0

  init(of space: Double, among count: Int, as justify: StackRule.Justify) {
    let isShared = space >= StackRule.negligible && count > 1
    switch justify {
    case .start: break
    case .center: offset = space / 2
    case .end: offset = space
    case .spaceBetween: spacing = isShared ? space / Double(count - 1) : 0
    case .spaceAround:
      spacing = isShared ? space / Double(count) : 0
      offset = isShared ? spacing / 2 : space / 2
    }
  }
}

extension StackRule.AlignContent {
  /// Stretched lines leave no free space.
  fileprivate var justify: StackRule.Justify {
    switch self {
    case .start, .stretch: .start
    case .center: .center
    case .end: .end
    case .spaceBetween: .spaceBetween
    case .spaceAround: .spaceAround
    }
  }
}

extension ArraySlice<PlacedChild> {
  /// The baselines of a column are those of its first and last child. The baselines of a row are those of the children
  /// on its common baseline, or else of its first child that has any.
  fileprivate func baselines(rule: StackRule) -> Baselines {
    switch rule.direction {
    case .vertical: Baselines(first: first?.baselines.first, last: last?.baselines.last)
    case .horizontal:
      (first { rule.baseline(of: $0.measurement) != nil && $0.measurement.baselines != .none }
        ?? first { $0.measurement.baselines != .none })?.baselines ?? .none
    }
  }
}

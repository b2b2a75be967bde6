import Drawing

/// A stack's children, measured and collected into lines: everything but their positions.
struct StackMeasurement {
  struct Item {
    var measurement: Measurement
    var node: LayoutNode { measurement.node }
    /// Stands for a size of 0 until it has been flexed.
    var isUnsized = false
  }

  struct Line {
    var items: [Item]
    var mainSum = 0.0
    var crossSize = 0.0
    /// The shared baseline's distance from the line's start on the cross axis.
    var baseline = 0.0
  }

  let rule: StackRule
  let range: SizeRange
  let lines: [Line]

  var axis: StackAxis { StackAxis(direction: rule.direction) }
  var mainSum: Double { lines.reduce(0) { max($0, $1.mainSum) } }
  var crossSum: Double { Self.crossSum(of: lines, rule) }

  static func crossSum(of lines: [Line], _ rule: StackRule) -> Double {
    lines.reduce(rule.lineSpacing * Double(max(0, lines.count - 1))) { $0 + $1.crossSize }
  }
}

extension LayoutPass {
  func measureStack(_ node: LayoutNode, _ rule: StackRule, in range: SizeRange) -> Measurement {
    guard !node.children.isEmpty else { return result(node, size: .zero, in: range) }
    let measurement = StackMeasurer(pass: self, rule: rule, range: range).measure(tree.children(of: node))
    let placement = StackPlacement(measurement, grid: grid)
    return result(
      node, size: placement.size, in: range, children: placement.children, baselines: placement.baselines)
  }
}

/// Measures the children of one stack in one range.
struct StackMeasurer {
  let pass: LayoutPass
  let rule: StackRule
  let range: SizeRange
  let axis: StackAxis
  let parentSize: ParentSize

  init(pass: LayoutPass, rule: StackRule, range: SizeRange) {
    self.pass = pass
    self.rule = rule
    self.range = range
    axis = StackAxis(direction: rule.direction)
    parentSize = ParentSize(fixedIn: range)
  }

  func measure(_ children: ArraySlice<LayoutNode>) -> StackMeasurement {
    var lines = brokenIntoLines(measuredOnTheirOwn(children))
    for index in lines.indices { flex(&lines[index].items) }
    sizeAcross(&lines)
    for index in lines.indices {
      stretch(&lines[index])
      lines[index].mainSum = mainSum(of: lines[index].items)
    }
    return StackMeasurement(rule: rule, range: range, lines: lines)
  }

  func measure(_ child: LayoutNode, main: (min: Double, max: Double), cross: (min: Double, max: Double)) -> Measurement
  {
    let cross = crossBounds(of: child, min: cross.min, max: cross.max)
    return pass.measure(
      child,
      in: SizeRange(
        min: axis.size(main: main.min, cross: cross.min), max: axis.size(main: main.max, cross: cross.max)),
      parentSize: parentSize)
  }

  var crossBounds: (min: Double, max: Double) { (axis.cross(range.min), axis.cross(range.max)) }

  func mainSum(of items: [StackMeasurement.Item]) -> Double {
    items.reduce(rule.spacing * Double(max(0, items.count - 1))) {
      $0 + $1.node.style.spacingBefore + axis.main($1.measurement.size) + $1.node.style.spacingAfter
    }
  }

  func mainViolation(of sum: Double) -> Double {
    StackRule.violation(of: sum, min: axis.main(range.min), max: axis.main(range.max))
  }

  /// Only a child that stretches is asked for a minimum, and never for more than its style allows it.
  private func crossBounds(of child: LayoutNode, min: Double, max: Double) -> (min: Double, max: Double) {
    guard rule.alignment(of: child) == .stretch else { return (0, max) }
    guard child.asksForSize else { return (min, max) }
    let wish = child.style.sizeRange(in: parentSize)
    let upper = Swift.min(max, axis.cross(wish.max))
    return (Swift.min(Swift.max(min, axis.cross(wish.min)), upper), upper)
  }

  /// Each child as long as it wants to be, or as its basis says.
  private func measuredOnTheirOwn(_ children: ArraySlice<LayoutNode>) -> [StackMeasurement.Item] {
    let filler = soleFiller(of: children)
    return children.map { child in
      if child === filler {
        return StackMeasurement.Item(measurement: Measurement(child, size: .zero), isUnsized: true)
      }
      let basis = child.style.flexBasis.resolved(against: axis.main(parentSize))
      let main = basis.map { ($0, $0) } ?? (0, .infinity)
      return StackMeasurement.Item(measurement: measure(child, main: main, cross: crossBounds))
    }
  }

  /// The one child that both grows and shrinks in a stack of fixed length: it takes what the others leave, so that its
  /// own size need not be known.
  private func soleFiller(of children: ArraySlice<LayoutNode>) -> LayoutNode? {
    guard axis.main(parentSize) != nil else { return nil }
    var found: LayoutNode?
    for child in children where child.style.flexGrow > 0 && child.style.flexShrink > 0 {
      if found != nil { return nil }
      found = child
    }
    return found
  }
}

import Drawing

/// A stack's children, measured and broken into lines: everything but their positions.
struct StackMeasurement {
  struct Item {
    var measurement: Measurement
    var node: LayoutNode { measurement.node }
    /// The size is 0 until the item has been flexed.
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

  /// Only a stretched child gets a minimum, and never more than its style allows.
  private func crossBounds(of child: LayoutNode, min: Double, max: Double) -> (min: Double, max: Double) {
    guard rule.alignment(of: child) == .stretch else { return (0, max) }
    guard child.asksForSize else { return (min, max) }
    let wish = child.style.sizeRange(in: parentSize)
    let upper = Swift.min(max, axis.cross(wish.max))
    return (Swift.min(Swift.max(min, axis.cross(wish.min)), upper), upper)
  }

  /// Measures each child at its own length, or at its basis.
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

  /// The only child that both grows and shrinks in a stack of fixed length: it takes the remaining space, so that its
  /// own size is not needed.
  private func soleFiller(of children: ArraySlice<LayoutNode>) -> LayoutNode? {
    guard axis.main(parentSize) != nil else { return nil }
    var found: LayoutNode?
    for child in children where child.style.flexGrow > 0 && child.style.flexShrink > 0 {
      if found != nil { return nil }
      found = child
    }
    return found
  }

  /// Grows or shrinks a line's children to the stack's length. In a single pass: a share that a child can't take is not
  /// redistributed.
  func flex(_ items: inout [StackMeasurement.Item]) {
    let violation = mainViolation(of: mainSum(of: items))
    if abs(violation) >= StackRule.negligible {
      if violation > 0 { grow(&items, by: violation) } else { shrink(&items, by: violation) }
    }
    for index in items.indices where items[index].isUnsized { remeasure(&items[index], length: 0) }
  }

  private func remeasure(_ item: inout StackMeasurement.Item, length: Double) {
    item.measurement = measure(item.node, main: (length, length), cross: crossBounds)
    item.isUnsized = false
  }

  private func adjust(_ item: inout StackMeasurement.Item, by adjustment: Double) {
    guard adjustment != 0 else { return }
    remeasure(&item, length: max(0, axis.main(item.measurement.size) + adjustment))
  }

  /// Whole points in proportion to flexGrow; the remainder goes to the first child that grows.
  private func grow(_ items: inout [StackMeasurement.Item], by violation: Double) {
    let total = items.reduce(0) { $0 + $1.node.style.flexGrow }
    guard total > 0 else { return }
    func share(_ item: StackMeasurement.Item) -> Double {
      (violation * item.node.style.flexGrow / total).rounded(.down)
    }
    var remainder = violation - items.reduce(0) { $0 + share($1) }
    for index in items.indices {
      let share = share(items[index])
      guard share != 0 else { continue }
      adjust(&items[index], by: share + remainder)
      remainder = 0
    }
  }

  /// In proportion to size × flexShrink.
  private func shrink(_ items: inout [StackMeasurement.Item], by violation: Double) {
    func weight(_ item: StackMeasurement.Item) -> Double {
      axis.main(item.measurement.size) * item.node.style.flexShrink
    }
    let total = items.reduce(0) { $0 + weight($1) }
    guard total > 0 else { return }
    for index in items.indices {
      adjust(&items[index], by: violation * (weight(items[index]) / total))
      hugTruncatedText(&items[index])
    }
  }

  /// Narrows a shrunk text to its visible words: the box would otherwise leave a gap between the ellipsis and what
  /// follows. Only a row whose children don't grow has such gaps.
  private func hugTruncatedText(_ item: inout StackMeasurement.Item) {
    let measured = item.measurement
    guard axis.direction == .horizontal, item.node.style.flexShrink > 0, item.node.style.flexGrow == 0,
      let text = measured.text, text.shaped.isTruncated, text.shaped.size.width < measured.size.width,
      text.shaped.lines.allSatisfy({ $0.frame.minX < StackRule.negligible })
    else { return }
    item.measurement = Measurement(
      measured.node, size: pass.grid.up(Size(width: text.shaped.size.width, height: measured.size.height)),
      children: measured.children, baselines: measured.baselines, text: text, facts: measured.facts)
  }

  /// A new line begins if the next child would exceed the stack's length; spacing restarts on each line.
  func brokenIntoLines(_ items: [StackMeasurement.Item]) -> [StackMeasurement.Line] {
    guard rule.wraps else { return [StackMeasurement.Line(items: items)] }
    var lines: [StackMeasurement.Line] = []
    var line: [StackMeasurement.Item] = []
    var sum = 0.0
    for item in items {
      let style = item.node.style
      let length = style.spacingBefore + axis.main(item.measurement.size) + style.spacingAfter
      if !line.isEmpty, mainViolation(of: sum + rule.spacing + length) < 0 {
        lines.append(StackMeasurement.Line(items: line))
        line = []
      }
      sum = line.isEmpty ? length : sum + rule.spacing + length
      line.append(item)
    }
    lines.append(StackMeasurement.Line(items: line))
    return lines
  }

  /// Computes the lines' cross sizes and baselines; `alignContent: stretch` distributes free space among several lines.
  func sizeAcross(_ lines: inout [StackMeasurement.Line]) {
    let (min, max) = crossBounds
    for index in lines.indices {
      (lines[index].crossSize, lines[index].baseline) = contentCross(of: lines[index].items)
    }
    if lines.count == 1 {
      lines[0].crossSize = Swift.min(Swift.max(lines[0].crossSize, min), max)
    } else if rule.alignContent == .stretch {
      let violation = StackRule.violation(of: StackMeasurement.crossSum(of: lines, rule), min: min, max: max)
      guard violation > StackRule.negligible else { return }
      for index in lines.indices { lines[index].crossSize += violation / Double(lines.count) }
    }
  }

  /// Must follow flexing, because a child's length determines how tall its text is.
  func stretch(_ line: inout StackMeasurement.Line) {
    let cross = line.crossSize
    for index in line.items.indices {
      let item = line.items[index]
      guard rule.alignment(of: item.node) == .stretch,
        cross - axis.cross(item.measurement.size) > StackRule.negligible
      else { continue }
      let length = axis.main(item.measurement.size)
      line.items[index].measurement = measure(item.node, main: (length, length), cross: (cross, cross))
    }
  }

  /// The size of the largest child; children on a common baseline need the maximum extents above and below it.
  private func contentCross(of items: [StackMeasurement.Item]) -> (size: Double, baseline: Double) {
    var above = 0.0
    var below = 0.0
    var largest = 0.0
    for item in items {
      let cross = axis.cross(item.measurement.size)
      if let baseline = rule.baseline(of: item.measurement) {
        above = max(above, baseline)
        below = max(below, cross - baseline)
      } else {
        largest = max(largest, cross)
      }
    }
    return (max(above + below, largest), above)
  }
}

/// The main and cross axis of a stack in terms of width and height.
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
  /// Free space or overflow below this many points is ignored.
  static let negligible = 0.01

  func alignment(of child: LayoutNode) -> AlignItems { child.style.alignSelf ?? alignItems }

  /// The distance of `sum` from the allowed extent: positive if it is too small, negative if it is too large.
  static func violation(of sum: Double, min: Double, max: Double) -> Double {
    if sum < min { return min - sum }
    return sum > max ? max - sum : 0
  }

  /// The distance from the child's top to its alignment baseline; nil if it is not aligned by baseline. Without text,
  /// the first baseline is the top edge and the last one the bottom edge.
  func baseline(of child: Measurement) -> Double? {
    guard direction == .horizontal else { return nil }
    return switch alignment(of: child.node) {
    case .baselineFirst: child.baselines.first ?? 0
    case .baselineLast: child.baselines.last ?? child.size.height
    case .stretch, .start, .center, .end: nil
    }
  }
}

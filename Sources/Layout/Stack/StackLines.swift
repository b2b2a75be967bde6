import Drawing

extension StackMeasurer {
  /// A new line begins where the next child would exceed the stack's length; the spacing starts anew on each.
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

  /// The lines' cross sizes and baselines; `alignContent: stretch` shares what is left among several lines.
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

  /// Comes after flexing, because a child's length decides how tall its text is.
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

  /// The largest child; children on a common baseline need what the tallest has above it and below it.
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

extension StackRule {
  /// The distance from the child's top to the baseline it is aligned by; nil where it is not aligned by one. Without a
  /// text the first baseline is the top edge and the last one the bottom edge.
  func baseline(of child: Measurement) -> Double? {
    guard direction == .horizontal else { return nil }
    return switch alignment(of: child.node) {
    case .baselineFirst: child.baselines.first ?? 0
    case .baselineLast: child.baselines.last ?? child.size.height
    case .stretch, .start, .center, .end: nil
    }
  }
}

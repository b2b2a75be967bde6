import Drawing

extension StackMeasurer {
  /// Grows or shrinks a line's children to the stack's length. One pass: what a child cannot take is not passed on.
  func flex(_ items: inout [StackMeasurement.Item]) {
    let violation = mainViolation(of: mainSum(of: items))
    if abs(violation) >= StackRule.negligible {
      let adjustments = violation > 0 ? growth(of: items, by: violation) : shrinkage(of: items, by: violation)
      for (index, adjustment) in adjustments.enumerated() where adjustment != 0 {
        let length = max(0, axis.main(items[index].measurement.size) + adjustment)
        remeasure(&items[index], length: length)
      }
    }
    for index in items.indices where items[index].isUnsized { remeasure(&items[index], length: 0) }
  }

  private func remeasure(_ item: inout StackMeasurement.Item, length: Double) {
    item.measurement = measure(item.node, main: (length, length), cross: crossBounds)
    item.isUnsized = false
  }

  /// Whole points by the share of flexGrow, the remainder to the first child that grows.
  private func growth(of items: [StackMeasurement.Item], by violation: Double) -> [Double] {
    let total = items.reduce(0) { $0 + $1.node.style.flexGrow }
    guard total > 0 else { return [] }
    var adjustments = items.map { (violation * $0.node.style.flexGrow / total).rounded(.down) }
    if let first = adjustments.firstIndex(where: { $0 != 0 }) {
      adjustments[first] += violation - adjustments.reduce(0, +)
    }
    return adjustments
  }

  /// By the share of size × flexShrink.
  private func shrinkage(of items: [StackMeasurement.Item], by violation: Double) -> [Double] {
    let weights = items.map { axis.main($0.measurement.size) * $0.node.style.flexShrink }
    let total = weights.reduce(0, +)
    guard total > 0 else { return [] }
    return weights.map { violation * ($0 / total) }
  }
}

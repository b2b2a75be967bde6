import Drawing

extension StackMeasurer {
  /// Grows or shrinks a line's children to the stack's length. One pass: what a child cannot take is not passed on.
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

  /// Whole points by the share of flexGrow, the remainder to the first child that grows.
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

  /// By the share of size × flexShrink.
  private func shrink(_ items: inout [StackMeasurement.Item], by violation: Double) {
    func weight(_ item: StackMeasurement.Item) -> Double {
      axis.main(item.measurement.size) * item.node.style.flexShrink
    }
    let total = items.reduce(0) { $0 + weight($1) }
    guard total > 0 else { return }
    for index in items.indices { adjust(&items[index], by: violation * (weight(items[index]) / total)) }
  }
}

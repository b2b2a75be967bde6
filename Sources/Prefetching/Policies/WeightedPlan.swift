/// What the feed's page loads: what is in sight, the active card whole once the viewer stays, and what lies ahead as far as
/// the budget pays for it. The page's script (`prefetch-plan.js`) chooses the same for the same state: both are held against
/// `Tests/Vectors/prefetch-plans.json`.
package struct WeightedPlan {
  private let weights: PrefetchWeights

  package init(_ weights: PrefetchWeights) { self.weights = weights }

  package func plan(_ reading: PolicyReading, into wanted: inout [WantedPart]) {
    let active = reading.active
    let isSeen = reading.seen.contains(active)
    if isSeen { wanted.append(WantedPart(item: active, part: 0, isUrgent: true)) }
    let last = reading.seen.count - 1
    for place in 0...last {
      let item = reading.seen.lowerBound + (reading.direction < 0 ? last - place : place)
      if item != active { wanted.append(WantedPart(item: item, part: 0, isUrgent: true)) }
    }
    // What a turn of the page or a tap would show comes before the cards ahead once the viewer stays, what further turns
    // would show after them.
    let parts = max(1, reading.items[active].parts.count)
    let near = min(parts, 1 + reading.items[active].near)
    if isSeen, reading.stays { addRest(active, 1..<near, &wanted) }
    addAhead(reading, &wanted)
    guard isSeen else { return }
    if !reading.stays { addRest(active, 1..<near, &wanted) }
    addRest(active, near..<parts, &wanted)
  }

  private func addRest(_ item: Int, _ parts: Range<Int>, _ wanted: inout [WantedPart]) {
    for part in parts { wanted.append(WantedPart(item: item, part: part, isUrgent: false)) }
  }

  /// What the budget pays for; then, where the feed ends before it, what lies behind.
  private func addAhead(_ reading: PolicyReading, _ wanted: inout [WantedPart]) {
    var left = weights.budget
    for step in [reading.direction, -reading.direction] {
      var item = step > 0 ? reading.seen.upperBound : reading.seen.lowerBound
      while left > 0 {
        item += step
        guard reading.items.indices.contains(item) else { break }
        let cost = weights.cost(of: reading.items[item].load)
        left -= cost
        // A card dearer than the whole budget is loaded by itself.
        if left < 0, cost <= weights.budget { break }
        wanted.append(WantedPart(item: item, part: 0, isUrgent: false))
      }
    }
  }
}

/// All combinations of some values of the budget and of weights.
package struct WeightSweep: Hashable, Sendable {
  package struct Axis: Hashable, Sendable {
    /// `budget` or a weight's name.
    package let key: String
    /// Rising, each once, at least one.
    package let values: [Double]

    package init(key: String, values: [Double]) {
      self.key = key
      self.values = Set(values).sorted()
    }
  }

  package var axes: [Axis]

  package init(_ axes: [Axis]) { self.axes = axes }

  package static var keys: [String] { ["budget"] + PrefetchWeights.names.map(\.name) }

  /// How many settings; a floating number, since it may be larger than any whole one.
  package var count: Double { axes.isEmpty ? 0 : axes.reduce(1) { $0 * Double($1.values.count) } }

  /// The values of a setting, one of each axis; the last axis runs fastest.
  ///
  /// - Parameter number: From 0 to below `count`.
  package func values(of number: Int) -> [Double] {
    var rest = number
    var values: [Double] = []
    for axis in axes.reversed() {
      values.append(axis.values[rest % axis.values.count])
      rest /= axis.values.count
    }
    return values.reversed()
  }

  /// The weights of a setting; what is not swept stays.
  package func weights(of number: Int, over base: PrefetchWeights) -> PrefetchWeights {
    var weights = base
    for (axis, value) in zip(axes, values(of: number)) {
      if axis.key == "budget" { weights.budget = value } else { _ = weights.set(axis.key, to: value) }
    }
    return weights
  }
}

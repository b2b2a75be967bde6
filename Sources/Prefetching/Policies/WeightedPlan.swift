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

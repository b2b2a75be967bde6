/// What the feed's page loads: what is in sight, the active card whole once the viewer stays, and what lies ahead as far as
/// the budget pays for it. The page's script chooses the same for the same state.
struct WeightedPlan {
  private let weights: PrefetchWeights

  init(_ weights: PrefetchWeights) { self.weights = weights }

  func plan(_ reading: PolicyReading, into wanted: inout [WantedPart]) {
    let active = reading.active
    if reading.seen.contains(active) { wanted.append(WantedPart(item: active, part: 0, isUrgent: true)) }
    for item in reading.direction < 0 ? Array(reading.seen.reversed()) : Array(reading.seen) where item != active {
      wanted.append(WantedPart(item: item, part: 0, isUrgent: true))
    }
    // What a turn of the page or a tap would show comes before the cards ahead once the viewer stays, what further turns
    // would show after them.
    let parts = reading.items[active].parts.count
    if reading.stays { addRest(active, 1..<max(1, min(2, parts)), &wanted) }
    addAhead(reading, &wanted)
    if !reading.stays { addRest(active, 1..<max(1, min(2, parts)), &wanted) }
    addRest(active, 2..<max(2, parts), &wanted)
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
        let cost = weights.weight(of: reading.items[item].kind)
        left -= cost
        // A card dearer than the whole budget is loaded by itself.
        if left < 0, cost <= weights.budget { break }
        wanted.append(WantedPart(item: item, part: 0, isUrgent: false))
      }
    }
  }
}

/// Which parts of which cards are to be loaded, and in which order.
public enum PrefetchPolicy: Hashable, Sendable {
  /// What is in sight.
  case none
  /// The next cards after it.
  case next(Int)
  /// As collection views of a system do: as many ahead as the last moves went, at least two; nothing is cancelled.
  case system
  /// Ranges around the viewport as Texture has them, in screens.
  case ranges(ahead: Double, behind: Double)
  /// All that is nearer than so many screens below, as browsers load images that are marked as lazy; nothing is cancelled.
  case distance(screens: Double)
  /// By weights and a budget, as the feed's page does.
  case weighted(PrefetchWeights)
  /// What will be active next, which only a simulation knows.
  case oracle

  package var name: String {
    switch self {
    case .none: "none"
    case .next(let count): "next-\(count)"
    case .system: "system"
    case .ranges: "texture"
    case .distance: "lazy"
    case .weighted: "weighted"
    case .oracle: "oracle"
    }
  }

  /// As the names of policies are written on the command line; nil of any other.
  package init?(name: String, weights: PrefetchWeights) {
    switch name {
    case "none": self = .none
    case "system": self = .system
    case "texture": self = .ranges(ahead: 2.5, behind: 1.5)
    // 1 250 CSS pixels on a phone of 640, as Chrome loads on 4G.
    case "lazy": self = .distance(screens: 1.95)
    case "weighted": self = .weighted(weights)
    case "oracle": self = .oracle
    default:
      guard name.hasPrefix("next-"), let count = Int(name.dropFirst(5)), 1...1000 ~= count else { return nil }
      self = .next(count)
    }
  }

  /// Whether what is not wanted any more is given up.
  var cancels: Bool {
    switch self {
    case .system, .distance: false
    default: true
    }
  }

  /// How many loads run at once, of what is in sight and of what is not; nil where the link alone bounds them.
  var lanes: Int? {
    if case .weighted = self { 2 } else { nil }
  }

  /// What is to be loaded now, in that order; what is under way or there already is among it.
  public func plan(_ reading: PolicyReading) -> [WantedPart] {
    var wanted: [WantedPart] = []
    plan(reading, into: &wanted)
    return wanted
  }

  /// The same, into an array that is used again.
  func plan(_ reading: PolicyReading, into wanted: inout [WantedPart]) {
    wanted.removeAll(keepingCapacity: true)
    if case .weighted(let weights) = self { return WeightedPlan(weights).plan(reading, into: &wanted) }
    addSeen(reading, &wanted)
    switch self {
    case .none, .weighted: break
    case .next(let count): addHeads(reading, count: count, &wanted)
    case .system: addHeads(reading, count: max(2, reading.speed), &wanted)
    case .ranges(let ahead, let behind):
      addHeads(reading, screens: ahead, step: reading.direction, &wanted)
      addHeads(reading, screens: behind, step: -reading.direction, &wanted)
    case .distance(let screens): addHeads(reading, screens: screens, step: 1, &wanted)
    case .oracle:
      for visit in reading.future.prefix(16) {
        if visit.startsSession { break }
        wanted.append(WantedPart(item: visit.item, part: 0, isUrgent: false))
      }
    }
    addRest(reading, &wanted)
  }

  /// The active card first.
  private func addSeen(_ reading: PolicyReading, _ wanted: inout [WantedPart]) {
    wanted.append(WantedPart(item: reading.active, part: 0, isUrgent: true))
    for item in reading.seen where item != reading.active {
      wanted.append(WantedPart(item: item, part: 0, isUrgent: true))
    }
  }

  /// The active card's further parts, after the heads of others.
  private func addRest(_ reading: PolicyReading, _ wanted: inout [WantedPart]) {
    for part in 1..<max(1, reading.items[reading.active].parts.count) {
      wanted.append(WantedPart(item: reading.active, part: part, isUrgent: false))
    }
  }

  private func addHeads(_ reading: PolicyReading, count: Int, _ wanted: inout [WantedPart]) {
    var item = reading.direction > 0 ? reading.seen.upperBound : reading.seen.lowerBound
    for _ in 0..<count {
      item += reading.direction
      guard reading.items.indices.contains(item) else { return }
      wanted.append(WantedPart(item: item, part: 0, isUrgent: false))
    }
  }

  private func addHeads(_ reading: PolicyReading, screens: Double, step: Int, _ wanted: inout [WantedPart]) {
    var item = step > 0 ? reading.seen.upperBound : reading.seen.lowerBound
    var distance = 0.0
    while distance < screens {
      item += step
      guard reading.items.indices.contains(item) else { return }
      wanted.append(WantedPart(item: item, part: 0, isUrgent: false))
      distance += max(0.05, reading.items[item].height)
    }
  }
}

/// A part of a card that is to be loaded.
public struct WantedPart: Hashable, Sendable {
  /// The card, from 0.
  public var item: Int
  /// The part of the card, from 0.
  public var part: Int
  /// It is in sight.
  public var isUrgent: Bool
}

/// Where a viewer is.
public struct PolicyReading: Sendable {
  /// All cards of the feed.
  public var items: [PrefetchItem]
  /// Cards in the viewport, from the top.
  public var seen: ClosedRange<Int>
  /// The card that is looked at, which lies in `seen`.
  public var active: Int
  /// Whether the viewer has been there for half a second.
  public var stays: Bool
  /// 1 down, -1 up.
  public var direction: Int
  /// Cards that the last move went over.
  public var speed: Int
  /// What will be active, from now on.
  public var future: ArraySlice<Viewer.Visit>

  public init(
    items: [PrefetchItem], seen: ClosedRange<Int>, active: Int, stays: Bool, direction: Int, speed: Int = 1,
    future: ArraySlice<Viewer.Visit> = []
  ) {
    (self.items, self.seen, self.active, self.stays) = (items, seen, active, stays)
    (self.direction, self.speed, self.future) = (direction, speed, future)
  }
}

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

/// Determines the card parts to load and their order.
public enum PrefetchPolicy: Hashable, Sendable {
  /// Only visible cards.
  case none
  /// A number of following cards.
  case next(Int)
  /// Like collection views of an operating system: as many cards ahead as the last moves covered, at least two; nothing
  /// is canceled.
  case system
  /// Ranges around the viewport in screens, as in Texture.
  case ranges(ahead: Double, behind: Double)
  /// Everything within a number of screens below, as browsers load lazy images; nothing is canceled.
  case distance(screens: Double)
  /// By weights and a budget, as on the feed's page.
  case weighted(PrefetchWeights)
  /// The cards that will be active next, which only a simulation knows.
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

  /// Creates a policy from its name on the command line; nil for an unknown name.
  package init?(name: String, weights: PrefetchWeights) {
    switch name {
    case "none": self = .none
    case "system": self = .system
    case "texture": self = .ranges(ahead: 2.5, behind: 1.5)
    // 1 250 CSS pixels on a phone of 640, as Chrome does on 4G.
    case "lazy": self = .distance(screens: 1.95)
    case "weighted": self = .weighted(weights)
    case "oracle": self = .oracle
    default:
      guard name.hasPrefix("next-"), let count = Int(name.dropFirst(5)), 1...1000 ~= count else { return nil }
      self = .next(count)
    }
  }

  /// Whether loads that are no longer wanted are canceled.
  var cancels: Bool {
    switch self {
    case .system, .distance: false
    default: true
    }
  }

  /// The maximum number of concurrent loads, separately for visible and other cards; nil if only the link limits them.
  var lanes: Int? {
    if case .weighted = self { 2 } else { nil }
  }

  /// Returns the parts to load now, in order, including those that are loading or loaded.
  public func plan(_ reading: PolicyReading) -> [PartRequest] {
    var wanted: [PartRequest] = []
    plan(reading, into: &wanted)
    return wanted
  }

  /// Writes the plan into a reusable array.
  func plan(_ reading: PolicyReading, into wanted: inout [PartRequest]) {
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
        wanted.append(PartRequest(item: visit.item, part: 0, isUrgent: false))
      }
    }
    addRest(reading, &wanted)
  }

  /// Adds visible cards, the active one first.
  private func addSeen(_ reading: PolicyReading, _ wanted: inout [PartRequest]) {
    wanted.append(PartRequest(item: reading.active, part: 0, isUrgent: true))
    for item in reading.seen where item != reading.active {
      wanted.append(PartRequest(item: item, part: 0, isUrgent: true))
    }
  }

  /// Adds further parts of the active card, after the first parts of others.
  private func addRest(_ reading: PolicyReading, _ wanted: inout [PartRequest]) {
    for part in 1..<max(1, reading.items[reading.active].parts.count) {
      wanted.append(PartRequest(item: reading.active, part: part, isUrgent: false))
    }
  }

  private func addHeads(_ reading: PolicyReading, count: Int, _ wanted: inout [PartRequest]) {
    var item = reading.direction > 0 ? reading.seen.upperBound : reading.seen.lowerBound
    for _ in 0..<count {
      item += reading.direction
      guard reading.items.indices.contains(item) else { return }
      wanted.append(PartRequest(item: item, part: 0, isUrgent: false))
    }
  }

  private func addHeads(_ reading: PolicyReading, screens: Double, step: Int, _ wanted: inout [PartRequest]) {
    var item = step > 0 ? reading.seen.upperBound : reading.seen.lowerBound
    var distance = 0.0
    while distance < screens {
      item += step
      guard reading.items.indices.contains(item) else { return }
      wanted.append(PartRequest(item: item, part: 0, isUrgent: false))
      distance += max(0.05, reading.items[item].height)
    }
  }
}

/// A part of a card to load.
public struct PartRequest: Hashable, Sendable {
  /// The card's index, from 0.
  public var item: Int
  /// The part's index, from 0.
  public var part: Int
  /// Whether it is visible.
  public var isUrgent: Bool
}

/// The state of a viewer.
public struct PolicyReading: Sendable {
  /// All cards of the feed.
  public var items: [PrefetchItem]
  /// The cards in the viewport, from the top.
  public var seen: ClosedRange<Int>
  /// The active card, which is in `seen`.
  public var active: Int
  /// Whether the viewer has been there for half a second.
  public var stays: Bool
  /// 1 for down, -1 for up.
  public var direction: Int
  /// The number of cards that the last move covered.
  public var speed: Int
  /// The future visits.
  public var future: ArraySlice<ViewerModel.Visit>

  public init(
    items: [PrefetchItem], seen: ClosedRange<Int>, active: Int, stays: Bool, direction: Int, speed: Int = 1,
    future: ArraySlice<ViewerModel.Visit> = []
  ) {
    (self.items, self.seen, self.active, self.stays) = (items, seen, active, stays)
    (self.direction, self.speed, self.future) = (direction, speed, future)
  }
}

/// The loading plan of the feed's page: visible cards, the whole active card once the viewer stays, and cards ahead
/// within the budget. The page's script (`prefetch-plan.js`) makes the same choice: both are tested with
/// `Tests/Vectors/prefetch-plans.json`.
package struct WeightedPlan {
  private let weights: PrefetchWeights

  package init(_ weights: PrefetchWeights) { self.weights = weights }

  package func plan(_ reading: PolicyReading, into wanted: inout [PartRequest]) {
    let active = reading.active
    let isSeen = reading.seen.contains(active)
    if isSeen { wanted.append(PartRequest(item: active, part: 0, isUrgent: true)) }
    let last = reading.seen.count - 1
    for place in 0...last {
      let item = reading.seen.lowerBound + (reading.direction < 0 ? last - place : place)
      if item != active { wanted.append(PartRequest(item: item, part: 0, isUrgent: true)) }
    }
    // Once the viewer stays, content one tap away precedes the cards ahead, content further away follows them.
    let parts = max(1, reading.items[active].parts.count)
    let near = min(parts, 1 + reading.items[active].near)
    if isSeen, reading.stays { addRest(active, 1..<near, &wanted) }
    addAhead(reading, &wanted)
    guard isSeen else { return }
    if !reading.stays { addRest(active, 1..<near, &wanted) }
    addRest(active, near..<parts, &wanted)
  }

  private func addRest(_ item: Int, _ parts: Range<Int>, _ wanted: inout [PartRequest]) {
    for part in parts { wanted.append(PartRequest(item: item, part: part, isUrgent: false)) }
  }

  /// Adds cards ahead within the budget; if the feed ends earlier, also cards behind.
  private func addAhead(_ reading: PolicyReading, _ wanted: inout [PartRequest]) {
    var left = weights.budget
    for step in [reading.direction, -reading.direction] {
      var item = step > 0 ? reading.seen.upperBound : reading.seen.lowerBound
      while left > 0 {
        item += step
        guard reading.items.indices.contains(item) else { break }
        let cost = weights.cost(of: reading.items[item].load)
        left -= cost
        // A card that exceeds the whole budget is loaded alone.
        if left < 0, cost <= weights.budget { break }
        wanted.append(PartRequest(item: item, part: 0, isUrgent: false))
      }
    }
  }
}

/// All combinations of given values of the budget and weights.
package struct WeightSweep: Hashable, Sendable {
  package struct Axis: Hashable, Sendable {
    /// `budget` or the name of a weight.
    package let key: String
    /// Ascending, without duplicates; at least one.
    package let values: [Double]

    package init(key: String, values: [Double]) {
      self.key = key
      self.values = Set(values).sorted()
    }
  }

  package var axes: [Axis]

  package init(_ axes: [Axis]) { self.axes = axes }

  package static var keys: [String] { ["budget"] + PrefetchWeights.names.map(\.name) }

  /// The number of settings; a floating-point number, since it may exceed any integer.
  package var count: Double { axes.isEmpty ? 0 : axes.reduce(1) { $0 * Double($1.values.count) } }

  /// Returns the values of a setting, one per axis; the last axis varies fastest.
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

  /// Returns the weights of a setting; weights that aren't swept are unchanged.
  package func weights(of number: Int, over base: PrefetchWeights) -> PrefetchWeights {
    var weights = base
    for (axis, value) in zip(axes, values(of: number)) {
      if axis.key == "budget" { weights.budget = value } else { _ = weights.set(axis.key, to: value) }
    }
    return weights
  }
}

import Prefetching

/// The result of a policy over one link.
struct LabFinding: Sendable {
  let link: String
  let setting: LabSetting
  /// The outcomes by viewer.
  let runs: [PrefetchOutcome]
  /// The percentiles of all viewers' waits in seconds: 0, 0.5, 1, … 100 %.
  let waits: [Double]

  init(_ runs: [PrefetchOutcome], _ setting: LabSetting, over link: String) {
    (self.runs, self.setting, self.link) = (runs, setting, link)
    let sorted = runs.flatMap(\.waits).sorted()
    waits = (0...200).map { sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * $0 / 200)] }
  }

  func estimate(_ measure: PrefetchMeasure) -> Estimate { Estimate(runs.map { $0[measure] }) }
}

/// The result of a sweep's setting over one link; kept small, since there may be a million.
struct SweepFinding: Sendable {
  let loaders: Estimate
  let wasted: Estimate
  let waited: Estimate
  let wait90: Estimate
  /// The costs by viewer.
  let costs: [Double]

  init(_ runs: [PrefetchOutcome], goal: PrefetchGoal, price: Double) {
    loaders = Estimate(runs.map { $0[.loaders] })
    wasted = Estimate(runs.map { $0[.wasted] })
    waited = Estimate(runs.map { $0[.waited] })
    wait90 = Estimate(runs.map { $0[.wait90] })
    costs = runs.map { $0.cost(goal, price) }
  }
}

extension PrefetchOutcome {
  /// Returns the cost by which policies are compared: waits plus waste times its price.
  func cost(_ goal: PrefetchGoal, _ price: Double) -> Double { self[goal.measure] + price * self[.wasted] }
}

/// The comparison of the current setting with the recommended one, over viewers that weren't used for selection.
package struct SettingComparison: Encodable, Sendable {
  struct Difference: Encodable, Sendable {
    /// A link, or all links together.
    var over: String
    var loaders: Estimate
    var waited: Estimate
    var wasted: Estimate
    var cost: Estimate
  }

  let present: PrefetchWeights
  let found: PrefetchWeights
  let viewers: Int
  /// Recommended minus current; all links together first.
  let differences: [Difference]
  /// Whether the recommended setting is significantly better.
  package let isBetterBeyondDoubt: Bool
  package internal(set) var isApplied = false

  init(present: PrefetchWeights, found: PrefetchWeights, viewers: Int, differences: [Difference]) {
    (self.present, self.found, self.viewers, self.differences) = (present, found, viewers, differences)
    isBetterBeyondDoubt = differences.first.map { $0.cost.isSignificant && $0.cost.mean < 0 } ?? false
  }
}

/// All results of a study.
struct LabFindings: Sendable {
  var feed: LabFeed
  var links: [NetworkLink]
  /// The offered load by link.
  var loads: [Double]
  /// The findings by policy, then by link.
  var findings: [[LabFinding]]
  var sweep: WeightSweep
  /// The findings by link, then by setting.
  var swept: [[SweepFinding]]
  /// The index of the recommended policy.
  var recommended: Int
  /// The number of the recommended setting; nil without a sweep.
  var chosen: Int?
  var change: SettingComparison?
  /// One session with the recommended policy over the first link.
  var session: SessionLog
}

/// A policy by name, or the weighted policy with values of a sweep.
struct LabSetting: Hashable, Sendable {
  let name: String
  let policy: PrefetchPolicy

  init(_ policy: PrefetchPolicy) { (name, self.policy) = (policy.name, policy) }

  /// Creates a setting of a sweep: `budget 12, video 2`.
  init(_ sweep: WeightSweep, _ number: Int, over base: PrefetchWeights) {
    name = zip(sweep.axes, sweep.values(of: number)).map { "\($0.key) \(LabNumber.exact($1))" }.joined(separator: ", ")
    policy = .weighted(sweep.weights(of: number, over: base))
  }
}

extension PrefetchPolicy {
  /// The complexity: of two equally good settings, the less complex is chosen.
  var complexity: Double {
    switch self {
    case .none: 0
    case .next: 1
    case .system: 2
    case .distance: 3
    case .ranges: 4
    case .weighted: 5
    case .oracle: 6
    }
  }

  /// Whether it can exist outside of a simulation.
  var isReal: Bool { self != .oracle }
}

import Prefetching

/// What a policy came to over one link.
struct LabFinding: Sendable {
  let link: String
  let setting: LabSetting
  /// By viewer.
  let runs: [PrefetchOutcome]
  /// Of all viewers' waits: the seconds that shares of 0, 0.5, 1, … 100 % stay within.
  let waits: [Double]

  init(_ runs: [PrefetchOutcome], _ setting: LabSetting, over link: String) {
    (self.runs, self.setting, self.link) = (runs, setting, link)
    let sorted = runs.flatMap(\.waits).sorted()
    waits = (0...200).map { sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * $0 / 200)] }
  }

  func estimate(_ measure: PrefetchMeasure) -> Estimate { Estimate(runs.map { $0[measure] }) }
}

/// What a setting of a sweep came to over one link; small, for there may be a million.
struct SweptFinding: Sendable {
  let loaders: Estimate
  let wasted: Estimate
  let waited: Estimate
  let wait90: Estimate
  /// By viewer.
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
  /// What policies are chosen by: what is waited, and what was wasted at its price.
  func cost(_ goal: PrefetchGoal, _ price: Double) -> Double { self[goal.measure] + price * self[.wasted] }
}

/// The present setting beside the one that is recommended, over viewers that neither was chosen by.
package struct LabChange: Encodable, Sendable {
  struct Difference: Encodable, Sendable {
    /// A link, or all of them together.
    var over: String
    var loaders: Estimate
    var waited: Estimate
    var wasted: Estimate
    var cost: Estimate
  }

  let present: PrefetchWeights
  let found: PrefetchWeights
  let viewers: Int
  /// Found minus present; all links together first.
  let differences: [Difference]
  /// Whether it costs less.
  let isBetterBeyondDoubt: Bool
  package internal(set) var isApplied = false

  init(present: PrefetchWeights, found: PrefetchWeights, viewers: Int, differences: [Difference]) {
    (self.present, self.found, self.viewers, self.differences) = (present, found, viewers, differences)
    isBetterBeyondDoubt = differences.first.map { $0.cost.isSignificant && $0.cost.mean < 0 } ?? false
  }
}

/// All that a study has found.
struct LabFindings: Sendable {
  var feed: LabFeed
  var links: [Link]
  /// Offered load by link.
  var loads: [Double]
  /// By policy, then by link.
  var findings: [[LabFinding]]
  var sweep: WeightSweep
  /// By link, then by setting.
  var swept: [[SweptFinding]]
  /// The policy that is recommended, by its place among the findings.
  var recommended: Int
  /// The setting that is recommended, by its number; nil without a sweep.
  var chosen: Int?
  var change: LabChange?
  /// One session, by the policy that is recommended over the first link.
  var session: SessionLog
}

/// One thing to try: a policy by name, or the weighted one with values of a sweep.
struct LabSetting: Hashable, Sendable {
  let name: String
  let policy: PrefetchPolicy

  init(_ policy: PrefetchPolicy) { (name, self.policy) = (policy.name, policy) }

  /// A setting of a sweep: `budget 12, video 2`.
  init(_ sweep: WeightSweep, _ number: Int, over base: PrefetchWeights) {
    name = zip(sweep.axes, sweep.values(of: number)).map { "\($0.key) \(LabNumber.exact($1))" }.joined(separator: ", ")
    policy = .weighted(sweep.weights(of: number, over: base))
  }
}

extension PrefetchPolicy {
  /// How much there is to it: of two that are as good the lower is kept.
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

  /// Whether anybody could have it.
  var isReal: Bool { self != .oracle }
}

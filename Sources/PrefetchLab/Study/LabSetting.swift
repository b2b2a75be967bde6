import Prefetching

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

import Foundation

/// What is to be found out: each policy over each link, the same viewers for all.
package struct PrefetchLaboratory: Sendable {
  package var items: [PrefetchItem]
  package var viewer: Viewer
  package var links: [Link]
  package var policies: [PrefetchPolicy]
  /// Cards that each viewer looks at.
  package var visits: Int
  package var repeats: Int
  package var seed: UInt64

  package init(
    items: [PrefetchItem], viewer: Viewer, links: [Link], policies: [PrefetchPolicy], visits: Int, repeats: Int,
    seed: UInt64
  ) {
    self.items = items
    self.viewer = viewer
    self.links = links
    self.policies = policies
    self.visits = visits
    self.repeats = repeats
    self.seed = seed
  }

  /// All repeats of a policy over a link.
  package struct Finding: Sendable {
    package let link: String
    package let policy: PrefetchPolicy
    package let outcomes: [PrefetchOutcome]

    package func estimate(_ value: (PrefetchOutcome) -> Double) -> Estimate { Estimate(outcomes.map(value)) }
  }

  /// Bits that an open loop asks for, as a share of what the link carries: above 1 every policy starves.
  package func offeredLoad(over link: Link) -> Double {
    guard !items.isEmpty else { return 0 }
    let bytes = items.reduce(0.0) { $0 + Double($1.parts.first ?? 0) } / Double(items.count)
    return bytes * 8 / (max(1e-9, viewer.meanDwell) * link.meanRate)
  }

  /// The paths of all repeats.
  ///
  /// - Parameter first: The first viewer's number: others than those that something was chosen by.
  package func paths(from first: Int = 0) -> [[Viewer.Visit]] {
    (first..<first + repeats).map { number in
      var random = CommonRandom(seed: seed, stream: UInt64(number))
      return viewer.path(count: visits, items: items.count, random: &random)
    }
  }

  /// One finding: the cell of a table.
  package func find(_ policy: PrefetchPolicy, over link: Link, paths: [[Viewer.Visit]]) -> Finding {
    let outcomes = paths.map { path in
      var run = PrefetchRun(items: items, visits: path, loop: viewer.loop, link: link, policy: policy)
      return run.run()
    }
    return Finding(link: link.name, policy: policy, outcomes: outcomes)
  }
}

/// What runs are compared by. All but waits and shares are for a thousand cards looked at.
package enum PrefetchMeasure: String, Codable, CaseIterable, Sendable {
  /// Cards that were not there when they became active.
  case loaders
  /// Seconds that were waited for all of them.
  case waited
  /// Seconds from becoming active to shown, that half of all cards, nine of ten and 99 of 100 stay within.
  case wait50, wait90, wait99
  /// The share of all time that was waited.
  case stalled
  /// Millions of bytes that the link carried, and those of them that nobody saw.
  case megabytes, wasted
  case requests, cancellations

  package func value(of outcome: PrefetchOutcome) -> Double {
    let scale = outcome.visits == 0 ? 0 : 1000 / Double(outcome.visits)
    return switch self {
    case .loaders: outcome.loadersPerThousand
    case .waited: outcome.stalled * scale
    case .wait50: outcome.wait(atMostOf: 0.5)
    case .wait90: outcome.wait(atMostOf: 0.9)
    case .wait99: outcome.wait(atMostOf: 0.99)
    case .stalled: outcome.stalledShare
    case .megabytes: outcome.bytes / 1e6 * scale
    case .wasted: outcome.wasted / 1e6 * scale
    case .requests: Double(outcome.requests) * scale
    case .cancellations: Double(outcome.cancellations) * scale
    }
  }
}

/// What one viewer's run came to, in the numbers that are compared.
package struct RunFigures: Hashable, Sendable {
  private let values: [Double]
  /// Of loaders, for a thousand cards.
  package let loadersByKind: [PrefetchItem.Kind: Double]

  package init(_ outcome: PrefetchOutcome) {
    // Sorted once for all three.
    var sorted = outcome
    sorted.waits.sort()
    values = PrefetchMeasure.allCases.map { $0.value(of: sorted) }
    loadersByKind = outcome.loaders.mapValues { Double($0) * 1000 / Double(max(1, outcome.visits)) }
  }

  package subscript(measure: PrefetchMeasure) -> Double {
    values[PrefetchMeasure.allCases.firstIndex(of: measure) ?? 0]
  }
}

/// A mean of repeats with the interval in which it lies in 95 of 100 cases, by Student's t.
package struct Estimate: Hashable, Codable, Sendable {
  package var mean: Double
  /// Half of the interval; nil of a single value.
  package var margin: Double?

  package init(_ values: [Double]) {
    let count = Double(values.count)
    let mean = values.isEmpty ? 0 : values.reduce(0, +) / count
    self.mean = mean
    guard values.count > 1 else {
      margin = nil
      return
    }
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    margin = Self.quantile(values.count - 1) * (variance / count).squareRoot()
  }

  /// The difference of two policies over the same viewers: what differs between viewers falls out.
  package init(of left: [Double], minus right: [Double]) { self.init(zip(left, right).map { $0 - $1 }) }

  /// Whether it differs from 0 beyond doubt.
  package var isSignificant: Bool { margin.map { abs(mean) > $0 } ?? false }

  /// Student's t for 95 %, two-sided.
  private static func quantile(_ degrees: Int) -> Double {
    let table = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
      2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ]
    if degrees <= table.count { return table[max(0, degrees - 1)] }
    // Hill's expansion around the normal distribution's quantile.
    let z = 1.959_963_985
    let n = Double(degrees)
    return z + (pow(z, 3) + z) / (4 * n) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * n * n)
  }
}

/// Something that could be chosen, and what each viewer had of it: its cost, the lower the better.
package struct Candidate: Hashable, Sendable {
  package var name: String
  /// By viewer, the same viewers for all candidates.
  package var costs: [Double]
  /// The lower the simpler.
  package var rank: Double

  package init(name: String, costs: [Double], rank: Double) {
    (self.name, self.costs, self.rank) = (name, costs, rank)
  }

  package var mean: Double { costs.isEmpty ? 0 : costs.reduce(0, +) / Double(costs.count) }
}

/// The simplest candidate of those that no other is better than beyond doubt.
package struct Recommendation: Hashable, Sendable {
  /// Places among the candidates.
  package let chosen: Int
  /// The lowest mean; another than `chosen` where the difference may be chance and the chosen one is simpler.
  package let lowest: Int

  /// - Parameter candidates: At least one.
  package init(among candidates: [Candidate]) {
    let lowest = candidates.indices.min { candidates[$0].mean < candidates[$1].mean } ?? 0
    let asGood = candidates.indices.filter { place in
      place == lowest || !Estimate(of: candidates[place].costs, minus: candidates[lowest].costs).isSignificant
    }
    self.lowest = lowest
    chosen =
      asGood.min { left, right in
        let (a, b) = (candidates[left], candidates[right])
        return a.rank != b.rank ? a.rank < b.rank : a.mean != b.mean ? a.mean < b.mean : left < right
      } ?? lowest
  }
}

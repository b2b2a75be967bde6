import Foundation

/// The feed and the viewers of an experiment: the same for each policy and link.
public struct PrefetchLaboratory: Sendable {
  /// The cards of the feed; at least one.
  public let items: [PrefetchItem]
  /// The model of the viewers.
  public let viewer: ViewerModel
  /// The number of cards that each viewer looks at.
  let visits: Int
  let seed: UInt64

  public init(items: [PrefetchItem], viewer: ViewerModel, visits: Int, seed: UInt64) {
    (self.items, self.viewer, self.visits, self.seed) = (items, viewer, visits, seed)
  }

  /// Returns the bits that an open loop requests, relative to the link's capacity: above 1, every policy starves.
  public func offeredLoad(over link: NetworkLink) -> Double {
    guard !items.isEmpty else { return 0 }
    let bytes = items.reduce(0.0) { $0 + Double($1.parts.first ?? 0) } / Double(items.count)
    return bytes * 8 / (max(1e-9, viewer.meanDwell) * link.meanRate)
  }

  /// Returns the paths of some viewers.
  ///
  /// - Parameter numbers: The viewers. Use other viewers for confirmation than for selection.
  public func paths(of numbers: Range<Int>) -> [[ViewerModel.Visit]] {
    numbers.map { number in
      var random = SeededRandom(seed: seed, stream: UInt64(number))
      return viewer.path(count: visits, items: items.count, random: &random)
    }
  }

  /// Returns the outcome of each path: one cell of a table.
  public func outcomes(of policy: PrefetchPolicy, over link: NetworkLink, paths: [[ViewerModel.Visit]])
    -> [PrefetchOutcome]
  {
    paths.map { path in
      var run = PrefetchRun(items: items, visits: path, loop: viewer.loop, link: link, policy: policy)
      return run.run()
    }
  }
}

/// The measures for comparing runs. All except waits and fractions are per thousand cards viewed.
public enum PrefetchMeasure: String, Codable, CaseIterable, Sendable {
  /// The number of cards that weren't loaded when they became active.
  case loaders
  /// The total waiting time in seconds.
  case waited
  /// The waiting time in seconds from active to shown: median, 90th and 99th percentile.
  case wait50, wait90, wait99
  /// The fraction of time spent waiting.
  case stalled
  /// Megabytes transferred, and those that were never seen.
  case megabytes, wasted
  case requests, cancellations
}

extension PrefetchOutcome {
  /// Returns the result by a measure, per thousand cards viewed if the measure says so.
  public subscript(measure: PrefetchMeasure) -> Double {
    let scale = visits == 0 ? 0 : 1000 / Double(visits)
    return switch measure {
    case .loaders: visits == 0 ? 0 : Double(loaderCount) * 1000 / Double(visits)
    case .waited: stalled * scale
    case .wait50: wait(atMostOf: 0.5)
    case .wait90: wait(atMostOf: 0.9)
    case .wait99: wait(atMostOf: 0.99)
    case .stalled: seconds > 0 ? stalled / seconds : 0
    case .megabytes: bytes / 1e6 * scale
    case .wasted: wasted / 1e6 * scale
    case .requests: Double(requests) * scale
    case .cancellations: Double(cancellations) * scale
    }
  }
}

/// A mean over repeats with its 95 % confidence interval, by Student's t.
public struct Estimate: Hashable, Codable, Sendable {
  /// The mean of all values; 0 if there are none.
  public var mean: Double
  /// Half of the interval; nil for a single value.
  public var margin: Double?

  /// Estimates from the values of repeats with different seeds.
  public init(_ values: [Double]) {
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

  /// Estimates the difference of two policies over the same viewers, which cancels differences between viewers.
  public init(of left: [Double], minus right: [Double]) { self.init(zip(left, right).map { $0 - $1 }) }

  /// Whether it differs significantly from 0.
  public var isSignificant: Bool { margin.map { abs(mean) > $0 } ?? false }

  /// Returns the two-sided 95 % quantile of Student's t.
  private static func quantile(_ degrees: Int) -> Double {
    let table = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
      2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ]
    if degrees <= table.count { return table[max(0, degrees - 1)] }
    // Hill's expansion around the quantile of the normal distribution.
    let z = 1.959_963_985
    let n = Double(degrees)
    return z + (pow(z, 3) + z) / (4 * n) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * n * n)
  }
}

/// A candidate of a selection and its cost for each viewer; lower is better.
package struct Candidate: Hashable, Sendable {
  /// The costs by viewer; the viewers are the same for all candidates.
  let costs: [Double]
  /// The complexity; lower is simpler.
  let rank: Double

  package init(costs: [Double], rank: Double) { (self.costs, self.rank) = (costs, rank) }

  private var mean: Double { costs.isEmpty ? 0 : costs.reduce(0, +) / Double(costs.count) }

  /// Returns the index of the simplest candidate that no other beats significantly.
  ///
  /// - Parameter candidates: At least one.
  package static func recommended(among candidates: [Candidate]) -> Int {
    let lowest = candidates.indices.min { candidates[$0].mean < candidates[$1].mean } ?? 0
    let asGood = candidates.indices.filter { place in
      place == lowest || !Estimate(of: candidates[place].costs, minus: candidates[lowest].costs).isSignificant
    }
    return asGood.min { left, right in
      let (a, b) = (candidates[left], candidates[right])
      return a.rank != b.rank ? a.rank < b.rank : a.mean != b.mean ? a.mean < b.mean : left < right
    } ?? lowest
  }
}

import Foundation

/// What is looked at and by whom: the same for each policy over each link.
public struct PrefetchLaboratory: Sendable {
  /// Cards of the feed, at least one.
  public let items: [PrefetchItem]
  /// Who looks at them.
  public let viewer: Viewer
  /// Cards that each viewer looks at.
  let visits: Int
  let seed: UInt64

  public init(items: [PrefetchItem], viewer: Viewer, visits: Int, seed: UInt64) {
    (self.items, self.viewer, self.visits, self.seed) = (items, viewer, visits, seed)
  }

  /// Bits that an open loop asks for, as a share of what the link carries: above 1 every policy starves.
  public func offeredLoad(over link: Link) -> Double {
    guard !items.isEmpty else { return 0 }
    let bytes = items.reduce(0.0) { $0 + Double($1.parts.first ?? 0) } / Double(items.count)
    return bytes * 8 / (max(1e-9, viewer.meanDwell) * link.meanRate)
  }

  /// The paths of some viewers.
  ///
  /// - Parameter numbers: Others than those that something was chosen by see other cards.
  public func paths(of numbers: Range<Int>) -> [[Viewer.Visit]] {
    numbers.map { number in
      var random = CommonRandom(seed: seed, stream: UInt64(number))
      return viewer.path(count: visits, items: items.count, random: &random)
    }
  }

  /// What each path comes to: the cell of a table.
  public func outcomes(of policy: PrefetchPolicy, over link: Link, paths: [[Viewer.Visit]]) -> [PrefetchOutcome] {
    paths.map { path in
      var run = PrefetchRun(items: items, visits: path, loop: viewer.loop, link: link, policy: policy)
      return run.run()
    }
  }
}

/// What runs are compared by. All but waits and shares are for a thousand cards looked at.
public enum PrefetchMeasure: String, Codable, CaseIterable, Sendable {
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
}

extension PrefetchOutcome {
  /// What a run came to by a measure, for a thousand cards looked at where that says so.
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

/// A mean of repeats with the interval in which it lies in 95 of 100 cases, by Student's t.
public struct Estimate: Hashable, Codable, Sendable {
  /// Of all values; 0 of none.
  public var mean: Double
  /// Half of the interval; nil of a single value.
  public var margin: Double?

  /// Of the values of repeats, each of its own seed.
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

  /// The difference of two policies over the same viewers: what differs between viewers falls out.
  public init(of left: [Double], minus right: [Double]) { self.init(zip(left, right).map { $0 - $1 }) }

  /// Whether it differs from 0 beyond doubt.
  public var isSignificant: Bool { margin.map { abs(mean) > $0 } ?? false }

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
  /// By viewer, the same viewers for all candidates.
  let costs: [Double]
  /// The lower the simpler.
  let rank: Double

  package init(costs: [Double], rank: Double) { (self.costs, self.rank) = (costs, rank) }

  private var mean: Double { costs.isEmpty ? 0 : costs.reduce(0, +) / Double(costs.count) }

  /// The place of the simplest candidate of those that no other is better than beyond doubt.
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

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

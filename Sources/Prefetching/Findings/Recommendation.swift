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

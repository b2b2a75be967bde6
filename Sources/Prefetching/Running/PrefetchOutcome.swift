/// What one run came to.
package struct PrefetchOutcome: Hashable, Sendable {
  package var visits = 0
  /// Cards that were not there when they became active, by kind.
  package var loaders: [PrefetchItem.Kind: Int] = [:]
  /// Seconds of each visit until its card was shown, or until it was left.
  package var waits: [Double] = []
  /// Seconds of all waits.
  package var stalled = 0.0
  /// Seconds from beginning to end.
  package var seconds = 0.0
  /// That the link carried.
  package var bytes = 0.0
  /// Of these, of what was given up or never seen.
  package var wasted = 0.0
  /// Of parts that are there whole, of those that were given up, and of those under way at the end: together `bytes`.
  package var loadedBytes = 0.0
  package var cancelledBytes = 0.0
  package var unfinishedBytes = 0.0
  package var requests = 0
  package var cancellations = 0

  package init() {}

  package var loaderCount: Int { loaders.values.reduce(0, +) }
  package var loadersPerThousand: Double { visits == 0 ? 0 : Double(loaderCount) * 1000 / Double(visits) }
  package var stalledShare: Double { seconds > 0 ? stalled / seconds : 0 }
  package var wastedShare: Double { bytes > 0 ? wasted / bytes : 0 }

  /// Seconds that a share of all visits waited at most (nearest rank).
  ///
  /// - Parameter share: From 0 to 1.
  package func wait(atMostOf share: Double) -> Double {
    guard !waits.isEmpty else { return 0 }
    let sorted = waits.sorted()
    return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
  }
}

/// One session, load by load: what a picture of it is drawn from. Seconds from its beginning.
package struct SessionLog: Sendable {
  package struct Visit: Hashable, Sendable {
    package let item: Int
    package let began: Double
    /// Nil where it was left before.
    package let shown: Double?
    package let ended: Double
  }

  package struct Load: Hashable, Sendable {
    package enum End: String, Sendable { case loaded, cancelled, unfinished }

    package let item: Int
    package let part: Int
    package let asked: Double
    /// When its first byte came.
    package let began: Double
    package let ended: Double
    package let end: End
  }

  package var visits: [Visit] = []
  /// In the order in which they ended.
  package var loads: [Load] = []
  /// When what is under way was asked for, by the run's number of the part.
  var asked: [Int: Double] = [:]

  package init() {}
}

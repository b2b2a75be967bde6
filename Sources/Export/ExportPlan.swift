import Diagnostics
import FeedReading
import FeedSources
import OutputTransactions
import RunSupport

/// Determines which posts have to be drawn. It stores one number per post, never the posts.
package struct ExportPlan: Sendable {
  /// The feed's cards in order; 0 if a card has yet to be drawn.
  package var cards: [Int64] = []
  /// The positions of posts that have to be drawn.
  package private(set) var stale: [Int] = []
  /// The first of these posts, to avoid reading the feed again for a few.
  private(set) var posts: [PostInFeed] = []
  /// The reasons in the order of `stale`, if requested.
  private(set) var reasons: [[StaleReason]] = []
  /// Whether a valid card was never published.
  private(set) var hasStaged = false
  /// The number of images of valid cards.
  private(set) var pictures = 0
  private(set) var diagnostics: [Diagnostic] = []
  /// Unmanaged files at the paths of cards that have to be drawn.
  private(set) var inTheWay = UnmanagedFiles()

  var count: Int { cards.count }

  /// The number of posts that a task checks together.
  private static let batch = 128
  private static let keptPosts = 4096

  /// - Parameter writes: Whether the store may record refreshed checks.
  package init(
    _ posts: FeedPosts, check: CardCheck, jobs: Int, writes: Bool, explains: Bool = false, place: OutputCheck? = nil
  ) async throws {
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      let batch = try posts.nextPlaced(Self.batch)
      return batch.isEmpty ? nil : batch
    } work: { batch in
      let verdicts = try check.verdicts(on: batch, writes: writes)
      var found = UnmanagedFiles()
      for (post, verdict) in zip(batch, verdicts) {
        if case .stale = verdict, let place { found.add(place.files(of: post.post)) }
      }
      return (batch, verdicts, found)
    } take: { _, result in
      inTheWay.add(result.2)
      for (post, verdict) in zip(result.0, result.1) { add(verdict, on: post, explains) }
    }
  }

  private mutating func add(_ verdict: CardValidity, on post: PostInFeed, _ explains: Bool) {
    switch verdict {
    case .kept(let card):
      cards.append(card.id)
      hasStaged = hasStaged || card.isStaged
      pictures += card.files.count
      diagnostics += card.diagnostics
    case .stale(let why):
      if stale.count < Self.keptPosts { posts.append(post) }
      stale.append(cards.count)
      if explains { reasons.append(why) }
      cards.append(0)
    }
  }
}

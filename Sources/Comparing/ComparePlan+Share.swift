import Digests
import FeedSources
import Runs

extension ComparePlan {
  /// What one run draws of the plan, and what its report says of the whole.
  struct Share {
    var baselines: FeedSource?
    var mockups: [ProofPost]
    var failed: [ComparedCase]
    var films: [FilmCase]
    /// In the plan, rising; nil where the share is the whole.
    var places: [Int]?
    /// Posts of the plan.
    var planned: Int
    /// In the plan, after the posts and the mockups that failed.
    var filmPlaces: [Int] = []
    var record: ShardRecord?
    /// Every post of the plan that is compared with baselines, as hashes; empty where the share is the whole.
    var allPosts: Set<FNV1a64> = []
    /// Ids of every film of the plan; empty where the share is the whole.
    var allFilms: Set<String> = []

    /// Posts of the share.
    var count: Int { places?.count ?? planned }

    /// `12 posts`, `3 of 12 posts (shard 2/8)`.
    var inWords: String {
      record.map { "\(count) of \(planned) posts (shard \($0.shard))" } ?? "\(planned) posts"
    }

    /// One of the runs tells of baselines whose posts are in no feed any more.
    var tellsOfGone: Bool { record.map { $0.shard.index == 1 } ?? true }

    /// Another shard compares the post.
    func hasElsewhere(post: String) -> Bool { allPosts.contains(FNV1a64(of: post)) }

    func posts() -> ProofPosts { ProofPosts(baselines?.posts(), then: mockups) }

    /// The items of a shard in the order in which their cases come.
    ///
    /// - Parameter counts: How many cases each of the posts has.
    /// - Returns: Nil where the run is the whole.
    func part(counts: [Int], project: String) -> ComparedPart.Items? {
      guard let record, let places else { return nil }
      // After the posts come the mockups that failed.
      let alone = failed.indices.map { planned + $0 } + filmPlaces
      return ComparedPart.Items(
        record: record, project: project, list: Array(zip(places, counts)) + alone.map { ($0, 1) })
    }
  }
}

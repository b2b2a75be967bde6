import CardDrawing
import Digests
import ExportStore
import FeedIngest
import FeedSources
import Projects
import Runs

/// What one run draws: all of a feed, or the part of it that falls to a shard.
struct ExportShare {
  /// Whose posts are drawn.
  let feed: FeedSource
  /// Nil where all is drawn.
  let shard: ExportShard?

  var drawsFeedPictures: Bool { shard?.drawsFeedPictures ?? true }

  init(of shard: Shard?, _ feed: FeedSource, renderer: CardRenderer, keys: DesignKeys) throws {
    guard let shard else {
      (self.feed, self.shard) = (feed, nil)
      return
    }
    var costs: [Int] = []
    let posts = feed.posts()
    while let post = try posts.next() { costs.append(post.drawingCost) }
    // The feed's pictures are dealt like a card, after the posts; most of them is photos.
    costs.append(DrawingCost.points(DrawingCost.photoWeight * Double(renderer.project.feedHeight)))
    let share = shard.share(of: costs)
    let places = share.filter { $0 < costs.count - 1 }
    let frame = PublicationFrame(renderer: renderer, facts: feed.facts, tool: keys.tool)
    let plan = try Self.plan(of: feed, costs, renderer.project, frame, keys)
    self.feed = feed.share(places)
    self.shard = ExportShard(
      record: ShardRecord(shard: shard, plan: plan.hex, total: costs.count - 1), places: places,
      drawsFeedPictures: share.count > places.count,
      frame: try frame.withPages(renderer.design.siteTemplates))
  }

  /// Of all that the shards of one run have in common: the feed's files, how they are dealt, design, fonts, options, tool.
  /// Photos are not looked into: where they differ from machine to machine, nobody can tell before they are drawn.
  private static func plan(
    of feed: FeedSource, _ costs: [Int], _ project: Project, _ frame: PublicationFrame, _ keys: DesignKeys
  ) throws -> Digest {
    var chain = DigestChain()
    chain.append(try feed.digest(), try Digest(encoding: costs))
    chain.append(try Digest(encoding: frame))
    let settings = project.values(reaching: [.words, .cards, .screens, .files]).lines
    chain.append(Digest(of: settings.joined(separator: "\n")))
    for design in keys.components.keys.sorted(by: { $0.hex < $1.hex }) { chain.append(design) }
    return chain.digest
  }
}

extension ExportShare {
  /// ` of 1000 (shard 2/8)`; nothing where all is drawn.
  package var inWords: String { shard.map { " of \($0.record.total) (shard \($0.record.shard))" } ?? "" }

  /// What `body` does with the feed's pictures, which show cards that the store has, or, in a shard, that nobody may have
  /// drawn yet.
  ///
  /// - Returns: Nil also where another shard draws them.
  package func pictures(
    of plan: ExportPlan, _ renderer: CardRenderer, _ check: CardCheck,
    _ body: (FeedPicture, LeadingCards) throws -> [FeedPicture.Outcome]?
  ) throws -> [FeedPicture.Outcome]? {
    guard drawsFeedPictures else { return nil }
    let picture = FeedPicture(renderer: renderer, check: check, feed: feed)
    guard shard == nil, let store = check.store else {
      return try body(picture, LeadingCards(measuring: feed, renderer: renderer, keys: check.keys))
    }
    return try body(picture, LeadingCards(plan.cards, of: feed.facts, in: store))
  }
}

/// The part of an export that one shard draws.
struct ExportShard: Sendable {
  let record: ShardRecord
  /// Of its posts in the whole feed, rising.
  let places: [Int]
  let drawsFeedPictures: Bool
  /// What the whole publishes.
  let frame: PublicationFrame
}

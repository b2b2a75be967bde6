import CardRendering
import Diagnostics
import FeedReading
import FeedSources
import Files
import Projects
import RunSupport

/// The part of a feed that one run draws: all of it, or a shard's share.
package struct ExportScope {
  /// The feed to draw.
  let feed: FeedSource
  /// Nil if everything is drawn.
  package let shard: ExportShard?

  var drawsFeedPictures: Bool { shard?.drawsFeedPictures ?? true }

  package init(of shard: Shard?, _ feed: FeedSource, renderer: CardRenderer, keys: DesignKeys) throws {
    guard let shard else {
      (self.feed, self.shard) = (feed, nil)
      return
    }
    var costs: [Int] = []
    let posts = feed.posts()
    while let post = try posts.next() { costs.append(post.drawingCost) }
    // Feed images are distributed like a card, after the posts; most of their cost is photos.
    costs.append(DrawingCost.points(DrawingCost.photoWeight * Double(renderer.project.feedHeight)))
    let share = shard.share(of: costs)
    let places = share.filter { $0 < costs.count - 1 }
    let frame = PublicationFrame(renderer: renderer, facts: feed.facts, tool: keys.tool)
    let plan = try Self.plan(of: feed, costs, renderer.project, frame, keys)
    self.feed = feed.share(places)
    self.shard = ExportShard(
      record: ShardRecord(shard: shard, plan: plan.hex, total: costs.count - 1), places: places,
      drawsFeedPictures: share.count > places.count,
      frame: try frame.withPages(renderer.design.siteTemplates),
      direct: feed.facts.directCount, followersOnly: feed.facts.followersOnlyCount,
      unpublished: feed.facts.unpublishedCount, notShown: feed.facts.notShownContent)
  }

  /// Returns the digest of everything that the shards of a run share: the feed's files, their distribution, design,
  /// fonts, options, tool. Photos aren't included: differences between machines are only found when drawing.
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

extension ExportScope {
  /// ` of 1000 (shard 2/8)`; empty if everything is drawn.
  package var inWords: String { shard.map { " of \($0.record.total) (shard \($0.record.shard))" } ?? "" }

  /// Returns the result of `body` for the feed's images, whose cards are in the store or, in a shard, possibly not
  /// drawn yet.
  ///
  /// - Returns: Nil if another shard draws them.
  package func pictures(
    of plan: ExportPlan, _ renderer: CardRenderer, _ check: CardCheck,
    _ body: (FeedImage, FirstCards) throws -> [FeedImage.Outcome]?
  ) throws -> [FeedImage.Outcome]? {
    guard drawsFeedPictures else { return nil }
    let picture = FeedImage(renderer: renderer, check: check, feed: feed)
    guard shard == nil, let store = check.store else {
      return try body(picture, FirstCards(measuring: feed, renderer: renderer, keys: check.keys))
    }
    return try body(picture, FirstCards(plan.cards, of: feed.facts, in: store))
  }
}

/// The part of an export that one shard draws.
package struct ExportShard: Sendable {
  package let record: ShardRecord
  /// The positions of its posts in the whole feed, ascending.
  let places: [Int]
  let drawsFeedPictures: Bool
  /// The frame of the whole publication.
  let frame: PublicationFrame
  /// The number of the whole feed's posts for the people they name, and for followers or friends; nil for none.
  let direct: Int?
  let followersOnly: Int?
  /// The number of the whole feed's posts that their service has not published; nil for none.
  let unpublished: Int?
  /// The content of the feed's sources that no card shows; nil for none.
  let notShown: NotShownContent?
}

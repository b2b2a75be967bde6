import CardRendering
import Cards
import Diagnostics
import FeedSources
import Files
import Foundation
import OutputTransactions
import RunSupport

/// Runs `feedproof export --dry-run`: reports what an export would do and why, without writing anything.
package struct ExportForecast: Sendable {
  /// The effect on one post.
  package struct Line: Encodable, Sendable {
    package enum Action: String, Encodable, Sendable { case draw, keep, remove, stay }

    package var event: Action
    package var id: String
    /// The reasons in lower case.
    package var reasons: [String]
  }

  /// The totals.
  package struct Totals: Encodable, Sendable {
    package var event = "plan"
    package var draw = 0
    package var keep = 0
    package var remove = 0
    /// The number of removed posts that stay in the output.
    package var stay = 0
    /// Whether the output holds another feed, which only `--replace-feed` replaces.
    package var asksToReplace = false
    package var feedPicturesAreDrawn = false
    /// Whether the output would change.
    package var writes = false
  }

  package let run: ExportRun
  /// An opened feed; nil to open the project's feed.
  private let source: ExportSource?

  package init(_ run: ExportRun, of source: ExportSource? = nil) {
    (self.run, self.source) = (run, source)
  }

  /// - Parameter tell: Receives the posts in feed order, then removed posts.
  package func tell(_ tell: (Line) -> Void) async throws -> Totals {
    try OutputCheck.checkPlace(of: run.project)
    // Held to the end, so that the folder doesn't change meanwhile.
    let lock = try OutputLock.look(at: run.output.url)
    let folder = lock?.folder ?? run.output.url.path
    let files = source?.files ?? FeedFiles.find(of: run.project)
    let feed = try source?.feed ?? FoundFeed.only(FoundFeed.all(in: files, report: run.progress.report)).source
    let renderer = try CardRenderer(
      project: run.project, files: files, facts: feed.facts, environment: run.environment)
    renderer.design.diagnostics.forEach(run.progress.report)
    let file = URL(fileURLWithPath: "\(folder)/\(StateFolder.store)")
    let store = ExportStore.openForReading(file, report: run.progress.report)
    let state: StoredState
    do {
      state = try await self.state(feed, renderer, store, folder)
    } catch let fault as StoreIssue.Fault {
      // Some damage is only detected on reading: the export would start with a new store.
      run.progress.report(Diagnostic(StoreIssue.damaged(fault), at: Place(file: file.path)))
      state = try await self.state(feed, renderer, nil, folder)
    }
    let totals = try self.tell(of: state, tell)
    withExtendedLifetime(lock) {}
    return totals
  }

  /// The state of the store, read before anything is reported.
  private struct StoredState {
    var share: ExportScope
    var plan: ExportPlan
    /// The removed posts, and those of them that stay.
    var departed: RemovedPosts?
    var stay: [RemovedPosts.Card] = []
    var asksToReplace = false
    var feedPicturesAreDrawn: Bool
    var writes: Bool
  }

  private func state(
    _ feed: FeedSource, _ renderer: CardRenderer, _ store: ExportStore?, _ folder: String
  ) async throws -> StoredState {
    let keys = try DesignKeys(renderer, build: run.environment.build)
    let check = try CardCheck(renderer: renderer, keys: keys, store: store, folder: folder, isForced: run.isForced)
    let share = try ExportScope(of: run.shard, feed, renderer: renderer, keys: keys)
    let plan = try await ExportPlan(share.feed.posts(), check: check, jobs: run.jobs, writes: false, explains: true)
    var state = StoredState(share: share, plan: plan, feedPicturesAreDrawn: share.drawsFeedPictures, writes: true)
    guard let store else { return state }
    let departed = try RemovedPosts(of: feed, kept: plan.cards, store, folder)
    state.departed = departed
    state.asksToReplace =
      try run.departing != .replace && departed.replacement(by: feed, of: run.project, store) != nil
    // For another feed, nothing stays: the export doesn't start.
    if !state.asksToReplace { state.stay = try run.retained(departed, of: feed, store, folder) }
    guard plan.stale.isEmpty else { return state }
    let pictures =
      share.drawsFeedPictures
      ? try share.pictures(of: plan, renderer, check) { try $0.kept(showing: $1, in: store) } : []
    let retained = try KeptRemovedCards(state.stay, among: plan.cards, in: store)
    let key = try Publication(
      frame: PublicationFrame(renderer: renderer, facts: feed.facts, tool: keys.tool), folder: folder,
      cards: retained.cards,
      retained: retained.ids, pictures: pictures ?? [], shard: share.shard, origin: PublishedFeed(of: run.project)
    ).key(store)
    state.feedPicturesAreDrawn = pictures == nil
    state.writes = pictures == nil || plan.hasStaged || (try? FileTree(folder)).flatMap { Ledger(of: $0).key } != key
    return state
  }

  private func tell(of state: StoredState, _ tell: (Line) -> Void) throws -> Totals {
    var totals = Totals()
    var reasons = state.plan.reasons[...]
    let posts = state.share.feed.posts()
    for card in state.plan.cards {
      guard let post = try posts.next() else { break }
      let why = card == 0 ? (reasons.popFirst() ?? []).map(\.words) : []
      tell(Line(event: card == 0 ? .draw : .keep, id: post.id, reasons: why))
    }
    (totals.draw, totals.keep) = (state.plan.stale.count, state.plan.count - state.plan.stale.count)
    let stay = Set(state.stay.map(\.id))
    for card in state.departed?.cards ?? [] {
      let stays = stay.contains(card.id)
      tell(
        Line(
          event: stays ? .stay : .remove, id: card.name,
          reasons: [stays ? "it was removed from the feed and is kept" : "it was removed from the feed"]))
    }
    totals.stay = stay.count
    totals.remove = (state.departed?.cards.count ?? 0) - stay.count
    totals.asksToReplace = state.asksToReplace
    (totals.feedPicturesAreDrawn, totals.writes) = (state.feedPicturesAreDrawn, state.writes)
    return totals
  }
}

extension StaleReason {
  package var words: String {
    switch self {
    case .new: "it is new"
    case .forced: "--force was given"
    case .post: "the post has changed"
    case .photo: "a photo has changed"
    case .picture: "an image in the output is missing or has changed"
    case .design(.templates): "templates have changed"
    case .design(.tokens): "design tokens have changed"
    case .design(.fonts): "the font lock has changed"
    case .design(.options): "options have changed"
    case .design(.tool): "Feedproof has a different version or build"
    }
  }
}

extension ExportForecast.Line: CustomStringConvertible {
  /// `draw wall1_2: the post has changed`; empty for posts that stay, which only the totals count.
  package var description: String {
    switch event {
    case .draw: "draw    \(id): \(reasons.joined(separator: "; "))"
    case .stay: "stay    \(id): \(reasons.joined(separator: "; "))"
    case .remove: "remove  \(id): \(reasons.joined(separator: "; "))"
    case .keep: ""
    }
  }
}

extension ExportForecast.Totals: CustomStringConvertible {
  package var description: String {
    guard writes else { return "nothing to do: \(keep) cards are unchanged" }
    let feed = feedPicturesAreDrawn ? "; the feed images are drawn again" : ""
    let stay = stay > 0 ? ", \(stay) removed posts to keep" : ""
    let other = asksToReplace ? "; the output contains another feed: pass --replace-feed" : ""
    return "\(draw) to draw, \(keep) to keep, \(remove) to remove\(stay)\(feed)\(other); nothing was written"
  }
}

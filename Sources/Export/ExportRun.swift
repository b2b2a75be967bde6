import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport

/// Runs `feedproof export`, from the feed's files to the published folder, in processing order. Valid results of
/// earlier runs are reused.
package struct ExportRun: Sendable {
  let project: Project
  let environment: Environment
  package let output: OutputFolder
  let jobs: Int
  /// Whether to draw every card again.
  let isForced: Bool
  /// Nil to draw the whole feed.
  package let shard: Shard?
  /// The treatment of unmanaged files at paths that are written.
  let foreign: UnmanagedFilePolicy
  /// The treatment of removed posts.
  let departing: RemovedPostPolicy
  let progress: RunProgress
  let interruption: Interruption
  /// Returns nanoseconds since 1970, as in file systems.
  private let now: @Sendable () -> Int64

  package init(
    project: Project, output: OutputFolder, isForced: Bool = false, shard: Shard? = nil,
    foreign: UnmanagedFilePolicy = .refuse, departing: RemovedPostPolicy = .leave, context: RunContext,
    now: @escaping @Sendable () -> Int64 = { FileStamp.now }
  ) {
    self.now = now
    self.project = project
    self.output = output
    self.isForced = isForced
    self.shard = shard
    self.foreign = foreign
    self.departing = departing
    (environment, jobs) = (context.environment, context.jobs)
    (progress, interruption) = (context.progress, context.interruption)
  }

  /// - Parameters:
  ///   - source: An opened feed; nil to open the project's feed.
  ///   - list: The start page that lists it with others; nil if there is none.
  /// - Throws: `AmbiguousFeedError` if there is more than one feed or chat; `RunFailure` if nothing can be read, fonts or
  ///   templates are invalid, the output can't be written or another process uses it, or the run was interrupted.
  package func run(
    from source: ExportSource? = nil, listedIn list: StartLink? = nil
  ) async throws -> RunSummary {
    try OutputCheck.checkPlace(of: project)
    let lock = try OutputLock.take(output.url)
    do {
      try lock.recover(report: progress.report)
      return try await run(lock, source, list)
    } catch {
      lock.removeTraces()
      throw error
    }
  }

  private func run(
    _ lock: OutputLock, _ source: ExportSource?, _ list: StartLink?
  ) async throws -> RunSummary {
    let started = environment.uptime()
    // Diagnostics of earlier feeds belong to those.
    let before = list == nil ? nil : progress.reported
    let place = try OutputCheck(lock.folder, project: project)
    try place.otherFiles(isShard: shard != nil).check(foreign, in: lock.folder)
    progress.begin(step: 1, of: 4, "reading the feed")
    let files = source?.files ?? FeedFiles.find(of: project)
    let file = URL(fileURLWithPath: "\(lock.folder)/\(StateFolder.store)")
    var known: ExportStore?
    var inputs: ExportInputs?
    // A shard needs the feed, and an opened feed is already known.
    if source == nil, list == nil, shard == nil {
      progress.keepReported()
      let looked = try ExportInputs(files, project, environment, in: lock.folder, now: now())
      if !isForced, departing == .leave, FileSystem.exists(file) {
        let store = try ExportStore.open(file, report: progress.report)
        if let last = try? looked.last(in: store, place.ledger, lock.folder, now: now()) {
          return try finish(as: last, store, lock, since: started)
        }
        known = store
      }
      inputs = looked
    }
    let feed = try source?.feed ?? FoundFeed.only(FoundFeed.all(in: files, report: progress.report)).source

    progress.begin(step: 2, of: 4, "loading templates, tokens and fonts")
    let renderer = try source?.renderer ?? loadRenderer(of: feed, files)

    let store = try known ?? ExportStore.open(file, report: progress.report)
    var summary: RunSummary
    do {
      summary = try await export(feed, renderer, source?.made, store, lock, place, list, inputs)
    } catch is StoreIssue.Fault {
      // Some damage is only detected on reading. Only time is lost.
      progress.report(try store.setAside())
      let again = try ExportStore.open(file, report: progress.report)
      summary = try await export(feed, renderer, source?.made, again, lock, place, list, inputs)
    }
    summary.seconds = environment.uptime() - started
    summary.errors -= before?.errors ?? 0
    summary.warnings -= before?.warnings ?? 0
    progress.finish(summary)
    return summary
  }

  /// Finishes without changes, repeating the diagnostics of the last export.
  private func finish(
    as last: LastExport, _ store: ExportStore, _ lock: OutputLock, since started: Double
  ) throws -> RunSummary {
    last.diagnostics.forEach(progress.report)
    progress.begin(step: 4, of: 4, "everything is unchanged")
    // Images of an interrupted run that the feed no longer needs.
    try FileTree(lock.folder).removeAll(StateFolder.staged)
    try store.close()
    let summary = RunSummary(
      posts: last.messages == nil ? last.cards : 0, drawn: 0, kept: last.cards, removed: 0, pictures: last.pictures,
      errors: progress.reported.errors, warnings: progress.reported.warnings,
      seconds: environment.uptime() - started, output: output.url.appendingPathComponent("index.html").path,
      keptRemoved: last.keptRemoved, messages: last.messages, direct: last.direct,
      followersOnly: last.followersOnly, unpublished: last.unpublished, notShown: last.notShown,
      notRead: progress.reported.notRead)
    progress.finish(summary)
    return summary
  }

  private func loadRenderer(of feed: FeedSource, _ files: FeedFiles) throws -> CardRenderer {
    let renderer = try CardRenderer(
      project: project, files: files, facts: feed.facts, environment: environment)
    renderer.design.diagnostics.forEach(progress.report)
    return renderer
  }

  private func export(
    _ feed: FeedSource, _ renderer: CardRenderer, _ made: CardCache?, _ store: ExportStore, _ lock: OutputLock,
    _ place: OutputCheck, _ list: StartLink?, _ inputs: ExportInputs?
  ) async throws -> RunSummary {
    let keys = try DesignKeys(renderer, build: environment.build)
    let check = try CardCheck(
      renderer: renderer, keys: keys, store: store, folder: lock.folder, isForced: isForced, made: made)
    let share = try ExportScope(of: shard, feed, renderer: renderer, keys: keys)
    var plan = try await ExportPlan(share.feed.posts(), check: check, jobs: jobs, writes: true, place: place)
    try plan.inTheWay.check(foreign, in: lock.folder)
    let departed = try departed(from: feed, kept: plan.cards, store, lock.folder)
    let leftBehind = try retained(departed, of: feed, store, lock.folder)
    plan.diagnostics.forEach(progress.report)

    let kept = plan.count - plan.stale.count
    let others = kept > 0 ? "; \(kept) \(kept == 1 ? "is" : "are") unchanged" : ""
    progress.begin(
      step: 3, of: 4, "drawing \(plan.stale.count.counted("card"))\(share.inWords)\(others)", total: plan.stale.count)
    let frame = PublicationFrame(renderer: renderer, facts: feed.facts, tool: keys.tool, list: list)
    // Pages are prepared concurrently, which takes a good part of a small export's time.
    let needsPages = !plan.stale.isEmpty && share.shard == nil
    async let pages = needsPages ? frame.withPages(renderer.design.siteTemplates) : frame
    let drawn = try await draw(share.feed, &plan, check, store)

    progress.begin(step: 4, of: 4, "drawing the feed and writing the page")
    let pictures =
      try share.pictures(of: plan, renderer, check) { try $0.export(showing: $1, in: store, to: output) } ?? []
    if let different = renderer.fonts.problems.first { throw different }
    renderer.photos.diagnostics.forEach(progress.report)
    pictures.flatMap(\.diagnostics).forEach(progress.reportIfNew)
    let retained = try KeptRemovedCards(leftBehind, among: plan.cards, in: store)
    let cards = retained.cards + pictures.map(\.id)
    let removed = try store.names(besides: Set(cards)).count { !$0.contains("/") }
    var origin = PublishedFeed(of: project)
    origin.removed = retained.names
    let publication = Publication(
      frame: try await pages, templates: renderer.design.siteTemplates, folder: lock.folder, cards: retained.cards,
      retained: retained.ids, pictures: pictures, shard: share.shard, origin: origin, fonts: renderer.fonts)
    // The amount staged by an interrupted run isn't counted.
    let changed = plan.hasStaged ? nil : drawn.cards + removed + pictures.count(where: \.isDrawn)
    // A shard doesn't know how many of its cards are day headers.
    let messages = share.shard == nil ? feed.facts.chat?.messageCount : nil
    var summary = RunSummary(
      posts: messages == nil ? plan.count : 0, drawn: drawn.cards, kept: kept, removed: removed,
      pictures: plan.pictures + drawn.pictures + pictures.count, errors: 0, warnings: 0, seconds: 0,
      output: output.url.appendingPathComponent(share.shard == nil ? "index.html" : "manifest.json").path,
      keptRemoved: retained.ids.count, messages: messages, direct: feed.facts.directCount,
      followersOnly: feed.facts.followersOnlyCount, unpublished: feed.facts.unpublishedCount,
      notShown: feed.facts.notShownContent)
    try OutputPublishing(
      occupied: [environment.workingFolder, project.folder] + project.feeds, ledger: place.ledger, foreign: foreign,
      progress: progress,
      interruption: interruption
    ).publish(publication, store, lock, .init(changed: changed, cards: plan.count)) { key in
      try inputs?.note(summary, as: key, progress, in: store)
    }
    (summary.errors, summary.warnings) = (progress.reported.errors, progress.reported.warnings)
    // The summary of several feeds lists them once.
    if list == nil { summary.notRead = progress.reported.notRead }
    return summary
  }
}

extension ExportRun {
  /// The totals of the drawn cards.
  package struct DrawnTotals {
    var cards = 0
    var pictures = 0
  }

  /// Draws the posts of the plan, one per job at a time, and enters the cards at their positions, in any order of
  /// completion. If the run has to stop, finished cards are kept.
  package func draw(
    _ feed: FeedSource, _ plan: inout ExportPlan, _ check: CardCheck, _ store: ExportStore
  ) async throws -> DrawnTotals {
    let stale = plan.stale
    let (renderer, keys, made) = (check.renderer, check.keys, check.made)
    let export = CardExport(
      check, output: output, interruption: interruption, drawings: try CardDrawings(renderer))
    var drawn = DrawnTotals()
    var batch = CardBatch(store: store, designs: keys.components, uptime: environment.uptime)
    var diagnostics = OrderedDiagnostics()
    do {
      let (first, rest) = (plan.posts, feed.posts())
      var next = 0
      try await WorkerLoop(jobs: jobs).run(taking: .finished) {
        defer { next += 1 }
        if first.indices.contains(next) { return first[next] }
        return stale.indices.contains(next) ? try rest.nextPlaced(at: stale[next]) : nil
      } work: { post in
        if interruption.isRequested { throw RunFailure.interrupted }
        return try export.export(made?.input(post) ?? CardInput(post, renderer: renderer))
      } take: { number, card in
        drawn.cards += 1
        drawn.pictures += card.card.files.count
        try batch.add(card.card, at: stale[number], to: &plan)
        diagnostics.add(card.diagnostics, of: number).forEach(progress.report)
        progress.advance(card.card.text.name)
      }
      try batch.save(to: &plan)
    } catch {
      try? batch.save(to: &plan)
      diagnostics.rest.forEach(progress.report)
      throw error
    }
    return drawn
  }
}

/// Buffers drawn cards for the store: a transaction for each would cost more than the rows.
private struct CardBatch {
  let store: ExportStore
  let designs: [Digest: DesignComponents]
  let uptime: @Sendable () -> Double
  private var cards: [(place: Int, card: NewCard)] = []
  private var saved: Double

  private static let limit = 32
  /// The maximum seconds of work that a kill may lose.
  private static let patience = 0.25

  init(store: ExportStore, designs: [Digest: DesignComponents], uptime: @escaping @Sendable () -> Double) {
    self.store = store
    self.designs = designs
    self.uptime = uptime
    saved = uptime()
  }

  mutating func add(_ card: NewCard, at place: Int, to plan: inout ExportPlan) throws {
    cards.append((place, card))
    if cards.count >= Self.limit || uptime() - saved >= Self.patience { try save(to: &plan) }
  }

  mutating func save(to plan: inout ExportPlan) throws {
    let ids = try store.save(cards.map(\.card), designs: designs)
    for (entry, id) in zip(cards, ids) { plan.cards[entry.place] = id }
    cards.removeAll()
    saved = uptime()
  }
}

extension ExportRun {
  /// Returns the removed posts of the output. Posts of other shards belong to the feed.
  ///
  /// - Parameter kept: The valid cards of the feed; 0 for others.
  /// - Throws: `Diagnostic` if the output holds another feed that must not be replaced.
  func departed(
    from feed: FeedSource, kept: [Int64], _ store: ExportStore, _ folder: String
  ) throws -> RemovedPosts {
    let found = try RemovedPosts(of: feed, kept: kept, store, folder)
    if departing != .replace, let issue = try found.replacement(by: feed, of: project, store) {
      throw Diagnostic(issue, at: Place(file: output.url.path))
    }
    return found
  }

  /// Returns the removed posts to keep, if the folder still has their images.
  ///
  /// - Throws: `Diagnostic` if the output can't keep them.
  func retained(
    _ departed: RemovedPosts, of feed: FeedSource, _ store: ExportStore, _ folder: String
  ) throws -> [RemovedPosts.Card] {
    let policy = departing == .leave && project.keepsRemoved && feed.facts.chat == nil ? .keep : departing
    guard shard == nil else {
      if departing == .keep { throw Diagnostic(RemovedPostIssue.shard) }
      return []
    }
    return try departed.besides(feed.facts.leftOut.ids).retained(
      policy, for: ImageVariant.screens(of: project), isDrawn: project.page == .drawn,
      isChat: feed.facts.chat != nil, store, FileTree(folder),
      report: progress.report)
  }
}

extension RemovedPosts {
  /// - Parameter kept: The valid cards of the feed; 0 for others.
  init(of feed: FeedSource, kept: [Int64], _ store: ExportStore, _ folder: String) throws {
    try self.init(besides: Set(kept.filter { $0 != 0 }), in: store, folder) { isThere in
      let posts = feed.posts()
      while let post = try posts.next() { isThere(post.id) }
    }
  }

  /// Returns nil for the same feed.
  func replacement(by feed: FeedSource, of project: Project, _ store: ExportStore) throws -> OutputIssue? {
    try replacement(of: PublishedFeed(of: project).feeds, store) {
      var authors: Set<String> = []
      let posts = feed.posts()
      while let post = try posts.next() { authors.insert(post.author.recordedName) }
      return authors
    }
  }
}

import CardDrawing
import Cards
import Diagnostics
import ExportStore
import FeedIngest
import FeedSources
import Files
import Foundation
import OutputFolders
import Projects
import Runs

/// `feedproof export`, from the feed's files to the published folder, in the order in which a post travels. What was drawn
/// in an earlier run and is still good is taken over.
package struct ExportRun: Sendable {
  let project: Project
  let environment: Environment
  package let output: OutputFolder
  let jobs: Int
  /// Draws every card again.
  let isForced: Bool
  /// Nil draws all of the feed.
  let shard: Shard?
  /// What becomes of somebody's own files at paths that are written.
  let foreign: ForeignFilePolicy
  /// What becomes of posts that the output has and the feed has no more.
  let departing: DeparturePolicy
  let progress: RunProgress
  let interruption: Interruption

  package init(
    project: Project, output: OutputFolder, isForced: Bool = false, shard: Shard? = nil,
    foreign: ForeignFilePolicy = .refuse, departing: DeparturePolicy = .leave, context: RunContext
  ) {
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
  ///   - chat: One of several conversations, which has been read; nil reads the project's feed.
  ///   - list: The page that lists it with the others, relative to this one's; nil where there is none.
  /// - Throws: `SeveralChats` where the feed is more than one conversation; `RunFailure` when nothing can be read, fonts or
  ///   templates are not as they must be, the output can't be written or another process works in it, or the run was
  ///   interrupted.
  package func run(
    _ chat: (files: FeedFiles, source: FeedSource)? = nil, listedIn list: String? = nil
  ) async throws -> RunSummary {
    try OutputCheck.checkPlace(of: project)
    let lock = try OutputLock.take(output.url)
    do {
      try lock.recover(report: progress.report)
      return try await run(lock, chat, list)
    } catch {
      lock.removeTraces()
      throw error
    }
  }

  private func run(
    _ lock: OutputLock, _ chat: (files: FeedFiles, source: FeedSource)?, _ list: String?
  ) async throws -> RunSummary {
    let started = environment.uptime()
    let place = try OutputCheck(lock.folder, project: project)
    try place.otherFiles(isShard: shard != nil).check(foreign, in: lock.folder)
    progress.begin(step: 1, of: 4, "reading the feed")
    let files = chat?.files ?? FeedFiles.find(of: project)
    let feed = try chat?.source ?? FeedSource.open(files, report: progress.report)

    progress.begin(step: 2, of: 4, "loading templates, tokens and fonts")
    let renderer = try CardRenderer(
      project: project, files: files, facts: feed.facts, environment: environment)
    renderer.design.diagnostics.forEach(progress.report)

    let file = URL(fileURLWithPath: "\(lock.folder)/\(StateFolder.store)")
    let store = try ExportStore.open(file, report: progress.report)
    var summary: RunSummary
    do {
      summary = try await export(feed, renderer, store, lock, place, list)
    } catch is StoreIssue.Fault {
      // Damage deep inside shows only when it is read. Nothing but time is lost.
      progress.report(try store.setAside())
      let again = try ExportStore.open(file, report: progress.report)
      summary = try await export(feed, renderer, again, lock, place, list)
    }
    summary.seconds = environment.uptime() - started
    progress.finish(summary)
    return summary
  }

  private func export(
    _ feed: FeedSource, _ renderer: CardRenderer, _ store: ExportStore, _ lock: OutputLock, _ place: OutputCheck,
    _ list: String?
  ) async throws -> RunSummary {
    let keys = try DesignKeys(renderer, build: environment.build)
    let check = try CardCheck(renderer: renderer, keys: keys, store: store, folder: lock.folder, isForced: isForced)
    let share = try ExportShare(of: shard, feed, renderer: renderer, keys: keys)
    var plan = try await ExportPlan(share.feed.posts(), check: check, jobs: jobs, writes: true, place: place)
    try plan.inTheWay.check(foreign, in: lock.folder)
    let departed = try departed(from: feed, kept: plan.cards, store, lock.folder)
    let leftBehind = try retained(departed, of: feed, store, lock.folder)
    plan.diagnostics.forEach(progress.report)

    let kept = plan.count - plan.stale.count
    let others = kept > 0 ? "; \(kept) are as they were" : ""
    progress.begin(
      step: 3, of: 4, "drawing \(plan.stale.count) cards\(share.inWords)\(others)", total: plan.stale.count)
    let drawn = try await draw(share.feed, &plan, renderer, keys, store)

    progress.begin(step: 4, of: 4, "drawing the feed and writing the page")
    let facts = feed.facts
    let pictures =
      try share.pictures(of: plan, renderer, check) { try $0.export(showing: $1, in: store, to: output) } ?? []
    if let different = renderer.fonts.problems.first { throw different }
    renderer.photos.diagnostics.forEach(progress.report)
    pictures.flatMap(\.diagnostics).forEach(progress.reportIfNew)
    let retained = try RetainedCards(leftBehind, among: plan.cards, in: store)
    let cards = retained.cards + pictures.map(\.id)
    let removed = try store.names(besides: Set(cards)).count { !$0.contains("/") }
    var origin = PublishedFeed(of: project)
    origin.removed = retained.names
    let publication = Publication(
      frame: PublicationFrame(renderer: renderer, facts: facts, tool: keys.tool, list: list),
      templates: renderer.design.siteTemplates, folder: lock.folder, cards: retained.cards, retained: retained.ids, pictures: pictures, shard: share.shard, origin: origin)
    // How much waits from a run that was interrupted is not counted.
    let changed = plan.hasStaged ? nil : drawn.cards + removed + pictures.count(where: \.isDrawn)
    try OutputPublishing(
      workingFolder: environment.workingFolder, ledger: place.ledger, foreign: foreign, progress: progress,
      interruption: interruption
    ).publish(publication, store, lock, .init(changed: changed, cards: plan.count))

    return RunSummary(
      posts: plan.count, drawn: drawn.cards, kept: kept, removed: removed,
      pictures: plan.pictures + drawn.pictures + pictures.count,
      errors: progress.reported.errors, warnings: progress.reported.warnings, seconds: 0,
      output: output.url.appendingPathComponent(share.shard == nil ? "index.html" : "manifest.json").path,
      keptRemoved: retained.ids.count)
  }
}

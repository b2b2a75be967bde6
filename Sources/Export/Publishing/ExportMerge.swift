import CardRendering
import Diagnostics
import Drawing
import Files
import Foundation
import OutputTransactions
import Raster
import RunSupport

/// Joins the folders of an export's shards into the folder that a single run would have written. It needs neither the
/// feed nor (if the page shows images) fonts, and reads no image that can be hard-linked.
package struct ExportMerge {
  /// The paths as given on the command line.
  let folders: [String]
  /// The treatment of unmanaged files at paths that are written.
  let foreign: UnmanagedFilePolicy
  /// The treatment of posts in the output that the shards lack.
  let departing: RemovedPostPolicy
  let context: RunContext
  private var progress: RunProgress { context.progress }

  package init(
    folders: [String], foreign: UnmanagedFilePolicy = .refuse, departing: RemovedPostPolicy = .leave,
    context: RunContext
  ) {
    (self.folders, self.foreign, self.departing, self.context) = (folders, foreign, departing, context)
  }

  /// Whether the folder was written by a shard.
  package static func isPart(_ folder: URL) -> Bool {
    FileSystem.exists(folder.appendingPathComponent(PartLog.run.text))
  }

  /// - Throws: `RunFailure` with all problems if the shards don't fit together; the output is then unchanged.
  package func run(into output: OutputFolder) throws -> RunSummary {
    let started = context.environment.uptime()
    for folder in folders { try OutputLock.settle(context.environment.url(folder), report: progress.report) }
    let parts = try JoinedParts(
      folders.map { try Part<ShardDescription>(context.environment.url($0), name: $0, isSound: \.isSound) })
    let target = FileSystem.resolved(output.url).path
    if folders.contains(where: { FileSystem.resolved(context.environment.url($0)).path == target }) {
      throw Diagnostic(MergeIssue.outputIsShard, at: Place(file: output.url.path))
    }
    let lock = try OutputLock.take(output.url)
    do {
      try lock.recover(report: progress.report)
      let file = URL(fileURLWithPath: "\(lock.folder)/\(StateFolder.store)")
      let store = try ExportStore.open(file, report: progress.report)
      var summary: RunSummary
      do {
        summary = try join(parts, store, lock, output)
      } catch is StoreIssue.Fault {
        // Some damage is only detected on reading. Only time is lost.
        progress.report(try store.setAside())
        summary = try join(parts, try ExportStore.open(file, report: progress.report), lock, output)
      }
      summary.seconds = context.environment.uptime() - started
      progress.finish(summary)
      return summary
    } catch {
      lock.removeTraces()
      throw error
    }
  }

  private func join(
    _ parts: JoinedParts<ShardDescription>, _ store: ExportStore, _ lock: OutputLock, _ output: OutputFolder
  ) throws -> RunSummary {
    let first = parts.parts[0].whole
    progress.begin(step: 1, of: 2, "joining \(parts.parts.count) shards", total: parts.total)
    let tree = try FileTree(lock.folder)
    let published = try store.names(besides: []).count { !$0.contains("/") }
    let cards = try JoinedCards(parts, into: store, of: tree, report: progress.report) { name in
      if context.interruption.isRequested { throw RunFailure.interrupted }
      progress.advance(name)
    }
    let ids = cards.ids
    var origin = PublishedFeed(feeds: first.feeds ?? [])
    let retained = try retained(beside: ids, cards.names, of: published, origin, first.frame, store, lock)
    origin.removed = retained.names

    progress.begin(step: 2, of: 2, "writing the page")
    let pictures = try cards.feedPictures(of: first.frame)
    let publication = Publication(
      frame: first.frame, folder: lock.folder, cards: retained.cards, retained: retained.ids, pictures: pictures,
      origin: origin, fonts: try fonts(of: first.frame))
    first.frame.manifest.diagnostics.forEach(progress.report)
    pictures.flatMap(\.diagnostics).forEach(progress.reportIfNew)
    let removed = try store.names(besides: Set(publication.cards + pictures.map(\.id)))
      .count { !$0.contains("/") && !cards.names.contains($0) }
    try OutputPublishing(
      occupied: [context.environment.workingFolder] + folders.map(context.environment.url), ledger: Ledger(of: tree),
      foreign: foreign,
      progress: progress,
      interruption: context.interruption
    ).publish(publication, store, lock, .init(changed: nil, cards: ids.count))
    return RunSummary(
      posts: ids.count, drawn: ids.count, kept: 0, removed: removed, pictures: cards.files,
      errors: progress.reported.errors, warnings: progress.reported.warnings, seconds: 0,
      output: output.url.appendingPathComponent("index.html").path, keptRemoved: retained.ids.count,
      direct: first.direct, followersOnly: first.followersOnly, unpublished: first.unpublished,
      notShown: first.notShown)
  }

  /// Returns the fonts for a page that draws its cards, which have the characters of all cards.
  private func fonts(of frame: PublicationFrame) throws -> FontSet? {
    guard frame.site.isDrawn, let lock = frame.fonts else { return nil }
    return try FontSet.load(lock: lock, searching: context.environment.fontFolders.map(\.path))
  }

  /// Returns the joined feed's cards, including removed posts of the output to keep.
  ///
  /// - Throws: `Diagnostic` if the output holds another feed that must not be replaced.
  private func retained(
    beside ids: [Int64], _ names: Set<String>, of published: Int, _ origin: PublishedFeed, _ frame: PublicationFrame,
    _ store: ExportStore, _ lock: OutputLock
  ) throws -> KeptRemovedCards {
    let departed = try RemovedPosts(besides: Set(ids), of: published, in: store, lock.folder) { names.forEach($0) }
    if departing != .replace,
      let issue = try departed.replacement(
        of: origin.feeds, store, authors: { Set(try RemovedPosts.authors(of: ids, store)) })
    {
      throw Diagnostic(issue, at: Place(file: lock.folder))
    }
    let options = frame.manifest.options
    let cards = try departed.retained(
      departing, for: ImageVariant.screens(options.widths, options.scales, options.themes),
      isDrawn: frame.site.isDrawn, isChat: frame.site.chat != nil, store, FileTree(lock.folder), report: progress.report
    )
    return try KeptRemovedCards(cards, among: ids, in: store)
  }
}

import CardDrawing
import Diagnostics
import ExportStore
import Files
import Foundation
import OutputFolders
import Runs

/// Joins the folders that the shards of one export wrote into the folder that one run would have written. Needs neither
/// the feed nor fonts, and reads no picture that can be linked.
package struct ExportMerge {
  /// As the command line names them.
  let folders: [String]
  let environment: Environment
  let progress: RunProgress
  let interruption: Interruption

  package init(folders: [String], environment: Environment, progress: RunProgress, interruption: Interruption) {
    self.folders = folders
    self.environment = environment
    self.progress = progress
    self.interruption = interruption
  }

  /// Whether a shard of an export wrote this folder.
  package static func isPart(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(ShardFiles.run).path)
  }

  /// What one shard left.
  private struct Source {
    var name: String
    var folder: URL
    var run: ShardFiles.Run
  }

  /// - Throws: `RunFailure` with all that keeps the shards from being one run; the output is as it was then.
  package func run(into output: OutputFolder) throws -> RunSummary {
    let started = environment.uptime()
    let sources = try folders.map(source)
    try ShardRecord.checkCompleteness(of: sources.map { ($0.name, $0.run.record) })
    let target = output.url.resolvingSymlinksInPath().path
    if sources.contains(where: { $0.folder.resolvingSymlinksInPath().path == target }) {
      throw failure(.outputIsShard, at: output.url.path)
    }
    let lock = try OutputLock.take(output.url)
    do {
      try JournaledUpdate.replay(in: lock.folder)
      try LeftTree.remove(of: lock)
      let file = URL(fileURLWithPath: "\(lock.folder)/\(OwnFolder.store)")
      let store = try ExportStore.open(file, report: progress.report)
      var summary: RunSummary
      do {
        summary = try join(sources, store, lock, output)
      } catch is StoreIssue.Fault {
        // Damage deep inside shows only when it is read. Nothing but time is lost.
        progress.report(try store.setAside())
        summary = try join(sources, try ExportStore.open(file, report: progress.report), lock, output)
      }
      summary.seconds = environment.uptime() - started
      progress.finish(summary)
      return summary
    } catch {
      lock.removeTraces()
      throw error
    }
  }

  private func source(_ name: String) throws -> Source {
    let folder = environment.url(name)
    guard let data = try? Data(contentsOf: folder.appendingPathComponent(ShardFiles.run)) else {
      throw failure(.noShard, at: name)
    }
    guard let run = try? JSONDecoder().decode(ShardFiles.Run.self, from: data),
      run.schema == ShardFiles.Run.schemaVersion, run.posts >= 0, run.record.total >= 0
    else { throw failure(.unreadableList(ShardFiles.run), at: name) }
    return Source(name: name, folder: folder, run: run)
  }

  private func join(
    _ sources: [Source], _ store: ExportStore, _ lock: OutputLock, _ output: OutputFolder
  ) throws -> RunSummary {
    guard let first = sources.first?.run else { throw Diagnostic(MergeIssue.nothingToJoin) }
    progress.begin(step: 1, of: 2, "joining \(sources.count) shards", total: first.record.total)
    var cards = JoinedCards(total: first.record.total)
    for source in sources {
      let shelf = ShardShelf(
        folder: source.folder, name: source.name, run: source.run, store: store,
        staged: "\(lock.folder)/\(OwnFolder.staged)")
      try shelf.take { card, id in
        if interruption.isRequested { throw RunFailure.interrupted }
        try cards.add(card, id, from: source.name)
        if card.place != nil { progress.advance(card.name) }
      }
    }
    try cards.check()

    progress.begin(step: 2, of: 2, "writing the page")
    let pictures = try cards.feedPictures(of: first.frame)
    let publication = Publication(frame: first.frame, folder: lock.folder, cards: cards.ids, pictures: pictures)
    let all = first.frame.manifest.diagnostics + pictures.flatMap(\.diagnostics).uniqued()
    all.forEach(progress.report)
    let removed = try store.names(besides: Set(publication.cards + pictures.map(\.id)))
      .count { !$0.contains("/") && !cards.names.contains($0) }
    try OutputPublishing(workingFolder: environment.workingFolder, progress: progress, interruption: interruption)
      .publish(publication, store, lock, unlessSame: false)
    return RunSummary(
      posts: cards.ids.count, drawn: cards.ids.count, kept: 0, removed: removed, pictures: cards.files,
      errors: cards.errors + all.count { $0.severity == .error },
      warnings: cards.warnings + all.count { $0.severity == .warning }, seconds: 0,
      output: output.url.appendingPathComponent("index.html").path)
  }

  private func failure(_ issue: MergeIssue, at name: String) -> Diagnostic {
    Diagnostic(issue, at: Place(file: name))
  }
}

/// Cards of several shards on their way to becoming one feed: ids in the store, never the cards.
private struct JoinedCards {
  private(set) var ids: [Int64]
  private(set) var names: Set<String> = []
  private var feed: [String: FeedPicture.Outcome] = [:]
  private(set) var files = 0
  private(set) var errors = 0
  private(set) var warnings = 0

  init(total: Int) {
    ids = Array(repeating: 0, count: total)
  }

  mutating func add(_ card: ShardFiles.Card, _ id: Int64, from folder: String) throws {
    files += card.files.count
    let told = StoredDiagnostics.read(card.diagnostics)
    guard names.insert(card.name).inserted else {
      throw Diagnostic(MergeIssue.doubledItem(card.name, folders: [folder]))
    }
    guard let place = card.place else {
      guard let entry = try? JSONDecoder().decode(Manifest.Picture.self, from: Data(card.entry.utf8)) else {
        throw Diagnostic(MergeIssue.unreadableList(ShardFiles.cards), at: Place(file: folder))
      }
      feed[card.name] = FeedPicture.Outcome(id: id, entry: entry, diagnostics: told, isDrawn: true)
      return
    }
    guard ids.indices.contains(place) else {
      throw Diagnostic(MergeIssue.unreadableList(ShardFiles.cards), at: Place(file: folder))
    }
    guard ids[place] == 0 else {
      throw Diagnostic(MergeIssue.doubledItem(card.name, folders: [folder]))
    }
    ids[place] = id
    errors += told.count { $0.severity == .error }
    warnings += told.count { $0.severity == .warning }
  }

  func check() throws {
    let missing = ids.indices.filter { ids[$0] == 0 }
    if missing.isEmpty { return }
    let issue = MergeIssue.missingItems(count: missing.count, first: Array(missing.prefix(20)))
    throw Diagnostic(issue)
  }

  /// In the order in which a run draws them.
  func feedPictures(of frame: PublicationFrame) throws -> [FeedPicture.Outcome] {
    let options = frame.manifest.options
    return try options.themes.flatMap { theme in
      try options.widths.flatMap { width in
        try options.scales.map { scale in
          let place = PictureVariant(screenWidth: width, scale: scale, theme: theme, state: nil)
          let path = FeedPicture.path(at: place)
          guard let picture = feed[path] else {
            throw Diagnostic(MergeIssue.missingFile(path))
          }
          return picture
        }
      }
    }
  }
}

import CardDrawing
import Diagnostics
import Drawing
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
  /// What becomes of somebody's own files at paths that are written.
  let foreign: ForeignFilePolicy
  let progress: RunProgress
  let interruption: Interruption

  package init(
    folders: [String], environment: Environment, foreign: ForeignFilePolicy = .refuse, progress: RunProgress,
    interruption: Interruption
  ) {
    self.folders = folders
    self.environment = environment
    self.foreign = foreign
    self.progress = progress
    self.interruption = interruption
  }

  /// Whether a shard of an export wrote this folder.
  package static func isPart(_ folder: URL) -> Bool {
    FileSystem.exists(folder.appendingPathComponent(ShardFiles.run.text))
  }

  /// - Throws: `RunFailure` with all that keeps the shards from being one run; the output is as it was then.
  package func run(into output: OutputFolder) throws -> RunSummary {
    let started = environment.uptime()
    let shards = try folders.map { try ShardReader(environment.url($0), name: $0) }
    try ShardRecord.checkCompleteness(of: shards.map { ($0.name, $0.run.record) })
    let target = FileSystem.resolved(output.url).path
    if folders.contains(where: { FileSystem.resolved(environment.url($0)).path == target }) {
      throw failure(.outputIsShard, at: output.url.path)
    }
    let lock = try OutputLock.take(output.url)
    do {
      try lock.recover(report: progress.report)
      let file = URL(fileURLWithPath: "\(lock.folder)/\(StateFolder.store)")
      let store = try ExportStore.open(file, report: progress.report)
      var summary: RunSummary
      do {
        summary = try join(shards, store, lock, output)
      } catch is StoreIssue.Fault {
        // Damage deep inside shows only when it is read. Nothing but time is lost.
        progress.report(try store.setAside())
        summary = try join(shards, try ExportStore.open(file, report: progress.report), lock, output)
      }
      summary.seconds = environment.uptime() - started
      progress.finish(summary)
      return summary
    } catch {
      lock.removeTraces()
      throw error
    }
  }

  private func join(
    _ shards: [ShardReader], _ store: ExportStore, _ lock: OutputLock, _ output: OutputFolder
  ) throws -> RunSummary {
    guard let first = shards.first?.run else { throw Diagnostic(MergeIssue.nothingToJoin) }
    progress.begin(step: 1, of: 2, "joining \(shards.count) shards", total: first.record.total)
    let tree = try FileTree(lock.folder)
    var cards = JoinedCards(total: first.record.total)
    for shard in shards {
      try shard.read(into: store, of: tree) { card, id in
        if interruption.isRequested { throw RunFailure.interrupted }
        try cards.add(card, id, from: shard.name).forEach(progress.report)
        if card.place != nil { progress.advance(card.name) }
      }
    }
    let ids = try cards.inOrder()

    progress.begin(step: 2, of: 2, "writing the page")
    let pictures = try cards.feedPictures(of: first.frame)
    let publication = Publication(frame: first.frame, folder: lock.folder, cards: ids, pictures: pictures)
    first.frame.manifest.diagnostics.forEach(progress.report)
    pictures.flatMap(\.diagnostics).forEach(progress.reportIfNew)
    let removed = try store.names(besides: Set(publication.cards + pictures.map(\.id)))
      .count { !$0.contains("/") && !cards.names.contains($0) }
    try OutputPublishing(
      workingFolder: environment.workingFolder, foreign: foreign, progress: progress, interruption: interruption
    ).publish(publication, store, lock, .init(changed: nil, cards: ids.count))
    return RunSummary(
      posts: ids.count, drawn: ids.count, kept: 0, removed: removed, pictures: cards.files,
      errors: progress.reported.errors, warnings: progress.reported.warnings, seconds: 0,
      output: output.url.appendingPathComponent("index.html").path)
  }

  private func failure(_ issue: MergeIssue, at name: String) -> Diagnostic {
    Diagnostic(issue, at: Place(file: name))
  }
}

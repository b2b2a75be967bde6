import Diagnostics
import Digests
import ExportStore
import Files
import Foundation
import OutputFolders
import Runs

/// Makes what waits in an output folder its new state, and tells the store.
struct OutputPublishing {
  /// What an update changes.
  struct Extent {
    /// Cards and pictures that are new or go; nil where that is not known.
    var changed: Int?
    /// Cards that there are.
    var cards: Int

    /// A large folder of which little changes is brought up to date in place: to exchange it, every file that stays is
    /// linked once and unlinked once, which would cost more than all the rest of such a run.
    var isSmallInLarge: Bool {
      guard let changed else { return false }
      return cards >= 1_000 && changed <= cards / 32
    }
  }

  /// Where the run was started, and what it reads: an output that holds one of them is brought up to date in place. It
  /// would be taken from under a shell, or from under whoever fills a feed, and all that lies around it be linked.
  let occupied: [URL]
  /// The output folder's, read under the lock of this run.
  let ledger: Ledger
  /// What becomes of somebody's own files at paths that are written.
  let foreign: ForeignFilePolicy
  let progress: RunProgress
  let interruption: Interruption

  /// In one step where the file system can, and not only little changes.
  ///
  /// - Parameters:
  ///   - extent: Where nothing is new, nothing is written if the rest is the same too.
  ///   - note: Is given the key of what is about to be published.
  func publish(
    _ publication: Publication, _ store: ExportStore, _ lock: OutputLock, _ extent: Extent,
    note: (Digest) throws -> Void = { _ in }
  ) throws {
    let key = try publication.key(store)
    try note(key)
    if extent.changed == 0, isPublished(key, in: lock.folder) {
      // Pictures of an interrupted run that the feed has no use for any more.
      try FileTree(lock.folder).removeAll(StateFolder.staged)
      return try store.close()
    }
    if extent.isSmallInLarge { return try publishInPlace(publication, store, lock, key) }
    do {
      let places = occupied.map { FileSystem.resolved($0).path }
      if places.contains(where: { ResolvedPath.isInside($0, of: lock.folder) }) { throw CannotExchange.inUse }
      try publish(publication, store) {
        try FolderExchange(lock, key: key, foreign: foreign, report: progress.report)
      }
    } catch is CannotExchange {
      try publishInPlace(publication, store, lock, key)
    }
  }

  private func publishInPlace(
    _ publication: Publication, _ store: ExportStore, _ lock: OutputLock, _ key: Digest
  ) throws {
    try publish(publication, store) {
      try JournaledUpdate(lock, key: key, over: ledger, foreign: foreign, report: progress.report)
    }
  }

  /// Whether the folder is what was published under this key.
  private func isPublished(_ key: Digest, in folder: String) -> Bool {
    ledger.key == key && UnchangedInputs.isWhole(ledger, in: folder)
  }

  private func publish(
    _ publication: Publication, _ store: ExportStore, by makeUpdate: () throws -> some OutputUpdate
  ) throws {
    let update = try makeUpdate()
    do {
      try publication.fill(update, from: store)
      if interruption.isRequested { throw RunFailure.interrupted }
      try store.settle()
      try update.commit()
    } catch {
      update.abandon()
      throw error
    }
    try Self.conclude(update, store, Set(publication.cards + publication.pictures.map(\.id)), report: progress.report)
  }

  /// Tells the store what the folder holds now, and takes away what it held before. The new state is the folder's already:
  /// what fails here is told, and made up for by the next run.
  ///
  /// - Throws: `StoreIssue.Fault` where the store turns out to be damaged: it is made anew, and nothing is in the way of
  ///   whoever publishes again.
  static func conclude(
    _ update: some OutputUpdate, _ store: ExportStore, _ cards: Set<Int64>, report: (Diagnostic) -> Void
  ) throws {
    func attempt(_ step: () throws -> Void) -> StoreIssue.Fault? {
      do {
        try step()
      } catch let fault as StoreIssue.Fault {
        return fault
      } catch {
        let failure = RunFailure(stopping: error).diagnostics.first
        report(Diagnostic(OutputIssue.notConcluded(reason: reason(error)), at: failure?.place))
      }
      return nil
    }
    let fault = attempt {
      try store.finishPublishing(cards)
      try store.close()
    }
    _ = attempt { try update.cleanUp() }
    if let fault { throw fault }
  }
}

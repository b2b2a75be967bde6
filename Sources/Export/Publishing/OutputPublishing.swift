import Diagnostics
import Files
import Foundation
import OutputTransactions
import RunSupport

/// Publishes the staged files of an output folder and updates the store.
package struct OutputPublishing {
  /// The size of an update.
  package struct Extent {
    /// The number of added or removed cards and images; nil if unknown.
    var changed: Int?
    /// The total number of cards.
    var cards: Int

    package init(changed: Int? = nil, cards: Int) {
      (self.changed, self.cards) = (changed, cards)
    }

    /// Whether to update a large folder in place: exchanging it would link and unlink every unchanged file, which would
    /// cost more than the rest of the run.
    package var isSmallInLarge: Bool {
      guard let changed else { return false }
      return cards >= 1_000 && changed <= cards / 32
    }
  }

  /// The working directory and the input paths. If the output contains one of them, it is updated in place. An exchange
  /// would replace the folder under a shell or under a process that adds to the feed, and would link everything around
  /// it.
  let occupied: [URL]
  /// The output folder's ledger, read under the lock of this run.
  let ledger: Ledger
  /// The treatment of unmanaged files at paths that are written.
  let foreign: UnmanagedFilePolicy
  let progress: RunProgress
  let interruption: Interruption

  /// Publishes atomically if the file system supports it and there are more than a few changes.
  ///
  /// - Parameters:
  ///   - extent: The size of the update; without any change, nothing is written.
  ///   - note: Receives the key before publishing.
  func publish(
    _ publication: Publication, _ store: ExportStore, _ lock: OutputLock, _ extent: Extent,
    note: (Digest) throws -> Void = { _ in }
  ) throws {
    let key = try publication.key(store)
    try note(key)
    if extent.changed == 0, isPublished(key, in: lock.folder) {
      // Images of an interrupted run that the feed no longer needs.
      try FileTree(lock.folder).removeAll(StateFolder.staged)
      return try store.close()
    }
    if extent.isSmallInLarge { return try publishInPlace(publication, store, lock, key) }
    do {
      let places = occupied.map { FileSystem.resolved($0).path }
      if places.contains(where: { ResolvedPath.isInside($0, of: lock.folder) }) { throw ExchangeUnsupported.inUse }
      try publish(publication, store) {
        try FolderExchange(lock, key: key, foreign: foreign, report: progress.report)
      }
    } catch is ExchangeUnsupported {
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

  /// Whether the folder was published with this key.
  private func isPublished(_ key: Digest, in folder: String) -> Bool {
    ledger.key == key && ExportInputs.isWhole(ledger, in: folder)
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

  /// Updates the store to the new contents of the folder and deletes old files. The folder is already in its new state,
  /// so failures are reported, and the next run repeats them.
  ///
  /// - Throws: `StoreIssue.Fault` if the store is damaged: it is recreated, and publishing can be repeated.
  package static func conclude(
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

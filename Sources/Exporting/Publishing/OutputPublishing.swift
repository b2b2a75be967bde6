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

  /// Where the run was started.
  let workingFolder: URL
  /// The output folder's, read under the lock of this run.
  let ledger: Ledger
  /// What becomes of somebody's own files at paths that are written.
  let foreign: ForeignFilePolicy
  let progress: RunProgress
  let interruption: Interruption

  /// In one step where the file system can, and not only little changes.
  ///
  /// - Parameter extent: Where nothing is new, nothing is written if the rest is the same too.
  func publish(_ publication: Publication, _ store: ExportStore, _ lock: OutputLock, _ extent: Extent) throws {
    let key = try publication.key(store)
    if extent.changed == 0, isPublished(key, in: lock.folder) {
      // Pictures of an interrupted run that the feed has no use for any more.
      try FileTree(lock.folder).removeAll(StateFolder.staged)
      return try store.close()
    }
    if extent.isSmallInLarge { return try publishInPlace(publication, store, lock, key) }
    do {
      if holdsWorkingFolder(lock.folder) { throw CannotExchange.workingFolder }
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

  /// Whether the run was started in the output folder itself: exchanged, the folder would be taken from under the shell.
  private func holdsWorkingFolder(_ folder: String) -> Bool {
    let place = FileSystem.resolved(workingFolder).path
    return place == folder || place.hasPrefix(folder + "/")
  }

  /// Whether the folder is what was published under this key. Cards' own files have been looked at before.
  private func isPublished(_ key: Digest, in folder: String) -> Bool {
    guard let tree = try? FileTree(folder) else { return false }
    guard ledger.key == key else { return false }
    var isWhole = true
    try? ledger.forEachPath { path in
      if !path.isWithin("cards"), tree.stamp(of: path)?.kind != .file { isWhole = false }
    }
    return isWhole
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
    do {
      try store.finishPublishing(Set(publication.cards + publication.pictures.map(\.id)))
      try store.close()
    } catch {
      // The new state is the folder's already, and nothing may be in the way of whoever publishes again: a store that
      // turns out to be damaged here is made anew.
      try? update.cleanUp()
      throw error
    }
    try update.cleanUp()
  }
}

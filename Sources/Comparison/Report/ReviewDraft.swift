import Diagnostics
import Files
import Foundation
import OutputTransactions

/// A review in preparation. Its files wait in `.feedproof/staged` of the review's folder until `publish`. Until then,
/// and after a run that was killed or failed, the earlier review is unchanged. Safe to use from any task.
package final class ReviewDraft: Sendable {
  /// The folder of the draft, for writing and reading.
  package let folder: ReviewFolder
  /// The earlier review.
  let earlier: ReviewFolder
  private let lock: OutputLock
  private let tree: FileTree
  private let old: Ledger
  private let foreign: UnmanagedFilePolicy
  private let workingFolder: URL

  private static let staged = StateFolder.staged

  /// Prepares a draft. Call it while the output folder is locked.
  ///
  /// - Parameters:
  ///   - foreign: The treatment of unmanaged files at paths of the review.
  ///   - report: Receives a diagnostic for files that were set aside.
  /// - Throws: `Diagnostic`, also if unmanaged files are in the way; `FileError`.
  package init(
    of review: ReviewFolder, in environment: Environment, foreign: UnmanagedFilePolicy, report: (Diagnostic) -> Void
  ) throws {
    let path = review.url.path
    if let kind = FileStamp(path, following: false)?.kind, kind != .folder {
      throw FileError(path, kind == .link ? .link : .notAFolder).diagnostic
    }
    (earlier, self.foreign, workingFolder) = (review, foreign, environment.workingFolder)
    folder = ReviewFolder(at: review.url.appendingPathComponent(Self.staged.text), for: review.url)
    lock = try OutputLock.take(review.url)
    do {
      try lock.recover(report: report)
      tree = try FileTree(lock.folder)
      old = Self.ledger(of: tree)
      try Self.removeLeftovers(in: tree)
      // Check files that every review has before rendering anything. The others are checked when they are published.
      var inTheWay = UnmanagedFiles()
      for file in ReviewFolder.files where tree.stamp(of: file) != nil && !old.lists(file) { inTheWay.add(file) }
      try inTheWay.check(foreign, in: path)
    } catch {
      lock.removeTraces()
      throw error
    }
  }

  deinit {
    try? tree.removeAll(Self.staged)
    lock.removeTraces()
  }

  /// Returns the list of files from earlier comparisons: from their ledger or, without one, from their report. A folder
  /// that came through an artifact store, or from an earlier version, has no ledger.
  private static func ledger(of tree: FileTree) -> Ledger {
    guard tree.stamp(of: StateFolder.ledger) == nil else { return Ledger(at: StateFolder.ledger, in: tree) }
    guard let report = try? StoredReport(in: tree) else { return Ledger(listing: []) }
    var paths = Set(ReviewFolder.files)
    do {
      for head in report.cases {
        paths.formUnion(try report.entry(head).files.compactMap { RelativePath($0) }.filter(ReviewFolder.mayWrite))
      }
    } catch {
      // An invalid report names no files.
      return Ledger(listing: [])
    }
    if tree.stamp(of: "site")?.kind == .folder {
      try? tree.walk(from: "site") { path, step in
        if case .file = step, ReviewFolder.mayWrite(path) { paths.insert(path) }
      }
    }
    return Ledger(listing: paths.filter { tree.stamp(of: $0)?.kind == .file }.sorted { $0.text < $1.text })
  }

  /// Removes files of killed runs.
  private static func removeLeftovers(in tree: FileTree) throws {
    try tree.removeAll(staged)
    try PartialFiles.remove(in: tree)
    // Earlier versions wrote them here.
    let spilled: [RelativePath] = [
      ".feedproof/kept", ".feedproof/kept.partial", ".feedproof/cases", ".feedproof/heads",
    ]
    for path in spilled { try tree.remove(path) }
  }

  // MARK: Publishing

  /// Replaces the review by the draft, in one step if the file system can.
  ///
  /// - Parameters:
  ///   - report: Receives a diagnostic for unmanaged files that were set aside.
  /// - Throws: `Diagnostic`, `FileError`; the earlier review is unchanged then.
  package func publish(report: @escaping (Diagnostic) -> Void) throws {
    do {
      if holdsWorkingFolder { throw ExchangeUnsupported.inUse }
      try publish(
        by: FolderExchange(lock, key: .none, over: old, foreign: foreign, report: report), report: report)
    } catch is ExchangeUnsupported {
      try publish(
        by: JournaledUpdate(lock, key: .none, over: old, foreign: foreign, report: report), report: report)
    }
  }

  private func publish(by update: some OutputUpdate, report: (Diagnostic) -> Void) throws {
    do {
      let new = try FileTree(tree.place(of: Self.staged))
      try new.walk(skipping: [StateFolder.name]) { path, step in
        if case .file = step { try update.take(path) }
      }
      try update.commit()
    } catch {
      update.abandon()
      throw error
    }
    // The new review is in place. Later failures are reported, and the next run repeats these steps.
    for step in [forgetAcceptedCauses, moveStore, update.cleanUp] as [() throws -> Void] {
      do {
        try step()
      } catch {
        report(Diagnostic(OutputIssue.notConcluded(reason: reason(error)), at: Place(file: lock.folder)))
      }
    }
  }

  /// Removes accepted causes, because they concern images of the earlier review.
  private func forgetAcceptedCauses() throws {
    let published = try FileTree(lock.folder)
    for folder in [published, tree] { try folder.remove(AcceptedCauses.file) }
  }

  /// Moves the store for the next comparison. It is hidden and optional, so it is not published like other files.
  private func moveStore() throws {
    guard tree.stamp(of: Self.staged / ComparisonStore.file) != nil else { return }
    // After an exchange, the published folder is not the one with the draft.
    let published = try FileTree(lock.folder)
    for folder in [published, tree] { try folder.remove(ComparisonStore.file) }
    _ = try tree.renameIfFree(Self.staged / ComparisonStore.file, in: published, to: ComparisonStore.file)
  }

  /// Whether a shell may be inside the folder. An exchange would replace the folder under it.
  private var holdsWorkingFolder: Bool {
    ResolvedPath.isInside(FileSystem.resolved(workingFolder).path, of: lock.folder)
  }
}

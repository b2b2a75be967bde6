import Diagnostics
import Files
import Foundation
import OutputFolders

/// A review on its way: its files wait in `.feedproof/staged` of the review's folder, where nothing shows of them before
/// `publish`. Until then, and after a run that was killed or failed, the earlier review is there as it was. Safe to use
/// from any task.
package final class ReviewDraft: Sendable {
  /// What is written and read while the review is made.
  let folder: ReviewFolder
  /// The earlier review.
  let earlier: ReviewFolder
  private let lock: OutputLock
  private let tree: FileTree
  private let old: Ledger
  private let foreign: ForeignFilePolicy
  private let workingFolder: URL

  private static let staged = StateFolder.staged

  /// To be made while the output folder is locked.
  ///
  /// - Parameters:
  ///   - foreign: What becomes of somebody's own files at paths that a review has.
  ///   - report: Is told of those that were set aside.
  /// - Throws: `Diagnostic`, also where somebody's own files are in the way; `FileError`.
  package init(
    of review: ReviewFolder, in environment: Environment, foreign: ForeignFilePolicy, report: (Diagnostic) -> Void
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
      // What is known to be written is looked at before anything is drawn; the rest as it is published.
      var inTheWay = ForeignFiles()
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

  /// What earlier comparisons have left: as their ledger lists it, else (a folder that came through an artifact store, or
  /// from a version that wrote none) as their report does.
  private static func ledger(of tree: FileTree) -> Ledger {
    guard tree.stamp(of: StateFolder.ledger) == nil else { return Ledger(at: StateFolder.ledger, in: tree) }
    guard let report = try? StoredReport(in: tree) else { return Ledger(listing: []) }
    var paths = Set(ReviewFolder.files)
    do {
      for head in report.cases {
        paths.formUnion(try report.entry(head).files.compactMap { RelativePath($0) }.filter(ReviewFolder.mayWrite))
      }
    } catch {
      // A report that is no report names nothing.
      return Ledger(listing: [])
    }
    if tree.stamp(of: "site")?.kind == .folder {
      try? tree.walk(from: "site") { path, step in
        if case .file = step, ReviewFolder.mayWrite(path) { paths.insert(path) }
      }
    }
    return Ledger(listing: paths.filter { tree.stamp(of: $0)?.kind == .file }.sorted { $0.text < $1.text })
  }

  /// What runs have left that were killed.
  private static func removeLeftovers(in tree: FileTree) throws {
    try tree.removeAll(staged)
    try PartialFiles.remove(in: tree)
    // Where earlier versions kept them.
    let spilled: [RelativePath] = [".feedproof/kept.partial", ".feedproof/cases", ".feedproof/heads"]
    for path in spilled { try tree.remove(path) }
  }

  // MARK: Publishing

  /// Makes the draft the review, in one step where the file system can.
  ///
  /// - Parameters:
  ///   - report: Is told of somebody's files that were set aside.
  /// - Throws: `Diagnostic`, `FileError`; the earlier review is there as it was.
  func publish(report: @escaping (Diagnostic) -> Void) throws {
    do {
      if holdsWorkingFolder { throw CannotExchange.inUse }
      try publish(
        by: FolderExchange(lock, key: .none, over: old, foreign: foreign, report: report), report: report)
    } catch is CannotExchange {
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
    // The review is this one already: what fails now is told, and made up for by the next run.
    for step in [forgetAcceptedCauses, moveKeptPosts, update.cleanUp] as [() throws -> Void] {
      do {
        try step()
      } catch {
        report(Diagnostic(OutputIssue.notConcluded(reason: reason(error)), at: Place(file: lock.folder)))
      }
    }
  }

  /// Causes were accepted for the images of the earlier review.
  private func forgetAcceptedCauses() throws {
    let published = try FileTree(lock.folder)
    for folder in [published, tree] { try folder.remove(AcceptedCauses.file) }
  }

  /// What the next comparison may keep is no part of what is published: hidden, and a help alone.
  private func moveKeptPosts() throws {
    guard tree.stamp(of: Self.staged / ReviewFolder.kept) != nil else { return }
    // After an exchange another folder than the one with the draft.
    let published = try FileTree(lock.folder)
    for folder in [published, tree] { try folder.remove(ReviewFolder.kept) }
    _ = try tree.renameIfFree(Self.staged / ReviewFolder.kept, in: published, to: ReviewFolder.kept)
  }

  /// Exchanged, the folder would be taken from under the shell.
  private var holdsWorkingFolder: Bool {
    ResolvedPath.isInside(FileSystem.resolved(workingFolder).path, of: lock.folder)
  }
}

import Diagnostics
import Files
import Foundation
import OutputTransactions

/// The folder that an approval changes.
package enum ApprovalTarget: Sendable {
  /// A project's baselines.
  case baselines(URL)
  /// The older of two image folders. Approved images replace the old ones; nothing else is written.
  case pictures(URL)

  package var folder: URL {
    switch self {
    case .baselines(let folder), .pictures(let folder): folder
    }
  }

  /// Undoes an interrupted approval.
  ///
  /// - Parameter report: Receives what was done, and which files were skipped.
  /// - Throws: `Diagnostic` if the folder's journal is refused; `FileError`.
  package func recover(report: (Diagnostic) -> Void) throws {
    try FolderTransaction.recover(folder.path, report: report)
  }

  /// Returns the bytes that reveal whether a case has changed since its approval; nil if nothing is approved yet.
  func state(of id: String) throws -> Data? {
    switch self {
    case .baselines(let folder): return try BaselineStore(folder).description(of: id)
    case .pictures(let folder):
      guard let path = RelativePath(id) else { return nil }
      do throws(FileError) {
        return try FileTree(folder.path).data(path)
      } catch {
        if error.isMissing { return nil }
        throw error.unreadable(as: id)
      }
    }
  }
}

/// Replaces old images with the compared ones.
package struct ImageApproval {
  let review: ReviewFolder
  let folder: URL

  package init(review: ReviewFolder, folder: URL) {
    (self.review, self.folder) = (review, folder)
  }

  /// Approves cases in one step.
  ///
  /// - Parameters:
  ///   - pruned: Cases whose older images are removed.
  ///   - forEach: Passes the approved cases one after the other.
  /// - Throws: `RunFailure` if an image is not the compared one or can't be written; nothing is written then.
  package func approve(
    pruning pruned: [CaseResult] = [], _ forEach: ((CaseResult) throws -> Void) throws -> Void
  ) throws {
    guard FileSystem.isFolder(folder) else { throw FileError(folder.path, .notAFolder).diagnostic }
    let transaction = try FolderTransaction(folder.path)
    try forEach { entry in
      guard let picture = review.data(at: entry.actual?.path), Digest(of: picture).hex == entry.actual?.sha256 else {
        throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id))
      }
      guard let path = RelativePath(entry.id) else { throw Diagnostic(CompareIssue.unsafeCase(entry.id)) }
      try transaction.put(picture, at: path)
    }
    for entry in pruned {
      guard let path = RelativePath(entry.id) else { throw Diagnostic(CompareIssue.unsafeCase(entry.id)) }
      let state = try ApprovalTarget.pictures(folder).state(of: entry.id)
      // Someone may have removed or replaced the image since the comparison.
      guard let state else { continue }
      guard Digest(of: state).hex == entry.expected?.sha256 else {
        throw Diagnostic(CompareIssue.baselineChanged(entry.id))
      }
      try transaction.drop(path)
    }
    try transaction.commit()
  }
}

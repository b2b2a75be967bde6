import Diagnostics
import Digests
import Files
import Foundation
import OutputFolders

/// What approving writes into.
package enum ApprovalTarget: Sendable {
  /// A project's baselines.
  case baselines(URL)
  /// The older of two folders of pictures: a picture takes the place of its old one, and nothing else is written.
  case pictures(URL)

  package var folder: URL {
    switch self {
    case .baselines(let folder), .pictures(let folder): folder
    }
  }

  /// Undoes an approval that was interrupted.
  ///
  /// - Parameter report: Receives what was done, and which files were left alone.
  /// - Throws: `Diagnostic` if the folder's journal is refused; `FileError`.
  package func recover(report: (Diagnostic) -> Void) throws {
    try FolderTransaction.recover(folder.path, report: report)
  }

  /// What of a case tells whether it is as it was approved; nil where there is nothing yet.
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

/// Copies what was compared over the pictures before.
package struct PictureApproval {
  let review: ReviewFolder
  let folder: URL

  package init(review: ReviewFolder, folder: URL) {
    (self.review, self.folder) = (review, folder)
  }

  /// - Parameter forEach: Gives the cases that are approved, one after the other.
  /// - Throws: `RunFailure` when a picture is not the one that was compared, or can't be written; then none is.
  package func approve(_ forEach: ((CompareReport.Case) throws -> Void) throws -> Void) throws {
    guard FileSystem.isFolder(folder) else { throw FileError(folder.path, .notAFolder).diagnostic }
    let transaction = try FolderTransaction(folder.path)
    try forEach { entry in
      guard let picture = review.data(at: entry.actual?.path), Digest(of: picture).hex == entry.actual?.sha256 else {
        throw Diagnostic(CompareIssue.drawnPictureChanged(entry.id))
      }
      guard let path = RelativePath(entry.id) else { throw Diagnostic(CompareIssue.unsafeCase(entry.id)) }
      try transaction.put(picture, at: path)
    }
    try transaction.commit()
  }
}

import Diagnostics
import Files
import Foundation

/// A new state of an output folder in preparation. The folder doesn't change before `commit`.
package protocol OutputUpdate: AnyObject {
  /// Keeps a file unchanged.
  func keep(_ path: RelativePath) throws
  /// Takes an image that was rendered since the last publication.
  func take(_ path: RelativePath) throws
  /// Writes a file.
  func write(_ path: RelativePath, _ body: (FileSink) throws -> Void) throws
  /// Writes a file from a text that easily fits in memory. May keep a file that already has this text.
  func write(_ path: RelativePath, _ text: String) throws
  /// Publishes the new state. The store's single file must be complete by then.
  ///
  /// - Throws: `Diagnostic` (`OutputIssue.notOurs`) if unmanaged files have paths of the new state.
  func commit() throws
  /// Removes the old state. Called after `commit`, when the store has recorded the new state.
  func cleanUp() throws
  /// Removes everything that was prepared. Called instead of `commit`.
  func abandon()
}

extension OutputUpdate {
  package func write(_ path: RelativePath, _ text: String) throws {
    try write(path) { try $0.write(text) }
  }
}

/// The file system can't exchange folders or link files here. The folder must be updated in place.
package struct ExchangeUnsupported: Error {
  package let code: Int32

  /// The folder is in use, or the previous tree can't be removed. An exchange would pull the folder away from a shell
  /// whose working directory it is, or from a feed in it.
  package static let inUse = ExchangeUnsupported(code: EBUSY)

  private init(code: Int32) {
    self.code = code
  }

  /// nil if an update in place would fail with the same error.
  package init?(_ code: Int32) {
    // ENAMETOOLONG: the name of the staging folder is longer than that of the output folder.
    let codes = [EXDEV, EPERM, EACCES, EMLINK, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EBUSY, EROFS, ENAMETOOLONG]
    guard codes.contains(code) else { return nil }
    self.code = code
  }

  /// Runs `body`. Converts errors that an update in place could avoid to `ExchangeUnsupported`.
  static func attempt<Result>(_ body: () throws(FileError) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw error.code.flatMap(ExchangeUnsupported.init) ?? error
    }
  }
}

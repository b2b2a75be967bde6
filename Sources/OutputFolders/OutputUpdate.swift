import Diagnostics
import Files
import Foundation

/// A new state of an output folder on its way. Nothing shows in the folder before `commit`.
package protocol OutputUpdate: AnyObject {
  /// A file that stays as it is.
  func keep(_ path: RelativePath) throws
  /// A picture that was drawn since the last publication.
  func take(_ path: RelativePath) throws
  /// A file that is written now.
  func write(_ path: RelativePath, _ body: (FileSink) throws -> Void) throws
  /// A file of a text that is small beside memory; one that says so already may stay.
  func write(_ path: RelativePath, _ text: String) throws
  /// Makes the new state the folder's. All that the store knows must be in its one file.
  ///
  /// - Throws: `Diagnostic` (`OutputIssue.notOurs`) where somebody's own files stand at paths of the new state.
  func commit() throws
  /// After `commit`, and once the store knows of it: takes away what is left of the old state.
  func cleanUp() throws
  /// Instead of `commit`: takes away what was prepared.
  func abandon()
}

extension OutputUpdate {
  package func write(_ path: RelativePath, _ text: String) throws {
    try write(path) { try $0.write(text) }
  }
}

/// The file system can't exchange folders or link files here; the folder has to be brought up to date in place.
package struct CannotExchange: Error {
  package let code: Int32

  /// Somebody has a place in the folder, a shell or a feed, and exchanged it would be taken from under them; or the tree
  /// that was the output before does not go.
  package static let inUse = CannotExchange(code: EBUSY)

  private init(code: Int32) {
    self.code = code
  }

  /// Nil for an error that would meet any way of writing.
  package init?(_ code: Int32) {
    // ENAMETOOLONG: the folder's name has no room for what is added to it beside it.
    let codes = [EXDEV, EPERM, EACCES, EMLINK, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EBUSY, EROFS, ENAMETOOLONG]
    guard codes.contains(code) else { return nil }
    self.code = code
  }

  /// Runs `body`, and tells apart what another way of writing could do.
  static func attempt<Result>(_ body: () throws(FileError) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw error.code.flatMap(CannotExchange.init) ?? error
    }
  }
}

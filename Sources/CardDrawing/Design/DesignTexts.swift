import Diagnostics
import Files
import Foundation
import Synchronization

/// The texts of a design, each read once: what two themes or two cards share is the same for both, whatever happens to its
/// file meanwhile.
final class DesignTexts: Sendable {
  private let known = Mutex<[URL: Result<String, FileError>]>([:])

  /// - Parameter name: How the file is called in diagnostics; nil for its path.
  /// - Throws: `Diagnostic` naming the file.
  func text(of file: URL, called name: String? = nil) throws(Diagnostic) -> String {
    let result = known.withLock { known in
      if let result = known[file] { return result }
      let result = Result { () throws(FileError) in try RegularFile(file).text() }
      known[file] = result
      return result
    }
    do throws(FileError) {
      return try result.get()
    } catch {
      throw error.isMissing ? Diagnostic(DesignIssue.missing(path: name ?? file.path)) : error.unreadable(as: name)
    }
  }
}

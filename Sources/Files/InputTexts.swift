import Foundation
import Synchronization

/// Texts that people give a run, each read once: who asks again gets what the first one got, whatever happens to the file
/// meanwhile.
package final class InputTexts: Sendable {
  /// By path.
  private let known = Mutex<[String: Result<String, FileError>]>([:])

  package init() {}

  /// - Throws: `FileError`, as `RegularFile.text`.
  package func text(of file: URL) throws(FileError) -> String {
    let result = known.withLock { known in
      if let result = known[file.path] { return result }
      let result = Result { () throws(FileError) in try RegularFile(file).text() }
      known[file.path] = result
      return result
    }
    return try result.get()
  }
}

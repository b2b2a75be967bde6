import Foundation
import Synchronization

/// The input texts of a run. Each is read only once, so that all callers get the same text even if the file changes.
package final class InputTextCache: Sendable {
  /// Texts by path.
  private let known = Mutex<[String: Result<String, FileError>]>([:])

  package init() {}

  /// Returns the text of a file.
  ///
  /// - Throws: The errors of `RegularFile.text`, also on later calls.
  package func text(of file: URL) throws(FileError) -> String {
    let result = known.withLock { known in
      if let result = known[file.path] { return result }
      let result = Result { () throws(FileError) in try RegularFile(file).text() }
      known[file.path] = result
      return result
    }
    return try result.get()
  }

  /// A copy in which the same files are read again.
  package var renewed: InputTextCache {
    let texts = InputTextCache()
    for path in known.withLock({ $0.keys }) { _ = try? texts.text(of: URL(fileURLWithPath: path)) }
    return texts
  }

  /// The folders of all requested files, including missing ones.
  package var folders: Set<String> {
    known.withLock { known in Set(known.keys.map { ($0 as NSString).deletingLastPathComponent }) }
  }

  /// All requested texts by path; nil if a file can't be read.
  package var all: [String: String?] { known.withLock { $0.mapValues { try? $0.get() } } }

  /// Whether every file still has the same text, or still can't be read.
  package var areCurrent: Bool {
    known.withLock { $0 }.allSatisfy { path, result in
      let now = Result { () throws(FileError) in try RegularFile(path).text() }
      return switch (result, now) {
      case (.success(let before), .success(let after)): before == after
      case (.failure, .failure): true
      case (.success, .failure), (.failure, .success): false
      }
    }
  }
}

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

  /// The same files, as they are now.
  package var renewed: InputTexts {
    let texts = InputTexts()
    for path in known.withLock({ $0.keys }) { _ = try? texts.text(of: URL(fileURLWithPath: path)) }
    return texts
  }

  /// The folders of all files that were asked for, also of those that are not there.
  package var folders: Set<String> {
    known.withLock { known in Set(known.keys.map { ($0 as NSString).deletingLastPathComponent }) }
  }

  /// All that was asked for, by path; nil for what can't be read.
  package var all: [String: String?] { known.withLock { $0.mapValues { try? $0.get() } } }

  /// Whether every file still says what it said, or still can't be read.
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

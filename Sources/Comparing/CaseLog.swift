import Diagnostics
import Files
import Foundation

/// The cases of a comparison on their way into its report: a line of JSON each in a file of the review's own folder, so
/// that a run of any length keeps counts and causes in memory, never the cases.
final class CaseLog {
  private static let path: RelativePath = ".feedproof/cases.ndjson"

  private let tree: FileTree
  private let sink: FileSink

  /// - Parameter folder: The review's.
  /// - Throws: `Diagnostic` where nothing can be written there.
  init(in folder: URL) throws(Diagnostic) {
    do throws(FileError) {
      tree = try FileTree(making: folder.path)
      // Of a run that was killed.
      try tree.remove(Self.path)
      sink = try tree.create(Self.path)
    } catch {
      throw error.diagnostic
    }
  }

  func append(_ entry: CompareReport.Case) throws {
    try sink.write(try JSONText.line(entry) + "\n")
  }

  /// All cases so far, in the order in which they came, one in memory at a time. Asked as often as somebody likes.
  func forEach(_ body: (CompareReport.Case) throws -> Void) throws {
    try sink.flush()
    let lines = LineReader(try RegularFile(sink.path))
    let decoder = JSONDecoder()
    while let line = try lines.next() { try body(try decoder.decode(CompareReport.Case.self, from: Data(line))) }
  }

  func remove() {
    try? tree.remove(Self.path)
    tree.removeFolder(".feedproof")
  }
}

import Diagnostics
import Files
import Foundation
import OutputFolders

/// Lines that are put aside in the review's own folder until they are needed, so that they take no memory.
final class SpillFile {
  private let path: RelativePath
  private let tree: FileTree
  private let sink: FileSink

  /// - Parameters:
  ///   - folder: The review's.
  ///   - name: The file's in `.feedproof`.
  /// - Throws: `Diagnostic` where nothing can be written there.
  init(in folder: URL, name: RelativePath) throws(Diagnostic) {
    path = StateFolder.name / name
    do throws(FileError) {
      tree = try FileTree(making: folder.path)
      // Of a run that was killed.
      try tree.remove(path)
      sink = try tree.create(path)
    } catch {
      throw error.diagnostic
    }
  }

  /// - Parameter line: Without line breaks.
  func append(_ line: some Sequence<UInt8>) throws(Diagnostic) {
    try sink.write(line)
    try sink.write("\n")
  }

  /// All lines so far, in the order in which they came, one in memory at a time. Asked as often as somebody likes.
  func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    try sink.flush()
    guard let file = try tree.open(path) else { return }
    var lines = FileLines(file, limit: 1 << 30)
    while let line = try lines.next() { try body(line) }
  }

  func remove() {
    try? tree.remove(path)
    tree.removeFolder(StateFolder.name)
  }
}

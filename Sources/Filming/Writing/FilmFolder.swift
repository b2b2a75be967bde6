import Diagnostics
import Files
import Foundation
import OutputFolders

/// `output/films`: a folder for each film and screen. A list in `.feedproof` tells its files from somebody's own, which are
/// never written over.
final class FilmFolder {
  static let name = "films"

  private let output: OutputFolder
  private let tree: FileTree
  private let known: Ledger
  private let ledger: FileSink
  private var listed: Set<RelativePath> = []

  private static let nextLedger: RelativePath = ".feedproof/ledger.partial"

  /// - Parameter output: The project's output folder.
  /// - Throws: `Diagnostic`.
  init(in output: URL) throws(Diagnostic) {
    let url = output.appendingPathComponent(Self.name)
    self.output = OutputFolder(url)
    do throws(FileError) {
      if let kind = FileStamp(url.path, following: false)?.kind, kind != .folder {
        throw FileError(url.path, kind == .link ? .link : .notAFolder)
      }
      tree = try FileTree(making: url.path)
      try StateFolder.check(tree)
      known = Ledger(at: StateFolder.ledger, in: tree)
      try tree.remove(Self.nextLedger)
      ledger = try Ledger.create(in: tree, at: Self.nextLedger)
      if let old = try tree.open(StateFolder.ledger) {
        var lines = FileLines(old)
        _ = try lines.next()
        while let line = try lines.next() { try ledger.append(line + [UInt8(ascii: "\n")]) }
      }
      try ledger.end()
      try tree.rename(Self.nextLedger, to: StateFolder.ledger)
    } catch {
      throw error.diagnostic
    }
  }

  var url: URL { output.url }

  /// Lists a file before it is written.
  private func note(_ path: RelativePath) throws(Diagnostic) -> Bool {
    let isNew = !known.lists(path) && listed.insert(path).inserted
    if isNew {
      try ledger.write(path.bytes + [UInt8(ascii: "\n")])
      try ledger.flush()
    }
    return isNew
  }

  /// - Throws: `Diagnostic`, also where somebody's own file has the name.
  func write(_ bytes: some DataProtocol & Sendable, to path: RelativePath) throws(Diagnostic) {
    let isNew = try note(path)
    guard try output.write(bytes, to: path, replacing: !isNew) else { throw notOurs(path) }
  }

  /// As `write(_:to:)`, for a file that is written piece by piece.
  func write(to path: RelativePath, _ fill: (FileSink) throws -> Void) throws {
    let isNew = try note(path)
    guard try output.write(to: path, replacing: !isNew, fill) else { throw notOurs(path) }
  }

  private func notOurs(_ path: RelativePath) -> Diagnostic {
    Diagnostic(OutputIssue.notOurs(first: [path.text], count: 1), at: Place(file: output.url.path))
  }
}

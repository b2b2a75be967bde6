import Diagnostics
import Files
import Foundation

/// `.feedproof` in an output folder: what a run keeps there for the next one. Paths are relative to the output folder.
package enum StateFolder {
  package static let name: RelativePath = ".feedproof"
  package static let lock: RelativePath = ".feedproof/lock"
  package static let store: RelativePath = ".feedproof/store.sqlite"
  /// What the folder holds of ours, file by file.
  package static let ledger: RelativePath = ".feedproof/ledger"
  /// Whose posts the folder holds.
  package static let feed: RelativePath = ".feedproof/feed.json"
  /// Which feeds and chats an output of several holds, and in which of its folders.
  package static let collection: RelativePath = ".feedproof/collection.json"
  static let partialLedger: RelativePath = ".feedproof/ledger.partial"
  /// The state folder of the tree that was the output before, while the rest of that tree goes.
  static let left: RelativePath = ".feedproof/left"
  /// Drawn and not yet published, under the paths that it will have.
  package static let staged: RelativePath = ".feedproof/staged"
  /// Where a folder that can't be exchanged is brought up to date: what is to be moved into place, and the list of it.
  package static let next: RelativePath = ".feedproof/next"
  /// Earlier versions of the files that a transaction replaces, under their own paths.
  package static let previous: RelativePath = ".feedproof/previous"
  static let journal: RelativePath = ".feedproof/journal"
  /// An empty file whose identity the journal names: a journal that came with a checkout or a copy has another one.
  static let journalMark: RelativePath = ".feedproof/journal.mark"
  static let partialJournal: RelativePath = ".feedproof/journal.partial"

  /// What is published with the rest, and never anybody's own: no ledger lists it.
  static let published: [RelativePath] = [feed, collection, ledger]

  private static let folders: [RelativePath] = [name, staged, next, previous, left]
  private static let files: Set<RelativePath> = [
    lock, store, ".feedproof/store.sqlite-wal", ".feedproof/store.sqlite-shm", ".feedproof/store.sqlite-journal",
    ledger, feed, collection, partialLedger, journal, journalMark, partialJournal,
  ]

  /// Whether a path below the folder is the tool's; a store that was set aside is its owner's.
  static func owns(_ path: RelativePath) -> Bool {
    files.contains(path) || [staged, next, previous, left].contains(where: path.isWithin)
  }

  /// Sees to it that what is opened by its path is what it has to be: no link, pipe or device. The store is not looked
  /// at: whoever opens it sets aside what is none.
  package static func check(_ tree: FileTree) throws(FileError) {
    func check(_ path: RelativePath, _ kind: FileStamp.Kind, else fact: FileError.Fact) throws(FileError) {
      guard let found = tree.stamp(of: path)?.kind, found != kind else { return }
      throw FileError(tree.place(of: path), found == .link ? .link : fact)
    }
    for path in folders { try check(path, .folder, else: .notAFolder) }
    for path in files.subtracting([store]).sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      try check(path, .file, else: .notAFile)
    }
  }
}

/// A folder in the output folder that a command besides the export fills: `output/films`, `output/prefetch`. A list in
/// `.feedproof` tells its files from somebody's own, which are never written over.
package final class ResultFolder {
  private let output: OutputFolder
  private let tree: FileTree
  private let known: Ledger
  private let ledger: FileSink
  private var listed: Set<RelativePath> = []

  private static let nextLedger = StateFolder.partialLedger

  package init(_ name: String, in output: URL) throws(Diagnostic) {
    let url = output.appendingPathComponent(name)
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

  package var url: URL { output.url }

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
  package func write(_ bytes: some DataProtocol & Sendable, to path: RelativePath) throws(Diagnostic) {
    let isNew = try note(path)
    guard try output.write(bytes, to: path, replacing: !isNew) else { throw notOurs(path) }
  }

  /// As `write(_:to:)`, for a file that is written piece by piece.
  package func write(to path: RelativePath, _ fill: (FileSink) throws -> Void) throws {
    let isNew = try note(path)
    guard try output.write(to: path, replacing: !isNew, fill) else { throw notOurs(path) }
  }

  private func notOurs(_ path: RelativePath) -> Diagnostic {
    Diagnostic(OutputIssue.notOurs(first: [path.text], count: 1), at: Place(file: output.url.path))
  }
}

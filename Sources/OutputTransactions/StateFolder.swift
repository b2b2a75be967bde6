import Diagnostics
import Files
import Foundation

/// Paths of `.feedproof`, in which a run stores its state for the next one. They are relative to the output folder.
package enum StateFolder {
  package static let name: RelativePath = ".feedproof"
  package static let lock: RelativePath = ".feedproof/lock"
  package static let store: RelativePath = ".feedproof/store.sqlite"
  /// The list of our files.
  package static let ledger: RelativePath = ".feedproof/ledger"
  /// The identity of the feed whose posts the folder holds.
  package static let feed: RelativePath = ".feedproof/feed.json"
  /// The feeds and chats of an output with several, and their folders.
  package static let collection: RelativePath = ".feedproof/collection.json"
  static let partialLedger: RelativePath = ".feedproof/ledger.partial"
  /// The state folder of the previous tree, while the rest of that tree is removed.
  package static let left: RelativePath = ".feedproof/left"
  /// Rendered files that are not published yet, under their future paths.
  package static let staged: RelativePath = ".feedproof/staged"
  /// New files of an update in place or a transaction, under their future paths.
  package static let next: RelativePath = ".feedproof/next"
  /// Earlier versions of the files that a transaction replaces, under their own paths.
  package static let previous: RelativePath = ".feedproof/previous"
  package static let journal: RelativePath = ".feedproof/journal"
  /// An empty file whose identity the journal names. It doesn't match a journal that came with a checkout or a copy.
  package static let journalMark: RelativePath = ".feedproof/journal.mark"
  static let partialJournal: RelativePath = ".feedproof/journal.partial"

  /// Files that are published but listed in no ledger, because they are always ours.
  static let published: [RelativePath] = [feed, collection, ledger]

  private static let folders: [RelativePath] = [name, staged, next, previous, left]
  private static let files: Set<RelativePath> = [
    lock, store, ".feedproof/store.sqlite-wal", ".feedproof/store.sqlite-shm", ".feedproof/store.sqlite-journal",
    ledger, feed, collection, partialLedger, journal, journalMark, partialJournal,
  ]

  /// Returns whether a path in the folder is ours. A store that was set aside belongs to the user.
  static func owns(_ path: RelativePath) -> Bool {
    files.contains(path) || [staged, next, previous, left].contains(where: path.isWithin)
  }

  /// Checks that everything that is opened by path is a file or folder: no link, pipe or device. Skips the store: an
  /// invalid one is set aside when it is opened.
  ///
  /// - Throws: `FileError`.
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

/// A folder in the output folder that a command other than the export fills: `output/films`, `output/prefetch`. A
/// ledger in its `.feedproof` lists its files. Unmanaged files are never overwritten.
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

  /// Lists a file before it is written. Returns whether it is new.
  private func note(_ path: RelativePath) throws(Diagnostic) -> Bool {
    let isNew = !known.lists(path) && listed.insert(path).inserted
    if isNew {
      try ledger.write(path.bytes + [UInt8(ascii: "\n")])
      try ledger.flush()
    }
    return isNew
  }

  /// - Throws: `Diagnostic`, also if an unmanaged file has the name.
  package func write(_ bytes: some DataProtocol & Sendable, to path: RelativePath) throws(Diagnostic) {
    let isNew = try note(path)
    guard try output.write(bytes, to: path, replacing: !isNew) else { throw notOurs(path) }
  }

  /// Like `write(_:to:)`, for a file that is written in parts.
  package func write(to path: RelativePath, _ fill: (FileSink) throws -> Void) throws {
    let isNew = try note(path)
    guard try output.write(to: path, replacing: !isNew, fill) else { throw notOurs(path) }
  }

  private func notOurs(_ path: RelativePath) -> Diagnostic {
    Diagnostic(OutputIssue.notOurs(first: [path.text], count: 1), at: Place(file: output.url.path))
  }
}

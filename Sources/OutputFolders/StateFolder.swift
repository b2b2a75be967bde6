import Files

/// `.feedproof` in an output folder: what a run keeps there for the next one. Paths are relative to the output folder.
package enum StateFolder {
  package static let name: RelativePath = ".feedproof"
  package static let lock: RelativePath = ".feedproof/lock"
  package static let store: RelativePath = ".feedproof/store.sqlite"
  /// What the folder holds of ours, file by file.
  package static let ledger: RelativePath = ".feedproof/ledger"
  /// Whose posts the folder holds.
  package static let feed: RelativePath = ".feedproof/feed.json"
  static let partialLedger: RelativePath = ".feedproof/ledger.partial"
  /// Drawn and not yet published, under the paths that it will have.
  package static let staged: RelativePath = ".feedproof/staged"
  /// Where a folder that can't be exchanged is brought up to date: what is to be moved into place, and the list of it.
  package static let next: RelativePath = ".feedproof/next"
  static let journal: RelativePath = ".feedproof/journal"
  static let partialJournal: RelativePath = ".feedproof/journal.partial"

  /// What is published with the rest, and never anybody's own: no ledger lists it.
  static let published: [RelativePath] = [feed, ledger]

  private static let folders: [RelativePath] = [name, staged, next]
  private static let files: Set<RelativePath> = [
    lock, store, ".feedproof/store.sqlite-wal", ".feedproof/store.sqlite-shm", ".feedproof/store.sqlite-journal",
    ledger, feed, partialLedger, journal, partialJournal,
  ]

  /// Whether a path below the folder is the tool's; a store that was set aside is its owner's.
  static func owns(_ path: RelativePath) -> Bool {
    files.contains(path) || path.isWithin(staged) || path.isWithin(next)
  }

  /// Sees to it that what is opened by its path is what it has to be: no link, pipe or device. The store is not looked
  /// at: whoever opens it sets aside what is none.
  ///
  /// - Throws: `FileError`.
  package static func check(_ tree: FileTree) throws(FileError) {
    for path in folders {
      switch tree.stamp(of: path)?.kind {
      case nil, .folder: break
      case .link: throw FileError(tree.place(of: path), .link)
      default: throw FileError(tree.place(of: path), .notAFolder)
      }
    }
    for path in files.subtracting([store]).sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      switch tree.stamp(of: path)?.kind {
      case nil, .file: break
      case .link: throw FileError(tree.place(of: path), .link)
      default: throw FileError(tree.place(of: path), .notAFile)
      }
    }
  }
}

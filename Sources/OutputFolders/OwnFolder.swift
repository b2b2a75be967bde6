/// `.feedproof` in an output folder: what a run keeps there for the next one. Paths are relative to the output folder.
package enum OwnFolder {
  package static let name = ".feedproof"
  package static let lock = "\(name)/lock"
  package static let store = "\(name)/store.sqlite"
  /// What the folder holds of ours, file by file.
  package static let ledger = "\(name)/ledger"
  /// Drawn and not yet published, under the paths that it will have.
  package static let staged = "\(name)/staged"
  /// Where a folder that can't be exchanged is brought up to date: what is to be moved into place, and the list of it.
  package static let next = "\(name)/next"
  static let journal = "\(name)/journal"

  /// Whether a path below the folder is the tool's; a store that was set aside is its owner's.
  static func owns(_ path: String) -> Bool {
    [
      lock, store, store + "-wal", store + "-shm", store + "-journal", ledger, ledger + partial, journal,
      journal + partial,
    ]
    .contains(path) || path.hasPrefix(staged + "/") || path.hasPrefix(next + "/")
  }

  /// Ends the name of a file that is not yet whole.
  package static let partial = ".partial"
}

import Diagnostics
import Foundation

/// One line of the journal: the step, a tab, a path relative to the output folder.
enum JournalStep: String {
  /// From the pictures that were drawn.
  case take
  /// From the files that were written for this.
  case put
  case drop
}

extension JournaledUpdate {
  /// Does what a journal says, also for the second time; without one there is nothing to do. Whatever it says, only files
  /// that the folder's ledger lists are replaced or removed.
  ///
  /// - Parameter report: Is told of files that were set aside.
  /// - Throws: `FileError`, `Diagnostic`; the journal stays.
  static func replay(in tree: FileTree, report: (Diagnostic) -> Void) throws {
    guard let file = try tree.open(OwnFolder.journal) else { return }
    let replay = JournalReplay(tree: tree, old: Ledger(of: tree), report: report)
    var lines = FileLines(file)
    while let line = try lines.next() {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
        let step = JournalStep(rawValue: String(decoding: line[..<tab], as: UTF8.self))
      else { continue }
      let path = line[(tab + 1)...]
      if step == .put, path.elementsEqual(OwnFolder.ledger.bytes) {
        try replay.putLedger()
      } else if let path = RelativePath(bytes: path) {
        try replay.perform(step, path)
      }
    }
    try tree.remove(OwnFolder.journal)
  }
}

private struct JournalReplay {
  let tree: FileTree
  let old: Ledger
  let report: (Diagnostic) -> Void

  func perform(_ step: JournalStep, _ path: RelativePath) throws {
    switch step {
    case .take: try move(OwnFolder.staged / path, to: path)
    case .put: try move(OwnFolder.next / path, to: path)
    case .drop:
      // A folder of that name is somebody's.
      guard old.lists(path), let kind = tree.stamp(of: path)?.kind, kind != .folder else { return }
      try tree.remove(path)
      tree.removeEmptyFolders(above: path)
    }
  }

  func putLedger() throws {
    let source = OwnFolder.next / OwnFolder.ledger
    if tree.stamp(of: source) != nil { try tree.rename(source, to: OwnFolder.ledger) }
  }

  private func move(_ source: RelativePath, to path: RelativePath) throws {
    guard tree.stamp(of: source) != nil else {
      // Moved already, before the kill.
      if tree.stamp(of: path) != nil { return }
      throw FileError(tree.place(of: source), .system(ENOENT))
    }
    // What has come since the update looked, or is to be set aside.
    while let found = tree.inTheWay(of: path, besides: old) {
      if let name = try KeptNames.setAside(found, in: tree) {
        report(Diagnostic(OutputIssue.setAside(name.text), at: Place(file: tree.place(of: found))))
      }
    }
    if old.lists(path) { return try tree.rename(source, to: path) }
    while try !tree.renameIfFree(source, to: path) { _ = try KeptNames.setAside(path, in: tree) }
  }
}

extension FileTree {
  /// What stands at a path, or at a folder that it needs, and is not ours to replace.
  func inTheWay(of path: RelativePath, besides ledger: Ledger) -> RelativePath? {
    if let stamp = stamp(of: path) { return ledger.lists(path) && stamp.kind != .folder ? nil : path }
    return firstInTheWay(of: path)
  }
}

import Diagnostics
import Files
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
  /// - Parameters:
  ///   - old: The folder's ledger where it is known already.
  ///   - isLeft: A journal that a killed run has left. Of files that are nowhere any more nothing can be done, and the run
  ///     that comes next makes them anew: they must not keep it from going on.
  ///   - report: Is told of files that were set aside.
  /// - Throws: `FileError`, `Diagnostic`; the journal stays.
  static func replay(
    in tree: FileTree, from old: Ledger? = nil, isLeft: Bool = false, report: (Diagnostic) -> Void
  ) throws {
    guard let file = try tree.open(StateFolder.journal) else { return }
    let replay = JournalReplay(tree: tree, old: old ?? Ledger(of: tree), isLeft: isLeft)
    var lines = FileLines(file)
    while let line = try lines.next() {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
        let step = JournalStep(rawValue: String(decoding: line[..<tab], as: UTF8.self))
      else { continue }
      let path = line[(tab + 1)...]
      if step == .put, let own = StateFolder.published.first(where: { path.elementsEqual($0.bytes) }) {
        try replay.put(own)
      } else if let path = RelativePath(bytes: path) {
        for (found, name) in try replay.perform(step, path) {
          report(Diagnostic(OutputIssue.setAside(name.text), at: Place(file: tree.place(of: found))))
        }
      }
    }
    try tree.remove(StateFolder.journal)
  }
}

private struct JournalReplay {
  let tree: FileTree
  let old: Ledger
  let isLeft: Bool

  /// - Returns: What was set aside, and under which names.
  func perform(_ step: JournalStep, _ path: RelativePath) throws -> [(path: RelativePath, name: RelativePath)] {
    switch step {
    case .take: return try move(StateFolder.staged / path, to: path)
    case .put: return try move(StateFolder.next / path, to: path)
    case .drop:
      // A folder of that name is somebody's.
      guard old.lists(path), let kind = tree.stamp(of: path)?.kind, kind != .folder else { return [] }
      try tree.remove(path)
      tree.removeEmptyFolders(above: path)
      return []
    }
  }

  /// - Parameter path: Of the state folder.
  func put(_ path: RelativePath) throws {
    let source = StateFolder.next / path
    if tree.stamp(of: source) != nil { try tree.rename(source, to: path) }
  }

  private func move(
    _ source: RelativePath, to path: RelativePath
  ) throws -> [(path: RelativePath, name: RelativePath)] {
    guard tree.stamp(of: source) != nil else {
      // Moved already, before the kill.
      if isLeft || tree.stamp(of: path) != nil { return [] }
      throw FileError(tree.place(of: source), .system(ENOENT))
    }
    // What has come since the update looked, or is to be set aside.
    var kept: [(path: RelativePath, name: RelativePath)] = []
    while true {
      while let found = tree.inTheWay(of: path, besides: old) {
        if let name = try BackupNames.setAside(found, in: tree) { kept.append((found, name)) }
      }
      if old.lists(path) {
        try tree.rename(source, to: path)
        return kept
      }
      if try tree.renameIfFree(source, to: path) { return kept }
    }
  }
}

extension FileTree {
  /// What stands at a path, or at a folder that it needs, and is not ours to replace.
  func inTheWay(of path: RelativePath, besides ledger: Ledger) -> RelativePath? {
    if let stamp = stamp(of: path) { return ledger.lists(path) && stamp.kind != .folder ? nil : path }
    return firstInTheWay(of: path)
  }
}

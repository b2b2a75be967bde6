import Diagnostics
import Files
import Foundation

/// The operations by which a transaction changes a folder.
struct TransactionFiles {
  let tree: FileTree
  /// Called before each operation.
  let interruption: FolderTransaction.Interruption

  private static let state = [
    StateFolder.next, StateFolder.previous, StateFolder.partialJournal, StateFolder.journalMark,
  ]

  /// Whether a transaction may have left anything in the folder.
  var hasState: Bool { tree.stamp(of: StateFolder.name) != nil }

  /// Removes the transaction's own files. The journal must be removed before.
  func removeState() throws {
    for path in Self.state where tree.stamp(of: path) != nil {
      try interruption()
      try tree.removeAll(path)
    }
    if tree.stamp(of: StateFolder.name) != nil {
      try interruption()
      tree.removeFolder(StateFolder.name)
    }
  }

  func create(_ path: RelativePath) throws -> FileSink {
    try interruption()
    return try tree.create(path)
  }

  func remove(_ path: RelativePath) throws {
    guard tree.stamp(of: path) != nil else { return }
    try interruption()
    try tree.remove(path)
  }

  private func rename(_ path: RelativePath, to target: RelativePath) throws {
    try interruption()
    try tree.rename(path, to: target)
  }

  /// Keeps the earlier version of a step's file: as a hard link, or as a copy if the file system has no hard links.
  func keep(_ step: JournalStep) throws {
    guard step.before != .absent else { return }
    let copy = StateFolder.previous / step.path
    try interruption()
    do throws(FileError) {
      try tree.link(step.path, in: tree, as: copy)
    } catch {
      guard let file = try tree.open(step.path) else { throw changedMeanwhile(step.path) }
      let sink = try create(copy)
      try file.copy(to: sink)
      try sink.end()
    }
    guard tree.version(of: copy).hasContent(of: step.before) else { throw changedMeanwhile(step.path) }
  }

  private func changedMeanwhile(_ path: RelativePath) -> Diagnostic {
    Diagnostic(JournalIssue.changedMeanwhile, at: Place(file: tree.place(of: path)))
  }

  func perform(_ step: JournalStep) throws {
    guard tree.version(of: step.path).hasContent(of: step.before) else { throw changedMeanwhile(step.path) }
    if let source = step.source {
      try rename(source, to: step.path)
    } else {
      try remove(step.path)
      removeEmptyFolders(above: step.path)
    }
  }

  private func removeEmptyFolders(above path: RelativePath) {
    guard path.parent != nil, (try? interruption()) != nil else { return }
    tree.removeEmptyFolders(above: path)
  }

  // MARK: Undoing

  struct UndoResult {
    var restored = 0
    /// Files that are neither as before nor as the transaction left them.
    var changed = UnmanagedFiles()
    /// Files whose earlier version is missing or damaged.
    var lost = UnmanagedFiles()
    /// Whether the transaction had done its last step.
    var isComplete = false
  }

  /// Restores what the steps changed. A second call continues where the first one failed.
  func undo(_ steps: [JournalStep]) throws -> UndoResult {
    var result = UndoResult()
    for step in steps.reversed() {
      if step.kind == .folder {
        // A folder that isn't empty stays.
        if tree.stamp(of: step.path)?.kind == .folder {
          try interruption()
          tree.removeFolder(step.path)
        }
        continue
      }
      let now = tree.version(of: step.path)
      if now.hasContent(of: step.before) { continue }
      guard now == step.after else {
        result.changed.add(step.path)
        continue
      }
      if step.before == .absent {
        try remove(step.path)
      } else {
        let copy = StateFolder.previous / step.path
        guard tree.version(of: copy).hasContent(of: step.before) else {
          result.lost.add(step.path)
          continue
        }
        try rename(copy, to: step.path)
      }
      result.restored += 1
    }
    return result
  }

  /// Undoes an interrupted transaction, unless it had done its last step.
  func settle(_ steps: [JournalStep]) throws -> UndoResult {
    let changes = steps.filter { $0.kind != .folder }
    if !changes.contains(where: { tree.version(of: $0.path).hasContent(of: $0.before) }) {
      var result = UndoResult(isComplete: true)
      for step in changes where tree.version(of: step.path) != step.after { result.changed.add(step.path) }
      return result
    }
    return try undo(steps)
  }
}

extension JournalIssue {
  init(changedSince files: UnmanagedFiles) {
    self = .changedSince(first: files.first.map(\.text), count: files.count)
  }
}

extension FolderJournal {
  /// Settles the change of an interrupted command and removes its journal. Does nothing without a journal.
  ///
  /// - Parameter report: Receives what was done, and which files were skipped.
  /// - Throws: `Diagnostic` if the journal is refused; `FileError`. The journal is kept.
  static func settle(in files: TransactionFiles, report: (Diagnostic) -> Void) throws {
    guard let journal = try FolderJournal(in: files.tree) else { return }
    let place = Place(file: files.tree.path)
    switch journal.direction {
    case .finish: try JournaledUpdate.replay(journal, isLeft: true, report: report)
    case .undo:
      var steps: [JournalStep] = []
      try journal.forEachStep { steps.append($0) }
      let result = try files.settle(steps)
      try files.remove(StateFolder.journal)
      report(Diagnostic(result.isComplete ? JournalIssue.completed : .undone(files: result.restored), at: place))
      if result.changed.count > 0 { report(Diagnostic(JournalIssue(changedSince: result.changed), at: place)) }
      if result.lost.count > 0 {
        let lost = JournalIssue.noPrevious(first: result.lost.first.map(\.text), count: result.lost.count)
        report(Diagnostic(lost, at: place))
      }
    }
  }
}

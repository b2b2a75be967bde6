import Diagnostics
import Files
import Foundation

/// Updates an output folder file by file if it can't be exchanged as a whole. A journal lists all steps before the
/// first one: if a run is killed in between, the next run does the remaining steps. It skips files that changed after
/// the kill.
package final class JournaledUpdate: OutputUpdate {
  private let tree: FileTree
  private let old: Ledger
  private let ledger: Ledger.Writer
  private var journal: FolderJournal.Writer
  private let foreign: UnmanagedFilePolicy
  private let report: (Diagnostic) -> Void
  /// Hashes of all paths of the new state.
  private var published: [Int] = []
  private var isCommitted = false
  /// Unmanaged files at paths that are new.
  private var inTheWay = UnmanagedFiles()

  private static let newLedger = StateFolder.next / StateFolder.ledger

  /// - Parameter old: The folder's ledger, if it was read under this lock.
  package init(
    _ lock: OutputLock, key: Digest, over old: Ledger? = nil, foreign: UnmanagedFilePolicy = .refuse,
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    (self.foreign, self.report) = (foreign, report)
    tree = try FileTree(lock.folder)
    self.old = old ?? Ledger(of: tree)
    try tree.removeAll(StateFolder.next)
    ledger = try Ledger.Writer(Self.newLedger, in: tree, key: key)
    journal = try FolderJournal.Writer(in: tree, .finish)
  }

  package func keep(_ path: RelativePath) throws { try list(path) }

  private func list(_ path: RelativePath) throws {
    try ledger.append(path)
    published.append(path.hashValue)
  }

  package func take(_ path: RelativePath) throws {
    try list(path)
    let source = StateFolder.staged / path
    guard tree.stamp(of: source) != nil else {
      // A killed run has already published it.
      if tree.stamp(of: path) == nil { throw FileError(tree.place(of: source), .system(ENOENT)) }
      return
    }
    look(at: path)
    try note(.take, path, from: source)
  }

  package func write(_ path: RelativePath, _ body: (FileSink) throws -> Void) throws {
    if !StateFolder.published.contains(path) {
      try list(path)
      look(at: path)
    }
    let source = StateFolder.next / path
    let sink = try tree.create(source)
    try body(sink)
    try sink.flush()
    try note(.put, path, from: source)
  }

  private func note(_ kind: JournalStep.Kind, _ path: RelativePath, from source: RelativePath?) throws {
    let after = source.map(tree.version) ?? .absent
    try journal.append(JournalStep(kind, path, before: tree.version(of: path), after: after))
  }

  /// Keeps a file that already has this text. Most page data is unchanged, and reading a file takes a tenth of the time
  /// of replacing it.
  package func write(_ path: RelativePath, _ text: String) throws {
    guard old.lists(path), says(path, text) else { return try write(path) { try $0.write(text) } }
    try keep(path)
  }

  private func says(_ path: RelativePath, _ text: String) -> Bool {
    guard let stamp = tree.stamp(of: path), stamp.kind == .file, stamp.size == text.utf8.count else { return false }
    return (try? tree.data(path)) == Data(text.utf8)
  }

  private func look(at path: RelativePath) {
    if let found = tree.inTheWay(of: path, besides: old) { inTheWay.add(found) }
  }

  package func commit() throws {
    try inTheWay.check(foreign, in: tree.path)
    try ledger.finish()
    // A folder known only by its manifest gets a ledger first, because the update replaces the manifest.
    if old.isFromManifest {
      let known = try Ledger.Writer(StateFolder.partialLedger, in: tree, key: nil)
      try old.forEachPath { try known.append($0) }
      try known.finish()
      try tree.rename(StateFolder.partialLedger, to: StateFolder.ledger)
    }
    published.sort()
    try old.forEachPath { path in
      if !Ledger.contains(path.hashValue, published), tree.stamp(of: path) != nil {
        try note(.drop, path, from: nil)
      }
    }
    try note(.put, StateFolder.ledger, from: Self.newLedger)
    try journal.finish()
    isCommitted = true
    guard let journal = try FolderJournal(in: tree) else { return }
    try Self.replay(journal, from: old.isFromManifest ? nil : old, report: report)
  }

  package func cleanUp() throws {
    for path in [StateFolder.next, StateFolder.staged] { try tree.removeAll(path) }
  }

  package func abandon() {
    // The next run does the remaining steps of a complete journal.
    guard !isCommitted else { return }
    for path in [StateFolder.partialJournal, StateFolder.journalMark] { try? tree.remove(path) }
    try? tree.removeAll(StateFolder.next)
  }
}

extension JournaledUpdate {
  /// Does the remaining steps of a journal, then removes the journal. Never replaces or removes files that the folder's
  /// ledger doesn't list.
  ///
  /// - Parameters:
  ///   - old: The folder's ledger, if it is known already.
  ///   - isLeft: Whether a killed run wrote the journal. If so, files that changed since, and files whose new version
  ///     is missing, are skipped and reported: the run that follows writes them again.
  /// - Throws: `FileError`, `Diagnostic`; the journal is kept.
  static func replay(
    _ journal: FolderJournal, from old: Ledger? = nil, isLeft: Bool = false, report: (Diagnostic) -> Void
  ) throws {
    let tree = journal.tree
    var replay = JournalReplay(tree: tree, old: old ?? Ledger(of: tree), isLeft: isLeft)
    try journal.forEachStep { step in
      for (found, name) in try replay.perform(step) {
        report(Diagnostic(OutputIssue.setAside(name.text), at: Place(file: tree.place(of: found))))
      }
    }
    try tree.remove(StateFolder.journal)
    try tree.remove(StateFolder.journalMark)
    guard isLeft else { return }
    let issue = replay.done > 0 ? JournalIssue.finished(steps: replay.done) : .completed
    if replay.done > 0 || replay.changed.count == 0 { report(Diagnostic(issue, at: Place(file: tree.path))) }
    if replay.changed.count > 0 {
      report(Diagnostic(JournalIssue(changedSince: replay.changed), at: Place(file: tree.path)))
    }
  }
}

private struct JournalReplay {
  let tree: FileTree
  let old: Ledger
  let isLeft: Bool
  private(set) var done = 0
  /// Files that changed since the run that wrote the journal.
  private(set) var changed = UnmanagedFiles()

  init(tree: FileTree, old: Ledger, isLeft: Bool) {
    (self.tree, self.old, self.isLeft) = (tree, old, isLeft)
  }

  /// - Returns: Unmanaged files at the step's path, and their new names.
  mutating func perform(_ step: JournalStep) throws -> [(path: RelativePath, name: RelativePath)] {
    if step.kind == .folder { return [] }
    let source = step.source
    if isLeft {
      let now = tree.version(of: step.path)
      if now == step.after { return [] }
      let isReady = source.map { tree.version(of: $0) == step.after } ?? true
      guard now != .other, now == step.before, isReady else {
        changed.add(step.path)
        return []
      }
    }
    defer { done += 1 }
    guard let source else {
      try drop(step.path)
      return []
    }
    if StateFolder.published.contains(step.path) {
      try tree.rename(source, to: step.path)
      return []
    }
    return try move(source, to: step.path)
  }

  private func drop(_ path: RelativePath) throws {
    // The ledger lists no folders.
    guard old.lists(path), let kind = tree.stamp(of: path)?.kind, kind != .folder else { return }
    try tree.remove(path)
    tree.removeEmptyFolders(above: path)
  }

  private func move(
    _ source: RelativePath, to path: RelativePath
  ) throws -> [(path: RelativePath, name: RelativePath)] {
    // Unmanaged files that appeared after the check, or that the policy sets aside.
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
  /// Returns an item that we must not replace: at the path, or in place of one of its parent folders. nil if there is
  /// none.
  func inTheWay(of path: RelativePath, besides ledger: Ledger) -> RelativePath? {
    if let stamp = stamp(of: path) { return ledger.lists(path) && stamp.kind != .folder ? nil : path }
    return firstInTheWay(of: path)
  }
}

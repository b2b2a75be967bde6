import Diagnostics
import Digests
import Files
import Foundation

/// Brings an output folder up to date file by file, where it can't be exchanged as a whole. What is to be done is written
/// down first: a run that is killed in the middle is finished by the next one.
package final class JournaledUpdate: OutputUpdate {
  private let tree: FileTree
  private let old: Ledger
  private let ledger: Ledger.Writer
  private let journal: FileSink
  private let foreign: ForeignFilePolicy
  private let report: (Diagnostic) -> Void
  /// Hashes of all paths of the new state.
  private var published: [Int] = []
  private var isCommitted = false
  /// Somebody's own files at paths that are new.
  private var inTheWay = ForeignFiles()

  private static let newLedger = StateFolder.next / StateFolder.ledger

  /// - Parameter old: The folder's ledger where it was read under this lock.
  package init(
    _ lock: OutputLock, key: Digest, over old: Ledger? = nil, foreign: ForeignFilePolicy = .refuse,
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    (self.foreign, self.report) = (foreign, report)
    tree = try FileTree(lock.folder)
    self.old = old ?? Ledger(of: tree)
    try tree.removeAll(StateFolder.next)
    try tree.remove(StateFolder.partialJournal)
    ledger = try Ledger.Writer(Self.newLedger, in: tree, key: key)
    journal = try tree.create(StateFolder.partialJournal)
  }

  package func keep(_ path: RelativePath) throws { try list(path) }

  private func list(_ path: RelativePath) throws {
    try ledger.append(path)
    published.append(path.hashValue)
  }

  package func take(_ path: RelativePath) throws {
    try list(path)
    // Not one that was published before a kill.
    if tree.stamp(of: StateFolder.staged / path) != nil { look(at: path) }
    try journal.note(.take, path)
  }

  package func write(_ path: RelativePath, _ body: (FileSink) throws -> Void) throws {
    if !StateFolder.published.contains(path) {
      try list(path)
      look(at: path)
    }
    try journal.note(.put, path)
    let sink = try tree.create(StateFolder.next / path)
    try body(sink)
    try sink.flush()
  }

  /// Most of a page's data is what it was: to read a file costs a tenth of making another in its place.
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
    // A folder that is known by its manifest is known by a ledger from here on: the manifest is replaced on the way.
    if old.isFromManifest {
      let known = try Ledger.Writer(StateFolder.partialLedger, in: tree, key: nil)
      try old.forEachPath { try known.append($0) }
      try known.finish()
      try tree.rename(StateFolder.partialLedger, to: StateFolder.ledger)
    }
    published.sort()
    try old.forEachPath { path in
      if !Ledger.contains(path.hashValue, published) { try journal.note(.drop, path) }
    }
    try journal.note(.put, StateFolder.ledger)
    try journal.synchronize()
    try tree.rename(StateFolder.partialJournal, to: StateFolder.journal)
    isCommitted = true
    try Self.replay(in: tree, from: old.isFromManifest ? nil : old, report: report)
  }

  package func cleanUp() throws {
    for path in [StateFolder.next, StateFolder.staged] { try tree.removeAll(path) }
  }

  package func abandon() {
    // A journal that is written is finished, now or by the next run.
    guard !isCommitted else { return }
    try? tree.remove(StateFolder.partialJournal)
    try? tree.removeAll(StateFolder.next)
  }
}

/// One line of the journal: the step, a tab, a path relative to the output folder.
enum JournalStep: String {
  /// From the pictures that were drawn.
  case take
  /// From the files that were written for this.
  case put
  case drop

  /// A journal's line as a step and the bytes of its path; nil of one that says nothing.
  static func read(_ line: some RandomAccessCollection<UInt8>) -> (step: JournalStep, path: [UInt8])? {
    guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
      let step = JournalStep(rawValue: String(decoding: line[..<tab], as: UTF8.self))
    else { return nil }
    return (step, Array(line[tab...].dropFirst()))
  }
}

extension FileSink {
  func note(_ step: JournalStep, _ path: RelativePath) throws(Diagnostic) {
    try write(Array("\(step.rawValue)\t".utf8) + path.bytes + [UInt8(ascii: "\n")])
  }
}

extension JournaledUpdate {
  /// Does what a journal says, also for the second time; without one there is nothing to do. Whatever it says, only files
  /// that the folder's ledger lists are replaced or removed.
  ///
  /// - Parameters:
  ///   - old: The folder's ledger where it is known already.
  ///   - isLeft: A journal that a killed run has left. Of files that are nowhere any more nothing can be done, and the run
  ///     that comes next makes them anew: they must not keep it from going on.
  /// - Throws: `FileError`, `Diagnostic`; the journal stays.
  static func replay(
    in tree: FileTree, from old: Ledger? = nil, isLeft: Bool = false, report: (Diagnostic) -> Void
  ) throws {
    guard let file = try tree.open(StateFolder.journal) else { return }
    let replay = JournalReplay(tree: tree, old: old ?? Ledger(of: tree), isLeft: isLeft)
    var lines = FileLines(file)
    while let line = try lines.next() {
      guard let (step, path) = JournalStep.read(line) else { continue }
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

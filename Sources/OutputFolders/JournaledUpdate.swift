import Diagnostics
import Digests
import Files
import Foundation

/// Brings an output folder up to date file by file, where it can't be exchanged as a whole. What is to be done is written
/// down first: a run that is killed in the middle is finished by the next one.
package final class JournaledUpdate: OutputUpdate {
  private let folder: String
  private let old: Ledger
  private let ledger: Ledger.Writer
  private let journal: FileSink
  private var isCommitted = false

  /// One line of the journal: the step, a tab, a path relative to the output folder.
  private enum Step: String {
    /// From the pictures that were drawn.
    case take
    /// From the files that were written for this.
    case put
    case drop
  }

  /// - Throws: `Diagnostic`.
  package init(_ lock: OutputLock, key: Digest) throws {
    folder = lock.folder
    old = Ledger(of: folder)
    try? FileManager.default.removeItem(atPath: "\(folder)/\(OwnFolder.next)")
    try FileCall.makeFolder("\(folder)/\(OwnFolder.next)/\(OwnFolder.name)")
    ledger = try Ledger.Writer("\(folder)/\(OwnFolder.next)/\(OwnFolder.ledger)", key: key)
    journal = try FileSink("\(folder)/\(OwnFolder.journal)\(OwnFolder.partial)")
  }

  package func keep(_ path: String) throws { try ledger.append(path) }

  package func take(_ path: String) throws {
    try ledger.append(path)
    try note(.take, path)
  }

  package func write(_ path: String, _ body: (FileSink) throws -> Void) throws {
    try ledger.append(path)
    try note(.put, path)
    let target = "\(folder)/\(OwnFolder.next)/\(path)"
    try FileCall.makeFolder((target as NSString).deletingLastPathComponent)
    let sink = try FileSink(target)
    try body(sink)
    try sink.flush()
  }

  private func note(_ step: Step, _ path: String) throws {
    try journal.write("\(step.rawValue)\t\(path)\n")
  }

  package func commit() throws {
    try ledger.finish()
    let new = Ledger(of: "\(folder)/\(OwnFolder.next)")
    try old.forEachPath { path in
      if !new.contains(path) { try note(.drop, path) }
    }
    try note(.put, OwnFolder.ledger)
    try journal.synchronize()
    let path = "\(folder)/\(OwnFolder.journal)"
    guard rename(path + OwnFolder.partial, path) == 0 else { throw FileCall.failure(path) }
    isCommitted = true
    try Self.replay(in: folder)
  }

  package func cleanUp() throws {
    for path in [OwnFolder.next, OwnFolder.staged] {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(path)")
    }
  }

  package func abandon() {
    // A journal that is written is finished, now or by the next run.
    guard !isCommitted else { return }
    unlink("\(folder)/\(OwnFolder.journal)\(OwnFolder.partial)")
    try? FileManager.default.removeItem(atPath: "\(folder)/\(OwnFolder.next)")
  }

  /// Does what a journal says, also for the second time; without one there is nothing to do.
  ///
  /// - Throws: `Diagnostic`; the journal stays.
  package static func replay(in folder: String) throws {
    let path = "\(folder)/\(OwnFolder.journal)"
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else { return }
    for line in IteratorSequence(FileLines(data)) {
      let fields = line.split(separator: "\t", maxSplits: 1)
      guard fields.count == 2, let step = Step(rawValue: String(fields[0])) else { continue }
      let target = "\(folder)/\(fields[1])"
      switch step {
      case .take: try move("\(folder)/\(OwnFolder.staged)/\(fields[1])", target)
      case .put: try move("\(folder)/\(OwnFolder.next)/\(fields[1])", target)
      case .drop:
        guard unlink(target) == 0 || errno == ENOENT else { throw FileCall.failure(target) }
        removeEmptyFolders(above: String(fields[1]), in: folder)
      }
    }
    guard unlink(path) == 0 else { throw FileCall.failure(path) }
  }

  private static func move(_ source: String, _ target: String) throws {
    if rename(source, target) == 0 { return }
    // Moved already, before the kill.
    guard errno == ENOENT, FileStamp(source, following: false) != nil else {
      if errno == ENOENT, FileStamp(target, following: false) != nil { return }
      throw FileCall.failure(target)
    }
    try FileCall.makeFolder((target as NSString).deletingLastPathComponent)
    guard rename(source, target) == 0 else { throw FileCall.failure(target) }
  }

  private static func removeEmptyFolders(above path: String, in folder: String) {
    var parent = (path as NSString).deletingLastPathComponent
    while !parent.isEmpty, rmdir("\(folder)/\(parent)") == 0 {
      parent = (parent as NSString).deletingLastPathComponent
    }
  }
}

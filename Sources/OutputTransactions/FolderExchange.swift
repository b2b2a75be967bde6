import Diagnostics
import Files
import Foundation

/// Builds the whole new tree in a staging folder next to the output folder, with links to files that stay, and swaps
/// the two in one step. The output folder is the old tree or the new one at any moment.
package final class FolderExchange: OutputUpdate {
  package typealias Exchange = (_ first: String, _ second: String) -> Int32

  private let folder: String
  private let current: FileTree
  private let next: FileTree
  private let old: Ledger
  private let ledger: Ledger.Writer
  private let foreign: UnmanagedFilePolicy
  private let report: (Diagnostic) -> Void
  private let exchange: Exchange

  /// - Parameters:
  ///   - old: The folder's ledger, if it was read under this lock.
  ///   - report: Receives a diagnostic for files that were set aside.
  ///   - exchange: Swaps two folders; returns the `errno`.
  /// - Throws: `ExchangeUnsupported`, or `FileError`, `Diagnostic` if nothing can be written at all.
  package init(
    _ lock: OutputLock, key: Digest, over old: Ledger? = nil, foreign: UnmanagedFilePolicy = .refuse,
    report: @escaping (Diagnostic) -> Void = { _ in },
    exchange: @escaping Exchange = FileSystem.exchange
  ) throws {
    folder = lock.folder
    (self.foreign, self.report, self.exchange) = (foreign, report, exchange)
    let current = try FileTree(folder)
    self.current = current
    self.old = old ?? Ledger(of: current)
    let path = Self.sibling(of: folder)
    // A leftover that could not be removed: a file in it is still open, or another process writes into it.
    if FileStamp(path, following: false) != nil { throw ExchangeUnsupported.inUse }
    let next = try ExchangeUnsupported.attempt { () throws(FileError) in try FileTree(new: path, like: current) }
    self.next = next
    do {
      // Both trees link to the same lock file, so the lock holds in both. It also marks the tree as ours.
      try ExchangeUnsupported.attempt { () throws(FileError) in try current.link(StateFolder.lock, in: next) }
      ledger = try Ledger.Writer(StateFolder.partialLedger, in: next, key: key)
    } catch {
      for entry in (try? next.entries()) ?? [] { try? next.removeAll(entry.path) }
      FileSystem.removeFolder(path)
      throw error
    }
  }

  package static func sibling(of folder: String) -> String {
    let name = (folder as NSString).lastPathComponent
    return "\((folder as NSString).deletingLastPathComponent)/.\(name).next"
  }

  // MARK: Building

  package func keep(_ path: RelativePath) throws {
    try ledger.append(path)
    try ExchangeUnsupported.attempt { () throws(FileError) in try current.link(path, in: next) }
  }

  package func take(_ path: RelativePath) throws {
    try ledger.append(path)
    try ExchangeUnsupported.attempt { () throws(FileError) in
      do throws(FileError) {
        try current.link(StateFolder.staged / path, in: next, as: path)
      } catch {
        // A run killed after the exchange leaves published images that its store still lists as staged.
        guard error.code == ENOENT else { throw error }
        try current.link(path, in: next)
      }
    }
  }

  package func write(_ path: RelativePath, _ body: (FileSink) throws -> Void) throws {
    if !StateFolder.published.contains(path) { try ledger.append(path) }
    let sink = try next.create(path)
    try body(sink)
    try sink.flush()
  }

  // MARK: Unmanaged files

  /// Links all unmanaged files into the new tree.
  ///
  /// - Returns: The paths of unmanaged files, with their new names in the new tree.
  private func linkForeign() throws -> [(path: RelativePath, name: RelativePath?)] {
    var inTheWay: [(path: RelativePath, name: RelativePath?)] = []
    // An unmanaged folder that is renamed in the new tree, with its contents.
    var moved: (folder: RelativePath, name: RelativePath)?
    try current.walk(skipping: [StateFolder.staged, StateFolder.next, StateFolder.previous, StateFolder.left]) {
      path, step in
      let place = moved.flatMap { path.moved(from: $0.folder, to: $0.name) } ?? path
      switch step {
      case .file:
        guard !old.lists(path), !StateFolder.owns(path) else { return }
        guard try link(path, as: place) == .taken else { return }
        inTheWay.append((path, try linkUnderFreeName(path, as: place)))
      case .enter:
        if old.listsFolder(path) { return }
        do throws(FileError) {
          try next.makeFolder(place)
        } catch {
          guard error.fact == .notAFolder, moved == nil, let name = freeName(for: path) else { throw error }
          moved = (path, name)
          inTheWay.append((path, name))
          try next.makeFolder(name)
        }
      case .leave:
        if moved?.folder == path { moved = nil }
      }
    }
    return inTheWay
  }

  private enum LinkResult { case done, taken }

  private func link(_ path: RelativePath, as place: RelativePath) throws -> LinkResult {
    do {
      try ExchangeUnsupported.attempt { () throws(FileError) in try current.link(path, in: next, as: place) }
    } catch let error as FileError where error.code == EEXIST {
      // If the ledger was lost, nothing else marks a file that stays.
      let (own, other) = (current.stamp(of: path), next.stamp(of: place))
      return own != nil && own.map { other?.isSameFile(as: $0) == true } == true ? .done : .taken
    } catch let error as FileError where error.code == ENOENT {
      // Removed in the meantime.
    }
    return .done
  }

  private func linkUnderFreeName(_ path: RelativePath, as place: RelativePath) throws -> RelativePath? {
    try BackupNames.first(for: place) { try current.stamp(of: $0) == nil && link(path, as: $0) == .done }
  }

  private func freeName(for folder: RelativePath) -> RelativePath? {
    BackupNames.first(for: folder) { current.stamp(of: $0) == nil && next.stamp(of: $0) == nil }
  }

  // MARK: Publishing

  package func commit() throws {
    let inTheWay = try linkForeign()
    var found = UnmanagedFiles()
    for (path, _) in inTheWay { found.add(path) }
    try found.check(foreign, in: folder)
    try ledger.finish()
    try ExchangeUnsupported.attempt { () throws(FileError) in
      do throws(FileError) {
        try current.link(StateFolder.store, in: next)
      } catch {
        // An output without cards has no store.
        guard error.code == ENOENT else { throw error }
      }
    }
    try next.rename(StateFolder.partialLedger, to: StateFolder.ledger)
    let code = exchange(next.path, folder)
    guard code == 0 else { throw ExchangeUnsupported(code) ?? FileError(folder, .system(code)) }
    for (path, name) in inTheWay {
      guard let name else { continue }
      report(Diagnostic(OutputIssue.setAside(name.text), at: Place(file: "\(folder)/\(path)")))
    }
  }

  package func cleanUp() throws { try LeftoverTree(beside: folder).remove(report: report) }

  package func abandon() { try? LeftoverTree(beside: folder).remove(report: report) }
}

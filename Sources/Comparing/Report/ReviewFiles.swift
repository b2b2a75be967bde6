import Diagnostics
import Files
import Foundation
import OutputFolders
import Synchronization

/// The files that a comparison writes into its review's folder, and what tells them from somebody's own: a ledger in
/// `.feedproof`, which lists each file before it is written. Safe to use from any task.
final class ReviewFiles: Sendable {
  let output: OutputFolder
  private let state = Mutex(State())

  private static let nextLedger: RelativePath = ".feedproof/ledger.partial"

  private struct State {
    var ledger: FileSink?
    /// Written by this run, or kept from an earlier one.
    var written: Set<Int> = []
    /// Of an earlier run, listed already; what is not written nor kept in the end goes.
    var leftovers: Set<Int> = []
  }

  init(_ folder: URL) {
    output = OutputFolder(folder)
  }

  // MARK: Writing

  /// - Throws: `Diagnostic`, also where somebody's own file has the name.
  func write(_ bytes: some DataProtocol & Sendable, to path: RelativePath) throws(Diagnostic) {
    let isNew = try note(path)
    guard try output.write(bytes, to: path, replacing: !isNew) else {
      let issue = OutputIssue.notOurs(first: [path.text], count: 1)
      throw Diagnostic(issue, at: Place(file: output.url.path))
    }
  }

  /// As `write(_:to:)`, for a file that is written piece by piece.
  ///
  /// - Throws: What `fill` throws besides.
  func write(to path: RelativePath, _ fill: (FileSink) throws -> Void) throws {
    let isNew = try note(path)
    guard try output.write(to: path, replacing: !isNew, fill) else {
      let issue = OutputIssue.notOurs(first: [path.text], count: 1)
      throw Diagnostic(issue, at: Place(file: output.url.path))
    }
  }

  private func note(_ path: RelativePath) throws(Diagnostic) -> Bool {
    // What a closure throws has no type of its own here.
    let result = state.withLock { state -> Result<Bool, Diagnostic> in
      do throws(Diagnostic) {
        let isNew = state.written.insert(path.hashValue).inserted && !state.leftovers.contains(path.hashValue)
        guard isNew else { return .success(false) }
        let ledger: FileSink
        if let open = state.ledger { ledger = open } else { ledger = try openLedger() }
        state.ledger = ledger
        try ledger.write(path.bytes + [UInt8(ascii: "\n")])
        try ledger.flush()
        return .success(true)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func openLedger() throws(Diagnostic) -> FileSink {
    do throws(FileError) {
      let tree = try FileTree(making: output.url.path)
      try StateFolder.check(tree)
      try tree.remove(Self.nextLedger)
      let ledger = try Ledger.create(in: tree, at: Self.nextLedger)
      // What stays of an earlier run is still ours.
      if let known = try tree.open(StateFolder.ledger) {
        var lines = FileLines(known)
        _ = try lines.next()
        while let line = try lines.next() { try ledger.append(line + [UInt8(ascii: "\n")]) }
      }
      try ledger.end()
      try tree.rename(Self.nextLedger, to: StateFolder.ledger)
      return ledger
    } catch {
      throw error.diagnostic
    }
  }

  // MARK: Clearing

  /// Sees to it that a file of an earlier run stays.
  func keep(_ path: RelativePath) { state.withLock { _ = $0.written.insert(path.hashValue) } }

  /// Takes away what `clear` has left and nobody has written or kept since.
  ///
  /// - Throws: `Diagnostic`.
  func removeLeftovers() throws(Diagnostic) {
    let (unused, written) = state.withLock { ($0.leftovers.subtracting($0.written), $0.written) }
    guard !unused.isEmpty else { return }
    do {
      let tree = try FileTree(output.url.path)
      try Ledger(at: StateFolder.ledger, in: tree).forEachPath { path in
        guard path.isWithin(ReviewFolder.thumbnails), !written.contains(path.hashValue) else { return }
        try tree.remove(path)
        tree.removeEmptyFolders(above: path)
      }
    } catch let error as FileError {
      throw error.diagnostic
    } catch {
      throw Diagnostic(FileIssue.unwritable(reason: reason(error)), at: Place(file: output.url.path))
    }
  }

  /// Takes away what an earlier comparison left, so that nothing can be approved that this one did not draw, but for small
  /// pictures. Files that no comparison has written stay.
  ///
  /// - Parameters:
  ///   - foreign: What becomes of somebody's own files at paths that a review has.
  ///   - report: Is told of those that were set aside.
  /// - Throws: `Diagnostic`; nothing was taken away then where somebody's files are in the way.
  func clear(foreign: ForeignFilePolicy, report: (Diagnostic) -> Void) throws {
    state.withLock { $0 = State() }
    guard let stamp = FileStamp(output.url.path, following: false) else { return }
    guard stamp.kind == .folder else {
      throw FileError(output.url.path, stamp.kind == .link ? .link : .notAFolder).diagnostic
    }
    do {
      let tree = try FileTree(output.url.path)
      try StateFolder.check(tree)
      let own = ReviewLedger(of: tree)
      let inTheWay = try filesInTheWay(tree, besides: own)
      var found = ForeignFiles()
      for path in inTheWay { found.add(path) }
      try found.check(foreign, in: output.url.path)
      for path in inTheWay {
        guard let name = try BackupNames.setAside(path, in: tree) else { continue }
        report(Diagnostic(OutputIssue.setAside(name.text), at: Place(file: tree.place(of: path))))
      }
      try clear(own, in: tree)
    } catch let error as FileError {
      throw error.diagnostic
    }
  }

  private func clear(_ own: ReviewLedger, in tree: FileTree) throws {
    var leftovers: Set<Int> = []
    try tree.remove(Self.nextLedger)
    let next = try Ledger.create(in: tree, at: Self.nextLedger)
    try own.forEachPath { path in
      guard let kind = tree.stamp(of: path)?.kind, kind != .folder else { return }
      if path.isWithin(ReviewFolder.thumbnails), kind == .file {
        if leftovers.insert(path.hashValue).inserted { try next.append(path.bytes + [UInt8(ascii: "\n")]) }
        return
      }
      try tree.remove(path)
      tree.removeEmptyFolders(above: path)
    }
    try next.end()
    if leftovers.isEmpty {
      try tree.remove(Self.nextLedger)
      try tree.remove(StateFolder.ledger)
      tree.removeFolder(StateFolder.name)
    } else {
      try tree.rename(Self.nextLedger, to: StateFolder.ledger)
      state.withLock { [leftovers] in $0.leftovers = leftovers }
    }
  }

  private func filesInTheWay(_ tree: FileTree, besides own: ReviewLedger) throws -> [RelativePath] {
    var found: [RelativePath] = []
    for entry in try tree.entries() {
      let isFolder = ReviewFolder.folders.contains(entry.path)
      guard isFolder || ReviewFolder.files.contains(entry.path) else { continue }
      guard entry.kind == .folder else {
        if isFolder || !own.lists(entry.path) { found.append(entry.path) }
        continue
      }
      guard isFolder else {
        found.append(entry.path)
        continue
      }
      try tree.walk(from: entry.path) { path, step in
        if case .file = step, ReviewFolder.mayWrite(path), !own.lists(path) { found.append(path) }
      }
    }
    return found
  }
}

/// What earlier comparisons have left in a review's folder: as their ledger lists it, else (a folder that came through an
/// artifact store, or from a version that wrote none) as their report does.
private struct ReviewLedger {
  private let ledger: Ledger
  private let listed: Set<RelativePath>

  init(of tree: FileTree) {
    ledger = Ledger(at: StateFolder.ledger, in: tree)
    listed = tree.stamp(of: StateFolder.ledger) == nil ? Self.paths(in: tree) : []
  }

  func lists(_ path: RelativePath) -> Bool { ledger.lists(path) || listed.contains(path) }

  func forEachPath(_ body: (RelativePath) throws -> Void) throws {
    try ledger.forEachPath(body)
    try listed.forEach(body)
  }

  private static func paths(in tree: FileTree) -> Set<RelativePath> {
    guard let report = try? StoredReport(in: tree) else { return [] }
    var paths = Set(ReviewFolder.files)
    do {
      for head in report.cases {
        paths.formUnion(try report.entry(head).files.compactMap { RelativePath($0) }.filter(ReviewFolder.mayWrite))
      }
    } catch {
      // A report that is no report names nothing.
      return []
    }
    guard tree.stamp(of: "site")?.kind == .folder else { return paths }
    try? tree.walk(from: "site") { path, step in
      if case .file = step, ReviewFolder.mayWrite(path) { paths.insert(path) }
    }
    return paths
  }
}

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

  private struct State {
    var ledger: FileSink?
    /// Written by this run.
    var written: Set<Int> = []
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
        guard state.written.insert(path.hashValue).inserted else { return .success(false) }
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
      try OwnFolder.check(tree)
      try tree.remove(OwnFolder.ledger)
      return try Ledger.create(in: tree)
    } catch {
      throw error.diagnostic
    }
  }

  // MARK: Clearing

  /// Takes away what an earlier comparison left, so that nothing can be approved that this one did not draw. Files that no
  /// comparison has written stay.
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
      try OwnFolder.check(tree)
      let own = ReviewLedger(of: tree)
      let inTheWay = try filesInTheWay(tree, besides: own)
      var found = ForeignFiles()
      for path in inTheWay { found.add(path) }
      try found.check(foreign, in: output.url.path)
      for path in inTheWay {
        guard let name = try KeptNames.setAside(path, in: tree) else { continue }
        report(Diagnostic(OutputIssue.setAside(name.text), at: Place(file: tree.place(of: path))))
      }
      try own.forEachPath { path in
        guard let kind = tree.stamp(of: path)?.kind, kind != .folder else { return }
        try tree.remove(path)
        tree.removeEmptyFolders(above: path)
      }
      try tree.remove(OwnFolder.ledger)
      tree.removeFolder(OwnFolder.name)
    } catch let error as FileError {
      throw error.diagnostic
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
    ledger = Ledger(at: OwnFolder.ledger, in: tree)
    listed = tree.stamp(of: OwnFolder.ledger) == nil ? Self.paths(in: tree) : []
  }

  func lists(_ path: RelativePath) -> Bool { ledger.lists(path) || listed.contains(path) }

  func forEachPath(_ body: (RelativePath) throws -> Void) throws {
    try ledger.forEachPath(body)
    try listed.forEach(body)
  }

  private static func paths(in tree: FileTree) -> Set<RelativePath> {
    guard let report = try? ReviewFolder.report(in: tree) else { return [] }
    var paths = Set(ReviewFolder.files)
    for path in report.cases.flatMap(\.files) {
      if let path = RelativePath(path), ReviewFolder.mayWrite(path) { paths.insert(path) }
    }
    guard tree.stamp(of: "site")?.kind == .folder else { return paths }
    try? tree.walk(from: "site") { path, step in
      if case .file = step, ReviewFolder.mayWrite(path) { paths.insert(path) }
    }
    return paths
  }
}

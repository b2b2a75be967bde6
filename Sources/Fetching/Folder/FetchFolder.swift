import Diagnostics
import Files
import Foundation
import Synchronization

/// The output folder of a fetch. Files are written atomically, and every file in the journal exists.
package final class FetchFolder: Sendable {
  private static let version = 1

  let tree: FileTree
  let path: String
  private let lock: FileLock
  private let journal: Mutex<Journal>

  /// `@unchecked Sendable`: the sink is only used under the surrounding lock.
  private struct Journal: @unchecked Sendable {
    let sink: FileSink
    var state: FolderState
  }

  /// Passes the current state to a closure.
  func look<Seen: Sendable>(_ body: (FolderState) -> Seen) -> Seen { journal.withLock { body($0.state) } }

  /// Opens a folder, creating it if necessary.
  ///
  /// - Throws: `Diagnostic`, `FileError`.
  static func open(_ url: URL) throws -> FetchFolder {
    let tree = try FileTree(making: url.path)
    let isFetched = tree.stamp(of: FetchedFolder.journal) != nil
    if !isFetched, try tree.entries().contains(where: { $0.path != FetchedFolder.own }) {
      throw Diagnostic(FetchIssue.folderTaken, at: Place(file: url.path))
    }
    try tree.makeFolder(FetchedFolder.own)
    let lock = try FileLock(FetchedFolder.lock, in: tree, making: true)
    if case .busy = lock.take(.exclusive) { throw Diagnostic(FetchIssue.folderBusy, at: Place(file: url.path)) }
    // A run without a result removes its lock file, perhaps between opening and locking it here.
    guard let own = lock.stamp, tree.stamp(of: FetchedFolder.lock)?.isSameFile(as: own) == true else {
      throw Diagnostic(FetchIssue.folderBusy, at: Place(file: url.path))
    }
    let (state, size) = try read(tree)
    let sink = try tree.append(to: FetchedFolder.journal, keeping: size)
    return FetchFolder(tree, url.path, lock, Journal(sink: sink, state: state))
  }

  /// Returns the state of a folder without changing it; nil if nothing was fetched into it.
  static func look(at url: URL) throws -> FolderState? {
    guard let tree = try? FileTree(url.path), tree.stamp(of: FetchedFolder.journal) != nil else { return nil }
    return try read(tree).state
  }

  private init(_ tree: FileTree, _ path: String, _ lock: FileLock, _ journal: sending Journal) {
    (self.tree, self.path, self.lock) = (tree, path, lock)
    self.journal = Mutex(journal)
  }

  /// - Returns: Also the size of the journal's complete lines in bytes: the last line may be partial.
  private static func read(_ tree: FileTree) throws -> (state: FolderState, size: Int) {
    var state = FolderState()
    var size = 0
    guard let file = try tree.open(FetchedFolder.journal) else { return (state, 0) }
    var lines = FileLines(file, limit: 1 << 26)
    let decoder = JSONDecoder()
    while let line = try lines.next() {
      size += line.count + 1
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      guard let read = try? decoder.decode(JournalLine.self, from: Data(line)), read.isSound else {
        // The next run, which is given the source, repeats the first line.
        if lines.number == 1 { continue }
        throw Diagnostic(
          FetchIssue.journalBroken(line: lines.number), at: .line(lines.number, in: file.path))
      }
      if let version = read.version, version > Self.version {
        throw Diagnostic(FetchIssue.journalNewer(version: version), at: Place(file: file.path))
      }
      state.apply(read)
    }
    return (state, size)
  }

  /// Writes a line, which is flushed to the system on return.
  ///
  /// - Throws: `Diagnostic`.
  func note(_ line: JournalLine) throws(Diagnostic) {
    var line = line
    if line.event == .source { line.version = Self.version }
    let text: String
    do { text = try JSONText.line(line) } catch {
      throw Diagnostic(FetchIssue.journalBroken(line: 0), at: Place(file: path))
    }
    try journal.withLock { journal throws(Diagnostic) in
      try journal.sink.write(text + "\n")
      try journal.sink.flush()
      journal.state.apply(line)
    }
  }

  /// Stores a page's body unchanged and atomically, then records the page.
  ///
  /// A file that has the page's name already is replaced only if a run that was killed left it. Until the page is
  /// recorded, the file has a second name among the partial files, which tells it from files of the user.
  ///
  /// - Throws: `Diagnostic` if another file has the name; `FileError`.
  func keep(_ body: [UInt8], page name: String, noting line: JournalLine) throws {
    guard let target = RelativePath("\(FetchedFolder.pages)/\(name)"), let part = Self.part("\(name).part") else {
      return
    }
    let taken = Diagnostic(FetchIssue.pageTaken, at: Place(file: tree.place(of: target)))
    if let stamp = tree.stamp(of: target) {
      guard tree.stamp(of: part)?.isSameFile(as: stamp) == true else { throw taken }
      try tree.remove(target)
    }
    try write(body, to: part)
    do throws(FileError) {
      try tree.link(part, in: tree, as: target)
    } catch {
      // A file system without second names, or a file that was created in the meantime.
      guard try tree.renameIfFree(part, to: target) else { throw taken }
    }
    try note(line)
    try tree.remove(part)
  }

  /// Stores the document of the feed's author atomically, in place of an earlier version.
  ///
  /// - Throws: `FileError`.
  func keep(author body: [UInt8]) throws(FileError) {
    let name = "actor.json"
    guard let target = RelativePath("\(FetchedFolder.pages)/\(name)"), let part = Self.part("\(name).part") else {
      return
    }
    try write(body, to: part)
    try tree.rename(part, to: target)
  }

  private func write(_ body: [UInt8], to part: RelativePath) throws(FileError) {
    // Left by a run that was killed.
    try tree.remove(part)
    try tree.makeFolder(FetchedFolder.parts)
    let sink = try tree.create(part)
    try sink.append(body)
    try sink.end()
  }

  /// Removes everything created for a run without results.
  func removeIfEmpty() {
    guard look({ $0.walks.isEmpty }), (try? tree.entries(of: FetchedFolder.pages))?.isEmpty == true else { return }
    for path in [FetchedFolder.journal, FetchedFolder.lock] { try? tree.remove(path) }
    for path in [FetchedFolder.parts, FetchedFolder.own] { tree.removeFolder(path) }
    FileSystem.removeFolder(path)
  }

  func page(_ name: String) throws(FileError) -> [UInt8]? {
    guard let path = RelativePath("\(FetchedFolder.pages)/\(name)") else { return nil }
    return try tree.open(path)?.bytes(limit: 1 << 28)
  }

  /// Returns the path for a partial file.
  static func part(_ name: String) -> RelativePath? {
    RelativePath(found: Array(name.utf8), in: FetchedFolder.parts)
  }

  /// Returns the file name of a page. In natural order, the names are in feed order: pages of a later walk precede
  /// those of earlier walks.
  package static func name(walk: Int, page: Int) -> String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(999_999 - walk, 6))-\(padded(page, 6)).json"
  }
}

/// Maps the URL of a file to its path: under `media`, in folders named after the host and path, where exports look for
/// it.
enum MediaPath {
  /// Returns nil if a component is not a valid file name, or would be hidden.
  static func path(of address: String) -> RelativePath? {
    guard let scheme = address.range(of: "://") else { return nil }
    let parts = address[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map {
      $0.removingPercentEncoding ?? String($0)
    }
    guard parts.count > 1, parts.allSatisfy({ $0 != "." && $0 != ".." && !$0.contains("/") && !$0.contains("\0") })
    else { return nil }
    return RelativePath("\(FetchedFolder.media)/\(parts.joined(separator: "/"))")
  }
}

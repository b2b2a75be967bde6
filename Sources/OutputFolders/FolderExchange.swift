import CFolders
import Diagnostics
import Digests
import Files
import Foundation

/// Builds the whole new tree beside the output folder, of links to files that stay, and exchanges the two in one step:
/// whatever happens, the folder is the old tree or the new one.
package final class FolderExchange: OutputUpdate {
  package typealias Exchange = (_ first: String, _ second: String) -> Int32

  private let folder: String
  private let next: String
  private let old: Ledger
  private let ledger: Ledger.Writer
  private let exchange: Exchange
  private var lastFolder = ""

  /// - Throws: `CannotExchange`, or `Diagnostic` where nothing can be written at all.
  package init(_ lock: OutputLock, key: Digest, exchange: @escaping Exchange = { feedproof_exchange($0, $1) }) throws {
    folder = lock.folder
    next = Self.sibling(of: folder)
    self.exchange = exchange
    old = Ledger(of: folder)
    guard mkdir(next, 0o755) == 0 else { throw Self.error(errno, next) }
    do {
      if let mode = try? FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int {
        chmod(next, mode_t(mode))
      }
      try FileCall.makeFolder("\(next)/\(OwnFolder.name)")
      // The same file: the lock is held in both trees. It also tells that the tree is ours.
      let code = FileCall.link("\(folder)/\(OwnFolder.lock)", "\(next)/\(OwnFolder.lock)")
      guard code == 0 else { throw Self.error(code, next) }
      ledger = try Ledger.Writer("\(next)/\(OwnFolder.ledger)\(OwnFolder.partial)", key: key)
    } catch {
      try? FileManager.default.removeItem(atPath: next)
      throw error
    }
  }

  package static func sibling(of folder: String) -> String {
    let name = (folder as NSString).lastPathComponent
    return "\((folder as NSString).deletingLastPathComponent)/.\(name).next"
  }

  private static func error(_ code: Int32, _ path: String) -> any Error {
    CannotExchange(code) ?? FileCall.failure(path, code)
  }

  // MARK: Building

  package func keep(_ path: String) throws { try link([folder], path) }

  /// A run that was killed after the exchange leaves pictures published that its store takes for waiting.
  package func take(_ path: String) throws { try link(["\(folder)/\(OwnFolder.staged)", folder], path) }

  package func write(_ path: String, _ body: (FileSink) throws -> Void) throws {
    try makeFolder(of: path)
    try ledger.append(path)
    let sink = try FileSink("\(next)/\(path)")
    try body(sink)
    try sink.flush()
  }

  private func link(_ sources: [String], _ path: String) throws {
    try makeFolder(of: path)
    try ledger.append(path)
    var code: Int32 = 0
    for source in sources {
      code = FileCall.link("\(source)/\(path)", "\(next)/\(path)")
      if code != ENOENT { break }
    }
    guard code == 0 else { throw Self.error(code, "\(folder)/\(path)") }
  }

  private func makeFolder(of path: String) throws {
    let name = (path as NSString).deletingLastPathComponent
    guard name != lastFolder else { return }
    try FileCall.makeFolder(name.isEmpty ? next : "\(next)/\(name)")
    lastFolder = name
  }

  /// Everything in the folder that is not ours comes along.
  private func linkForeign() throws {
    try FileWalk.walk(folder, skipping: { [OwnFolder.staged, OwnFolder.next].contains($0) }) { path, step in
      switch step {
      case .file:
        guard !old.contains(path), !OwnFolder.owns(path) else { return }
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty { try FileCall.makeFolder("\(next)/\(parent)") }
        let code = FileCall.link("\(folder)/\(path)", "\(next)/\(path)")
        // What stands at a path of ours is put aside when the old tree is removed; what has gone meanwhile is gone.
        guard [0, EEXIST, ENOENT].contains(code) else { throw Self.error(code, "\(folder)/\(path)") }
      case .enter:
        if !old.contains(path) { try FileCall.makeFolder("\(next)/\(path)") }
      case .leave: break
      }
    }
  }

  // MARK: Publishing

  package func commit() throws {
    try linkForeign()
    try ledger.finish()
    let code = FileCall.link("\(folder)/\(OwnFolder.store)", "\(next)/\(OwnFolder.store)")
    guard code == 0 || code == ENOENT else { throw Self.error(code, "\(folder)/\(OwnFolder.store)") }
    guard rename("\(next)/\(OwnFolder.ledger)\(OwnFolder.partial)", "\(next)/\(OwnFolder.ledger)") == 0 else {
      throw FileCall.failure("\(next)/\(OwnFolder.ledger)")
    }
    let result = exchange(next, folder)
    guard result == 0 else { throw Self.error(result, folder) }
  }

  package func cleanUp() throws { try LeftTree(next, beside: folder).remove() }

  package func abandon() { try? LeftTree(next, beside: folder).remove() }
}

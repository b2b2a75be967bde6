import CivilTime
import Diagnostics
import Files
import Foundation

/// One process at a time works in an output folder: an advisory lock (flock) on `.feedproof/lock`, which the system takes
/// back however the process ends.
package final class OutputLock: Sendable {
  private let descriptor: Int32
  /// The output folder; a link to one is followed.
  package let folder: String
  /// Folders that were made for the lock, outermost first.
  private let made: [String]

  private init(descriptor: Int32, folder: String, made: [String]) {
    self.descriptor = descriptor
    self.folder = folder
    self.made = made
  }

  deinit { close(descriptor) }

  /// Takes the folder, making it where it is not there.
  ///
  /// - Throws: `Diagnostic`, of the kind `busy` where another process has it.
  package static func take(_ output: URL) throws -> OutputLock {
    let folder = resolved(output)
    var made: [String] = []
    // A run that publishes, or cleans up after itself, changes what the path means between opening and locking.
    for _ in 0..<100 {
      made += try makeFolders(folder)
      let descriptor: Int32
      do throws(FileError) {
        let tree = try FileTree(folder)
        if tree.stamp(of: OwnFolder.name) == nil { made.append(tree.place(of: OwnFolder.name)) }
        try tree.makeFolder(OwnFolder.name)
        try OwnFolder.check(tree)
        descriptor = try tree.descriptor(of: OwnFolder.lock, O_RDWR | O_CREAT)
      } catch {
        if error.code == ENOENT { continue }
        throw error.diagnostic
      }
      let lock = OutputLock(descriptor: descriptor, folder: folder, made: made)
      try Self.lock(descriptor, LOCK_EX, folder)
      if let own = FileStamp(descriptor: descriptor),
        FileStamp("\(folder)/\(OwnFolder.lock)", following: false)?.isSameFile(as: own) == true
      {
        sign(descriptor)
        return lock
      }
    }
    throw Diagnostic(OutputIssue.busy(holder: nil), at: Place(file: folder))
  }

  /// Sees to it that nobody works in the folder while it is looked at; nothing is written.
  ///
  /// - Returns: Nil where there is no folder, or none that was ever worked in.
  /// - Throws: `Diagnostic`.
  package static func look(at output: URL) throws -> OutputLock? {
    let folder = resolved(output)
    let descriptor: Int32
    do throws(FileError) {
      let tree = try FileTree(folder)
      guard tree.stamp(of: OwnFolder.lock) != nil else { return nil }
      try OwnFolder.check(tree)
      descriptor = try tree.descriptor(of: OwnFolder.lock, O_RDONLY)
    } catch {
      if error.code == ENOENT { return nil }
      throw error.diagnostic
    }
    let lock = OutputLock(descriptor: descriptor, folder: folder, made: [])
    try Self.lock(descriptor, LOCK_SH, folder)
    return lock
  }

  /// Finishes what a killed run has begun, and clears away what it has left.
  ///
  /// - Parameter report: Is told of files that were set aside.
  /// - Throws: `Diagnostic`, `FileError`.
  package func recover(report: (Diagnostic) -> Void) throws {
    try JournaledUpdate.replay(in: try FileTree(folder), isLeft: true, report: report)
    try LeftoverTree.remove(of: self)
  }

  /// Takes away what was made for the lock alone, after a run that came to nothing.
  package func removeTraces() {
    guard made.last == "\(folder)/\(OwnFolder.name)", let tree = try? FileTree(folder),
      let left = try? tree.entries(of: OwnFolder.name), left.allSatisfy({ $0.path == OwnFolder.lock })
    else { return }
    try? tree.remove(OwnFolder.lock)
    for path in made.reversed() { rmdir(path) }
  }

  private static func resolved(_ output: URL) -> String {
    let path = output.resolvingSymlinksInPath().path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func lock(_ descriptor: Int32, _ kind: Int32, _ folder: String) throws {
    while flock(descriptor, kind | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        throw Diagnostic(OutputIssue.busy(holder: holder(descriptor)), at: Place(file: folder))
      default: throw unwritable("\(folder)/\(OwnFolder.lock)")
      }
    }
  }

  // MARK: Who has it

  private static func sign(_ descriptor: Int32) {
    let text = "pid \(getpid())\nsince \(ISO8601Moment.utc(Int(FileStamp.now / 1_000_000_000)))\n"
    ftruncate(descriptor, 0)
    // Only for the message of the process that comes second: it works as well without.
    _ = Array(text.utf8).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  private static func holder(_ descriptor: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    let fields = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard fields.count == 2, fields[0].count == 2, fields[1].count == 2 else { return nil }
    return "process \(fields[0][1]), since \(fields[1][1])"
  }

  // MARK: Folders

  /// - Returns: Those that were not there.
  private static func makeFolders(_ path: String) throws -> [String] {
    var missing: [String] = []
    var folder = path
    while FileStamp(folder, following: true) == nil, folder != "/" {
      missing.insert(folder, at: 0)
      folder = (folder as NSString).deletingLastPathComponent
    }
    for folder in missing where mkdir(folder, 0o755) != 0 && errno != EEXIST { throw unwritable(folder) }
    return missing
  }

  private static func unwritable(_ path: String) -> Diagnostic {
    let reason = String(cString: strerror(errno))
    return Diagnostic(FileIssue.unwritable(reason: reason), at: Place(file: path))
  }
}

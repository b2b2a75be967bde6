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
    let made = try makeFolders("\(folder)/\(OwnFolder.name)")
    let path = "\(folder)/\(OwnFolder.lock)"
    // A run that publishes, or cleans up after itself, changes what the path means between opening and locking.
    for _ in 0..<100 {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        if errno == ENOENT, (try? makeFolders("\(folder)/\(OwnFolder.name)")) != nil { continue }
        throw unwritable(path)
      }
      do {
        try lock(descriptor, LOCK_EX, path)
      } catch {
        close(descriptor)
        throw error
      }
      if let own = FileStamp(descriptor: descriptor), FileStamp(path, following: false)?.isSameFile(as: own) == true {
        sign(descriptor)
        return OutputLock(descriptor: descriptor, folder: folder, made: made)
      }
      close(descriptor)
    }
    throw Diagnostic(OutputIssue.busy(holder: nil), at: Place(file: folder))
  }

  /// Sees to it that nobody works in the folder while it is looked at; nothing is written.
  ///
  /// - Returns: Nil where there is no folder, or none that was ever worked in.
  /// - Throws: `Diagnostic`.
  package static func look(at output: URL) throws -> OutputLock? {
    let folder = resolved(output)
    let path = "\(folder)/\(OwnFolder.lock)"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    do {
      try lock(descriptor, LOCK_SH, path)
    } catch {
      close(descriptor)
      throw error
    }
    return OutputLock(descriptor: descriptor, folder: folder, made: [])
  }

  /// Takes away what was made for the lock alone, after a run that came to nothing.
  package func removeTraces() {
    guard let own = made.last else { return }
    let left = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
    guard left.allSatisfy({ "\(OwnFolder.name)/\($0)" == OwnFolder.lock }) else { return }
    unlink("\(folder)/\(OwnFolder.lock)")
    for path in made.reversed() { rmdir(path) }
  }

  private static func resolved(_ output: URL) -> String {
    let path = output.resolvingSymlinksInPath().path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func lock(_ descriptor: Int32, _ kind: Int32, _ path: String) throws {
    while flock(descriptor, kind | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        let holder = try? String(contentsOfFile: path, encoding: .utf8)
        throw Diagnostic(
          OutputIssue.busy(holder: holder.flatMap(described)),
          at: Place(file: String(path.dropLast(OwnFolder.lock.count + 1))))
      default: throw unwritable(path)
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

  private static func described(_ text: String) -> String? {
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

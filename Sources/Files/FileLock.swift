import Foundation

/// An advisory lock (`flock`), which the system releases however the process ends. Some network file systems have no
/// locks; callers may choose to go without.
package final class FileLock: Sendable {
  package enum Kind: Sendable { case shared, exclusive }

  package enum Outcome: Sendable {
    case taken
    /// Another process holds the lock.
    case busy
    /// The file system has no locks. The value is the `errno`.
    case unavailable(Int32)
  }

  private let descriptor: Int32

  /// Opens a file in a tree as a lock, which can be signed.
  ///
  /// - Parameter making: Creates the file if it is missing. If false, opens it read-only.
  /// - Throws: `FileError`, also if the path is not a regular file.
  package init(_ path: RelativePath, in tree: FileTree, making: Bool) throws(FileError) {
    descriptor = try tree.descriptor(of: path, making ? O_RDWR | O_CREAT : O_RDONLY)
  }

  /// Opens a folder itself as a lock, which leaves no file in it.
  package init(folder tree: FileTree) throws(FileError) {
    descriptor = open(tree.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(tree.path, .system(errno)) }
  }

  /// Unlocks before closing. A process that is just being spawned holds copies of all descriptors until its own program
  /// runs; without the unlock, the lock would last as long as the last copy.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The stamp of the open file, even if its name now belongs to another file.
  package var stamp: FileStamp? { FileStamp(descriptor: descriptor) }

  /// Acquires the lock until this object is deinitialized. Does not wait.
  package func take(_ kind: Kind) -> Outcome {
    while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .busy
      default: return .unavailable(errno)
      }
    }
    return .taken
  }

  /// Records the lock's holder. For people only: the lock works without it.
  package func sign(_ text: String) {
    ftruncate(descriptor, 0)
    _ = Array(text.utf8).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// The first bytes of the holder's signature.
  package var signature: String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

import Foundation

/// An advisory lock (flock), which the system takes back however the process ends. File systems that have none (some
/// network file systems) go without where the caller lets them.
package final class FileLock: Sendable {
  package enum Kind: Sendable { case shared, exclusive }

  package enum Outcome: Sendable {
    case taken
    /// Another process has it.
    case busy
    /// The error's number: there are no locks here.
    case unavailable(Int32)
  }

  private let descriptor: Int32

  /// A file of a tree, which can be signed.
  ///
  /// - Parameter making: Makes the file where it is not there; else it is opened for reading alone.
  /// - Throws: `FileError`, also for what is no regular file.
  package init(_ path: RelativePath, in tree: FileTree, making: Bool) throws(FileError) {
    descriptor = try tree.descriptor(of: path, making ? O_RDWR | O_CREAT : O_RDONLY)
  }

  /// A folder itself, in which no file is left then.
  package init(folder tree: FileTree) throws(FileError) {
    descriptor = open(tree.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(tree.path, .system(errno)) }
  }

  /// Unlocks before it closes: a process that is being started at this moment holds a copy of every descriptor until its own
  /// program runs, and without this a lock would last as long as the last copy.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Of the file that is open, whatever stands under its name since.
  package var stamp: FileStamp? { FileStamp(descriptor: descriptor) }

  /// Takes it until this object is gone. Does not wait.
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

  /// Writes who has it. Only for people: it works as well without.
  package func sign(_ text: String) {
    ftruncate(descriptor, 0)
    _ = Array(text.utf8).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// The first bytes of what the one who has it has written.
  package var signature: String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

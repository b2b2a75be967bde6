import Foundation
import NIOCore

/// A file that is open for reading. What was learnt of it when it was opened is of the very file that is read, whatever
/// stands under its name since.
final class OpenFile: Sendable {
  private let descriptor: Int32
  /// Bytes.
  let size: Int
  /// When it was written: nanoseconds since 1970.
  let modified: Int64

  /// - Returns: Nil where there is no file that can be read: a folder, a pipe, a symbolic link.
  init?(_ file: URL) {
    // A pipe without a writer would keep the opening waiting.
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    var found = stat()
    guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_size >= 0 else {
      (size, modified) = (0, 0)
      return nil
    }
    size = Int(found.st_size)
    #if canImport(Darwin)
      let time = found.st_mtimespec
    #else
      let time = found.st_mtim
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  deinit { close(descriptor) }

  /// Some of the bytes from `start` on, one at the least.
  ///
  /// - Throws: `POSIXError`, `EIO` where the file ends before.
  func read(at start: Int, atMost limit: Int) throws -> ByteBuffer {
    var buffer = ByteBuffer()
    let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: limit) { bytes in
      var count = -1
      repeat {
        count = pread(descriptor, bytes.baseAddress, min(limit, bytes.count), off_t(start))
      } while count < 0 && errno == EINTR
      return max(0, count)
    }
    guard count > 0 else { throw POSIXError(.EIO) }
    return buffer
  }
}

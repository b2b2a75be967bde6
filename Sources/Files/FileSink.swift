import Diagnostics
import Foundation

/// A file that is written piece by piece.
package final class FileSink {
  package let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// Takes over a descriptor that is open for writing.
  init(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  /// Opens a file that is there to be written at its end. Never waits for somebody at the other end of a pipe.
  package convenience init(appendingTo path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path, .system(errno)) }
    // Writing may wait as ever.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    self.init(descriptor, path: path)
  }

  deinit { close(descriptor) }

  /// - Throws: `Diagnostic`.
  package func write(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    do { try append(bytes) } catch { throw error.diagnostic }
  }

  /// - Throws: `Diagnostic`.
  package func write(_ text: String) throws(Diagnostic) { try write(text.utf8) }

  /// What was written is with the system when this returns.
  ///
  /// - Throws: `Diagnostic`.
  package func flush() throws(Diagnostic) {
    do { try end() } catch { throw error.diagnostic }
  }

  /// What was written is on the disk when this returns.
  ///
  /// - Throws: `Diagnostic`.
  package func synchronize() throws(Diagnostic) {
    try flush()
    guard fsync(descriptor) == 0 else { throw FileError(path, .system(errno)).diagnostic }
  }

  /// As `write`.
  package func append(_ bytes: some Sequence<UInt8>) throws(FileError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try end() }
  }

  /// As `flush`.
  package func end() throws(FileError) {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(path, .system(errno)) }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

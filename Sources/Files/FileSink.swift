import Diagnostics
import Foundation

/// A file that is written piece by piece.
package final class FileSink {
  package let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// - Throws: `Diagnostic` naming the file and the reason.
  package init(_ path: String) throws(Diagnostic) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileCall.failure(path) }
    buffer.reserveCapacity(Self.bufferSize + 4096)
  }

  deinit { close(descriptor) }

  /// - Throws: `Diagnostic`.
  package func write(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// - Throws: `Diagnostic`.
  package func write(_ text: String) throws(Diagnostic) { try write(text.utf8) }

  /// What was written is with the system when this returns.
  ///
  /// - Throws: `Diagnostic`.
  package func flush() throws(Diagnostic) {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileCall.failure(path) }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// What was written is on the disk when this returns.
  ///
  /// - Throws: `Diagnostic`.
  package func synchronize() throws(Diagnostic) {
    try flush()
    guard fsync(descriptor) == 0 else { throw FileCall.failure(path) }
  }
}

/// The system's calls on files, with errors that name the file.
package enum FileCall {
  /// Of the call that has just failed.
  package static func failure(_ path: String, _ code: Int32 = errno) -> Diagnostic {
    Diagnostic(FileIssue.unwritable(reason: String(cString: strerror(code))), at: Place(file: path))
  }

  /// Makes a folder and those above it.
  ///
  /// - Throws: `Diagnostic`.
  package static func makeFolder(_ path: String) throws(Diagnostic) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw failure(path) }
    try makeFolder((path as NSString).deletingLastPathComponent)
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
  }

  /// A second name for a file; of a link, for the link itself.
  ///
  /// - Returns: 0, or the error's number.
  package static func link(_ source: String, _ target: String) -> Int32 {
    linkat(AT_FDCWD, source, AT_FDCWD, target, 0) == 0 ? 0 : errno
  }
}

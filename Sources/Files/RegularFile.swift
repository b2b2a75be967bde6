import Foundation

/// A regular file, open to be read as far as it is needed. Never a pipe or a device, which may never end.
package struct RegularFile: ~Copyable {
  /// Bytes that `forEachPiece` gives at once.
  private static let pieceSize = 1 << 18

  /// As it was when it was opened.
  package let stamp: FileStamp
  private let descriptor: Int32

  /// - Throws: `FileIssue.unreadable`.
  package init(_ path: String) throws(FileIssue) {
    // Opening a pipe would wait for somebody who writes.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
    guard let stamp = FileStamp(descriptor: descriptor), stamp.kind == .file else {
      close(descriptor)
      throw .unreadable(reason: "it is not a regular file")
    }
    self.stamp = stamp
  }

  deinit { close(descriptor) }

  /// The file's first bytes, all of them where it has no more than `count`.
  ///
  /// - Throws: `FileIssue.unreadable`, also where the file has become shorter.
  package func bytes(first count: Int) throws(FileIssue) -> [UInt8] {
    let count = max(0, min(count, stamp.size))
    var failure: FileIssue?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(FileIssue) {
        while initialized < count {
          let piece = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized..<count])
          let got = try read(into: piece, at: initialized)
          guard got > 0 else { throw .unreadable(reason: "it has changed meanwhile") }
          initialized += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// All of the file, a piece after the other.
  ///
  /// - Throws: `FileIssue.unreadable`.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileIssue) {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    var position = 0
    while true {
      var failure: FileIssue?
      let got = piece.withUnsafeMutableBytes { buffer -> Int in
        do throws(FileIssue) {
          let got = try read(into: buffer, at: position)
          body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<got]))
          return got
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      guard got > 0 else { return }
      position += got
    }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws(FileIssue) -> Int {
    while true {
      let got = pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
      if got >= 0 { return got }
      guard errno == EINTR else { throw .unreadable(reason: String(cString: strerror(errno))) }
    }
  }
}

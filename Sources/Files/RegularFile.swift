import Foundation

/// An open regular file, read as far as needed. It is never a pipe or a device, which may never end. Opening one of
/// those fails without waiting.
package final class RegularFile: Sendable {
  /// The size of the parts that `forEachPiece` passes, in bytes.
  package static let pieceSize = 1 << 18
  /// The largest size of a text that people write by hand, in bytes: tokens, templates, a project file.
  package static let textLimit = 64 << 20

  /// The path with which the file was opened.
  package let path: String
  /// The metadata at the time of opening.
  package let stamp: FileStamp
  private let descriptor: Int32
  /// For a part of another file: that file, which owns the descriptor, and the start of the part in bytes.
  private let whole: (file: RegularFile, start: Int)?

  /// Opens the file that a path refers to, following symbolic links.
  ///
  /// - Throws: `FileError`, also if it is not a regular file.
  package convenience init(_ path: String) throws(FileError) {
    try self.init(path, flags: 0)
  }

  /// Like `init(_:)`.
  package convenience init(_ url: URL) throws(FileError) { try self.init(url.path) }

  /// Like `init(_:)`, but rejects a symbolic link.
  package convenience init(notLinked path: String) throws(FileError) {
    try self.init(path, flags: O_NOFOLLOW)
  }

  private convenience init(_ path: String, flags: Int32) throws(FileError) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
    guard descriptor >= 0 else { throw Self.notOpened(path, code: errno) }
    try self.init(descriptor, path: path)
  }

  /// Takes ownership of a descriptor that is open for reading.
  init(_ descriptor: Int32, path: String) throws(FileError) {
    guard let stamp = FileStamp(descriptor: descriptor), stamp.kind == .file else {
      let isFolder = FileStamp(descriptor: descriptor)?.kind == .folder
      close(descriptor)
      throw FileError(path, isFolder ? .folder : .notAFile)
    }
    (self.path, self.stamp, self.descriptor, whole) = (path, stamp, descriptor, nil)
  }

  /// Creates a file from a part of another file.
  ///
  /// - Parameters:
  ///   - range: The part in bytes, within the other file's size.
  ///   - path: The path used in errors.
  package init(_ range: Range<Int>, of file: RegularFile, path: String) {
    var stamp = file.stamp
    (stamp.size, stamp.inode) = (range.count, UInt64(range.lowerBound))
    (self.path, self.stamp, descriptor, whole) = (path, stamp, file.descriptor, (file, range.lowerBound))
  }

  deinit { if whole == nil { close(descriptor) } }

  /// - Parameter code: The `errno` of the failed open.
  static func notOpened(_ path: String, code: Int32) -> FileError {
    switch code {
    case ELOOP: FileError(path, .link)
    // A socket, or a device without a driver.
    case ENXIO, ENODEV: FileError(path, .notAFile)
    default: FileError(path, .system(code))
    }
  }

  // MARK: The whole file

  /// Returns all bytes.
  ///
  /// - Parameter limit: The maximum size, in bytes.
  /// - Throws: `FileError`, also if the file is larger.
  package func bytes(limit: Int) throws(FileError) -> [UInt8] {
    guard stamp.size <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
    var bytes = try bytes(first: stamp.size)
    // The file may grow while it is read, and files of the kernel have no size.
    while true {
      let piece = try read(at: bytes.count, upTo: Self.pieceSize)
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
    }
  }

  /// Like `bytes(limit:)`.
  package func data(limit: Int) throws(FileError) -> Data { Data(try bytes(limit: limit)) }

  /// Returns the file as UTF-8, without a leading byte order mark.
  ///
  /// - Throws: `FileError`, also if the file is larger than `limit` bytes or is not UTF-8.
  package func text(limit: Int = textLimit) throws(FileError) -> String {
    guard let text = String(bytes: try bytes(limit: limit), encoding: .utf8) else { throw FileError(path, .notUTF8) }
    return text
  }

  /// Calls `body` with consecutive parts of the file.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
    var position = 0
    while true {
      let piece = try read(at: position, upTo: Self.pieceSize)
      if piece.isEmpty { return }
      piece.withUnsafeBytes(body)
      position += piece.count
    }
  }

  /// Appends the whole file to `sink`.
  package func copy(to sink: FileSink) throws(FileError) {
    var position = 0
    while true {
      let piece = try read(at: position, upTo: Self.pieceSize)
      if piece.isEmpty { return }
      try sink.append(piece)
      position += piece.count
    }
  }

  // MARK: Parts

  /// Returns the first `count` bytes, or all if there are fewer.
  ///
  /// - Throws: `FileError`, also if the file was truncated.
  package func bytes(first count: Int) throws(FileError) -> [UInt8] {
    let count = max(0, min(count, stamp.size))
    var bytes = try read(at: 0, upTo: count)
    while bytes.count < count {
      let piece = try read(at: bytes.count, upTo: count - bytes.count)
      guard !piece.isEmpty else { throw FileError(path, .changed) }
      bytes += piece
    }
    return bytes
  }

  /// Returns the last `count` bytes, or all if there are fewer.
  package func bytes(last count: Int) throws(FileError) -> [UInt8] {
    try read(at: max(0, stamp.size - count), upTo: count)
  }

  /// Returns up to `count` bytes from a position; none at the end.
  package func read(at position: Int, upTo count: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(FileError) {
        initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: position)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads bytes into a buffer.
  ///
  /// - Returns: The number of bytes read; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws(FileError) -> Int {
    let count = whole == nil ? buffer.count : max(0, min(buffer.count, stamp.size - position))
    while count > 0 {
      let got = pread(descriptor, buffer.baseAddress, count, off_t(position + (whole?.start ?? 0)))
      if got >= 0 { return got }
      guard errno == EINTR else { throw FileError(path, .system(errno)) }
    }
    return 0
  }

  /// Maps the file into memory. The system reads bytes when they are accessed.
  ///
  /// - Throws: `FileError`, also for a part of another file.
  package func mapped() throws(FileError) -> MappedFile {
    guard whole == nil else { throw FileError(path, .notAFile) }
    return try MappedFile(descriptor, stamp, path: path)
  }
}

/// The bytes of a file as read-only memory, for the lifetime of this object. If the file is truncated meanwhile,
/// reading it ends the process. So it is for installed files, not for files that people edit.
///
/// `@unchecked Sendable`: the pointer is constant and nothing writes through it.
package final class MappedFile: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer

  init(_ descriptor: Int32, _ stamp: FileStamp, path: String) throws(FileError) {
    // mmap rejects a length of 0.
    guard stamp.size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, stamp.size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw FileError(path, .system(errno))
    }
    bytes = UnsafeRawBufferPointer(start: start, count: stamp.size)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }
}

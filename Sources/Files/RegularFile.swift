import Foundation

/// A regular file, open to be read as far as it is needed. Never a pipe or a device, which may never end; opening one does
/// not wait for it either.
package final class RegularFile: Sendable {
  /// Bytes that `forEachPiece` gives at once.
  package static let pieceSize = 1 << 18
  /// The largest number of bytes of a text that is written by hand: tokens, templates, a project file.
  package static let textLimit = 64 << 20

  /// As it was called when it was opened.
  package let path: String
  /// As it was when it was opened.
  package let stamp: FileStamp
  private let descriptor: Int32
  /// The file that contains this one and owns the descriptor, and the start of this file in it.
  private let whole: (file: RegularFile, start: Int)?

  /// Opens what a path leads to, through symbolic links too.
  ///
  /// - Throws: `FileError`, also for what is no regular file.
  package convenience init(_ path: String) throws(FileError) {
    try self.init(path, flags: 0)
  }

  /// As `init(_:)`.
  package convenience init(_ url: URL) throws(FileError) { try self.init(url.path) }

  /// As `init(_:)`, but for a symbolic link, which is no regular file here.
  package convenience init(notLinked path: String) throws(FileError) {
    try self.init(path, flags: O_NOFOLLOW)
  }

  private convenience init(_ path: String, flags: Int32) throws(FileError) {
    // Opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
    guard descriptor >= 0 else { throw Self.notOpened(path, code: errno) }
    try self.init(descriptor, path: path)
  }

  /// Takes over a descriptor that is open for reading.
  init(_ descriptor: Int32, path: String) throws(FileError) {
    guard let stamp = FileStamp(descriptor: descriptor), stamp.kind == .file else {
      let isFolder = FileStamp(descriptor: descriptor)?.kind == .folder
      close(descriptor)
      throw FileError(path, isFolder ? .folder : .notAFile)
    }
    (self.path, self.stamp, self.descriptor, whole) = (path, stamp, descriptor, nil)
  }

  /// Some of another file's bytes, to be read as a file by itself.
  ///
  /// - Parameters:
  ///   - range: Within the other file's size.
  ///   - path: As it is called in errors.
  package init(_ range: Range<Int>, of file: RegularFile, path: String) {
    var stamp = file.stamp
    (stamp.size, stamp.inode) = (range.count, UInt64(range.lowerBound))
    (self.path, self.stamp, descriptor, whole) = (path, stamp, file.descriptor, (file, range.lowerBound))
  }

  deinit { if whole == nil { close(descriptor) } }

  /// - Parameter code: The error's number that opening has left.
  static func notOpened(_ path: String, code: Int32) -> FileError {
    switch code {
    case ELOOP: FileError(path, .link)
    // A socket, or a device that nothing drives.
    case ENXIO, ENODEV: FileError(path, .notAFile)
    default: FileError(path, .system(code))
    }
  }

  // MARK: All of it

  /// - Parameter limit: How many bytes it may have.
  package func bytes(limit: Int) throws(FileError) -> [UInt8] {
    guard stamp.size <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
    var bytes = try bytes(first: stamp.size)
    // It may grow while it is read, and files of the kernel's have no size at all.
    while true {
      let piece = try read(at: bytes.count, upTo: Self.pieceSize)
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
    }
  }

  /// As `bytes(limit:)`.
  package func data(limit: Int) throws(FileError) -> Data { Data(try bytes(limit: limit)) }

  /// The text in UTF-8, without a byte order mark at its beginning.
  package func text(limit: Int = textLimit) throws(FileError) -> String {
    guard let text = String(bytes: try bytes(limit: limit), encoding: .utf8) else { throw FileError(path, .notUTF8) }
    return text
  }

  /// A piece after the other.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
    var position = 0
    while true {
      let piece = try read(at: position, upTo: Self.pieceSize)
      if piece.isEmpty { return }
      piece.withUnsafeBytes(body)
      position += piece.count
    }
  }

  /// Appends all of it.
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

  /// The file's first bytes, all of them where it has no more than `count`.
  ///
  /// - Throws: `FileError`, also where the file has become shorter.
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

  /// The file's last bytes.
  package func bytes(last count: Int) throws(FileError) -> [UInt8] {
    try read(at: max(0, stamp.size - count), upTo: count)
  }

  /// Up to `count` bytes from a position on; none at the end.
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

  /// - Returns: How many bytes were read; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws(FileError) -> Int {
    let count = whole == nil ? buffer.count : max(0, min(buffer.count, stamp.size - position))
    while count > 0 {
      let got = pread(descriptor, buffer.baseAddress, count, off_t(position + (whole?.start ?? 0)))
      if got >= 0 { return got }
      guard errno == EINTR else { throw FileError(path, .system(errno)) }
    }
    return 0
  }

  /// The bytes as memory that the system fills from the file as they are asked for.
  ///
  /// - Throws: `FileError`, also for what is within another file.
  package func mapped() throws(FileError) -> MappedFile {
    guard whole == nil else { throw FileError(path, .notAFile) }
    return try MappedFile(descriptor, stamp, path: path)
  }
}

/// A file's bytes as memory, read only, for as long as this object lives. Reading it ends the process if the file
/// becomes shorter meanwhile, so it is for installed files and not for files that people write.
///
/// `@unchecked Sendable`: the pointer is constant and nothing writes through it.
package final class MappedFile: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer

  init(_ descriptor: Int32, _ stamp: FileStamp, path: String) throws(FileError) {
    // The system has no mapping of nothing.
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

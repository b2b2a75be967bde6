/// The source of an archive's bytes: its file, or a decompressor.
protocol ByteSource: AnyObject {
  /// The next bytes, valid until the next call; empty at the end.
  func next() throws(ArchiveFault) -> UnsafeRawBufferPointer
  /// Skips bytes without reading them.
  ///
  /// - Returns: The number of skipped bytes; 0 if they must be read.
  func skip(_ count: Int) -> Int
  /// - Returns: Whether reading continues at that position.
  func seek(to position: Int) -> Bool
  /// The position at which `next` continues.
  var position: Int { get }
  /// The total size in bytes; nil if unknown.
  var size: Int? { get }
}

/// The archive's own file.
final class FileBytes: ByteSource {
  private let file: RegularFile
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: RegularFile.pieceSize, alignment: 16)
  private(set) var position = 0
  /// The size of the next chunk in bytes: small while reads are scattered, as between the headers of a zip archive.
  private var pieceSize = FileBytes.smallPiece
  private static let smallPiece = 1 << 13

  init(_ file: RegularFile) {
    self.file = file
  }

  deinit { piece.deallocate() }

  var size: Int? { file.stamp.size }

  func next() throws(ArchiveFault) -> UnsafeRawBufferPointer {
    do throws(FileError) {
      let got = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: piece[..<pieceSize]), at: position)
      position += got
      pieceSize = min(pieceSize * 2, piece.count)
      return UnsafeRawBufferPointer(rebasing: piece[..<got])
    } catch {
      throw .file(error)
    }
  }

  func skip(_ count: Int) -> Int {
    let skipped = max(0, min(count, file.stamp.size - position))
    position += skipped
    pieceSize = Self.smallPiece
    return skipped
  }

  func seek(to position: Int) -> Bool {
    guard position >= 0 else { return false }
    self.position = position
    pieceSize = Self.smallPiece
    return true
  }
}

/// Decompresses gzip data.
final class GzipBytes: ByteSource {
  private let handle: ArchiveHandle
  private let limits: ArchiveLimits
  private let packed: Int
  private(set) var position = 0

  /// - Throws: `ArchiveFault` if the file is not in gzip format.
  init(_ file: FileBytes, limits: ArchiveLimits) throws(ArchiveFault) {
    (self.limits, packed) = (limits, file.size ?? 0)
    handle = try ArchiveHandle(.gzip, from: file)
    guard try handle.nextHeader() != nil else { throw .truncated }
  }

  var size: Int? { nil }

  func next() throws(ArchiveFault) -> UnsafeRawBufferPointer {
    guard let (bytes, _) = try handle.nextBlock() else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    position += bytes.count
    try limits.check(unpacked: position, packed: packed)
    return bytes
  }

  func skip(_ count: Int) -> Int { 0 }
  func seek(to position: Int) -> Bool { false }
}

extension ArchiveLimits {
  /// - Throws: `ArchiveFault.bomb`.
  func check(unpacked: Int, packed: Int) throws(ArchiveFault) {
    let (allowed, overflow) = packed.multipliedReportingOverflow(by: ratio)
    guard unpacked <= freeBytes || overflow || unpacked <= allowed else {
      throw .bomb(unpacked: unpacked, packed: packed)
    }
  }
}

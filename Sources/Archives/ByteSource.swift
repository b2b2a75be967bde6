import Files

/// Where the bytes of an archive come from: its file, or what unpacks it.
protocol ByteSource: AnyObject {
  /// The next bytes, good until the next call; none at the end.
  func next() throws(ArchiveFault) -> UnsafeRawBufferPointer
  /// Passes over bytes without reading them.
  ///
  /// - Returns: How many; 0 where they have to be read.
  func skip(_ count: Int) -> Int
  /// - Returns: Whether reading goes on from that byte.
  func seek(to position: Int) -> Bool
  /// Where `next` goes on.
  var position: Int { get }
  /// Bytes in all; nil where nobody knows.
  var size: Int? { get }
}

/// The archive's own file.
final class FileBytes: ByteSource {
  private let file: RegularFile
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: RegularFile.pieceSize, alignment: 16)
  private(set) var position = 0
  /// Bytes of the next piece: few where reading goes on elsewhere each time, as from header to header of a zip archive.
  private var pieceSize = FileBytes.smallPiece
  private static let smallPiece = 1 << 13

  init(_ file: RegularFile) {
    self.file = file
  }

  deinit { piece.deallocate() }

  var size: Int? { file.stamp.size }

  /// All of its bytes; nil where there are more than that, or they can't be read.
  func all(limit: Int) -> [UInt8]? { try? file.bytes(limit: limit) }

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

/// What gzip has packed, as it is unpacked.
final class GzipBytes: ByteSource {
  private let file: FileBytes
  /// Nil where libarchive gives nothing of it.
  private var handle: ArchiveHandle?
  private let limits: ArchiveLimits
  private let packed: Int
  private(set) var position = 0
  /// Of a small archive that breaks off, what libarchive loses of it.
  private var rest: UnsafeMutableRawBufferPointer?
  private static let smallSize = 1 << 18

  /// - Throws: `ArchiveFault` where gzip has not packed it.
  init(_ file: FileBytes, limits: ArchiveLimits) throws(ArchiveFault) {
    (self.file, self.limits, packed) = (file, limits, file.size ?? 0)
    do throws(ArchiveFault) {
      let handle = try ArchiveHandle(.gzip, from: file)
      guard try handle.nextHeader() != nil else { throw .truncated }
      self.handle = handle
    } catch {
      guard error == .truncated else { throw error }
    }
  }

  deinit { rest?.deallocate() }

  var size: Int? { nil }

  func next() throws(ArchiveFault) -> UnsafeRawBufferPointer {
    guard rest == nil else { throw .truncated }
    do throws(ArchiveFault) {
      guard let handle else { throw .truncated }
      guard let (bytes, _) = try handle.nextBlock() else { return UnsafeRawBufferPointer(start: nil, count: 0) }
      position += bytes.count
      try limits.check(unpacked: position, packed: packed)
      return bytes
    } catch {
      guard error == .truncated, let lost = lost() else { throw error }
      let rest = UnsafeMutableRawBufferPointer.allocate(byteCount: lost.count, alignment: 16)
      rest.copyBytes(from: lost)
      self.rest = rest
      position += lost.count
      return UnsafeRawBufferPointer(rest)
    }
  }

  private func lost() -> ArraySlice<UInt8>? {
    guard let bytes = file.all(limit: Self.smallSize) else { return nil }
    let unpacked = BrokenDeflate.bytes(of: bytes, limit: limits.freeBytes)
    return unpacked.count > position ? unpacked[position...] : nil
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

/// What gzip has packed, as it is unpacked.
final class GzipBytes: ByteSource {
  private let handle: ArchiveHandle
  private let limits: ArchiveLimits
  private let packed: Int
  private(set) var position = 0

  /// - Throws: `ArchiveFault` where gzip has not packed it.
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

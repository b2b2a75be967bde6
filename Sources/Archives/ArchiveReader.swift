import Files

/// The entries of an archive one after the other, each with its bytes: nothing is kept of what has passed, and nothing is
/// unpacked that is not asked for, so that an archive of any size takes a few pieces of memory.
package final class ArchiveReader {
  package enum Form: Hashable, Sendable {
    case zip, tar
    /// A tar archive that gzip has packed.
    case gzippedTar
  }

  private let handle: ArchiveHandle
  private let limits: ArchiveLimits
  private let packed: Int
  /// Bytes of entries so far.
  private var unpacked = 0
  private var entryCount = 0
  /// The entry that was returned last has bytes that were not read.
  private var isInEntry = false

  /// - Throws: `ArchiveFault` where it can't be read as what it is.
  package init(_ file: RegularFile, form: Form, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveFault) {
    (self.limits, packed) = (limits, file.stamp.size)
    let bytes = FileBytes(file)
    handle =
      switch form {
      case .zip: try ArchiveHandle(.zip, from: bytes)
      case .tar: try ArchiveHandle(.tar, from: bytes)
      case .gzippedTar: try ArchiveHandle(.tar, from: GzipBytes(bytes, limits: limits))
      }
  }

  /// The next entry; what was not read of the one before is passed over.
  ///
  /// - Returns: Nil at the end.
  /// - Throws: `ArchiveFault`; nothing of the archive can be read then.
  package func next() throws(ArchiveFault) -> ArchiveEntry? {
    handle.allow(nil)
    if isInEntry { try handle.skipEntry() }
    isInEntry = false
    handle.allow(limits.headerBytes)
    guard let entry = try handle.nextHeader() else { return nil }
    entryCount += 1
    guard entryCount <= limits.entries else { throw .tooManyEntries(limit: limits.entries) }
    handle.allow(nil)
    isInEntry = true
    return entry
  }

  /// The bytes of the entry that was returned last, piece by piece.
  ///
  /// - Parameter body: Gets each piece; returns whether it wants another.
  /// - Throws: `ArchiveFault`; where it is one of the entry alone, `next` goes on behind it.
  package func read(_ body: (UnsafeRawBufferPointer) throws(ArchiveFault) -> Bool) throws(ArchiveFault) {
    var position = 0
    while let (bytes, offset) = try handle.nextBlock() {
      guard offset == position else { throw .sparse }
      position += bytes.count
      unpacked += bytes.count
      try limits.check(unpacked: unpacked, packed: packed)
      guard try body(bytes) else { return }
    }
    isInEntry = false
  }
}

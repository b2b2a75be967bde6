/// Reads the entries of an archive sequentially. Nothing is cached or decompressed without a request, so that an
/// archive of any size needs only a few buffers.
package final class ArchiveReader {
  package enum Form: Hashable, Sendable {
    case zip, tar
    /// A tar archive compressed with gzip.
    case gzippedTar
  }

  private let handle: ArchiveHandle
  private let limits: ArchiveLimits
  private let packed: Int
  /// The total size of entries so far, in bytes.
  private var unpacked = 0
  private var entryCount = 0
  /// Whether the current entry has unread bytes.
  private var isInEntry = false

  /// - Throws: `ArchiveFault` if it can't be read in this format.
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

  /// Returns the next entry; the unread rest of the previous one is skipped.
  ///
  /// - Returns: Nil at the end.
  /// - Throws: `ArchiveFault`; nothing more of the archive can be read then.
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

  /// Reads the bytes of the current entry in chunks.
  ///
  /// - Parameter body: Called for each chunk; returns whether to continue.
  /// - Throws: `ArchiveFault`; if only the entry is damaged, `next` continues after it.
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

/// The metadata of an entry, available before its bytes are read.
package struct ArchiveEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, folder
    /// Symbolic or hard.
    case link
    /// A device, a pipe, a socket.
    case special
  }

  /// As stored in the archive: arbitrary bytes.
  package let name: [UInt8]
  package let kind: Kind
  /// Bytes; nil if only known after reading.
  package let size: Int?
  package let isEncrypted: Bool

  package init(name: [UInt8], kind: Kind, size: Int?, isEncrypted: Bool) {
    (self.name, self.kind, self.size, self.isEncrypted) = (name, kind, size, isEncrypted)
  }
}

/// The kind of an archive, determined by its contents and not by its name.
package enum ArchiveKind: Hashable, Sendable {
  case readable(ArchiveReader.Form)
  /// An unsupported kind, by its common name.
  case other(String)

  /// Returns nil if the file is not an archive. A single file compressed with gzip is not an archive.
  ///
  /// - Throws: `FileError` if the file can't be read.
  package static func recognise(_ file: RegularFile) throws(FileError) -> ArchiveKind? {
    let start = try file.bytes(first: min(Self.headSize, file.stamp.size))
    if let kind = recognise(start) { return kind }
    guard start.starts(with: [0x1F, 0x8B]) else { return nil }
    // Only its beginning is decompressed.
    let gzip = try? GzipBytes(FileBytes(file), limits: ArchiveLimits())
    var head: [UInt8] = []
    while head.count < Self.headSize, let bytes = try? gzip?.next(), !bytes.isEmpty { head += bytes }
    // If it is truncated too early, only its name is left to decide.
    let name = file.path.lowercased()
    if head.isEmpty, name.hasSuffix(".tar.gz") || name.hasSuffix(".tgz") { return .readable(.gzippedTar) }
    // An empty archive consists of zeros.
    return isTar(head) || head.count >= Self.headSize && head.allSatisfy { $0 == 0 } ? .readable(.gzippedTar) : nil
  }

  /// The size of a tar header block, which contains the format's mark.
  private static let headSize = 512

  private static let marks: [(bytes: [UInt8], kind: ArchiveKind)] = [
    (Array("PK\u{3}\u{4}".utf8), .readable(.zip)), (Array("PK\u{5}\u{6}".utf8), .readable(.zip)),
    (Array("PK\u{7}\u{8}".utf8), .readable(.zip)),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .other("7z")), (Array("Rar!".utf8), .other("RAR")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .other("xz")), (Array("BZh".utf8), .other("bzip2")),
    ([0x28, 0xB5, 0x2F, 0xFD], .other("Zstandard")),
  ]

  private static func recognise(_ start: [UInt8]) -> ArchiveKind? {
    if let mark = marks.first(where: { start.starts(with: $0.bytes) }) { return mark.kind }
    return isTar(start) ? .readable(.tar) : nil
  }

  /// POSIX and GNU write `ustar` at offset 257 of a header.
  private static func isTar(_ start: [UInt8]) -> Bool {
    start.count >= 263 && start[257..<262].elementsEqual("ustar".utf8)
  }
}

/// Limits for an archive, whatever its headers claim. They are far above any service's archive of one account.
package struct ArchiveLimits: Hashable, Sendable {
  /// The number of files, folders and other named entries.
  package var entries = 200_000
  /// The maximum ratio of unpacked to packed size, once more than `freeBytes` are unpacked. JSON shrinks ten to thirty
  /// times; deflate can't exceed 1032 times.
  package var ratio = 200
  /// The number of unpacked bytes that are exempt from the ratio.
  package var freeBytes = 16 << 20
  /// The maximum number of bytes read to get to the next entry: its header with all extensions. For a zip archive, that
  /// includes its central directory.
  package var headerBytes = 32 << 20

  package init() {}
}

/// Why an archive, or one of its entries, can't be read.
package enum ArchiveFault: Error, Hashable, Sendable {
  /// An error of the archive's file.
  case file(FileError)
  /// The archive is truncated.
  case truncated
  /// Nil if the reason is unknown; if only one entry is damaged, the following ones can be read.
  case damaged(reason: String?, isOfEntry: Bool)
  case encrypted
  case tooManyEntries(limit: Int)
  /// A decompression bomb: `packed` bytes gave more than `unpacked` bytes.
  case bomb(unpacked: Int, packed: Int)
  /// The header of an entry, or the central directory.
  case hugeHeader(limit: Int)
  /// A sparse file, whose claimed size may be arbitrary.
  case sparse

  /// Whether the rest of the archive can still be read.
  package var isOfEntry: Bool {
    switch self {
    case .encrypted, .sparse: true
    case .damaged(_, let isOfEntry): isOfEntry
    case .file, .truncated, .tooManyEntries, .bomb, .hugeHeader: false
    }
  }
}

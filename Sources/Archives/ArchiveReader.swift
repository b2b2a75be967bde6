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

/// What an archive says of one of its files before its bytes are read.
package struct ArchiveEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, folder
    /// Symbolic or hard.
    case link
    /// A device, a pipe, a socket.
    case special
  }

  /// As it stands in the archive: any bytes.
  package let name: [UInt8]
  package let kind: Kind
  /// Bytes; nil where that is known only when they were read.
  package let size: Int?
  package let isEncrypted: Bool

  package init(name: [UInt8], kind: Kind, size: Int?, isEncrypted: Bool) {
    (self.name, self.kind, self.size, self.isEncrypted) = (name, kind, size, isEncrypted)
  }
}

/// What kind of archive a file is, by its content; a name says nothing.
package enum ArchiveKind: Hashable, Sendable {
  case readable(ArchiveReader.Form)
  /// One that is not read, by the name that people know it by.
  case other(String)

  /// Nil for what is no archive, a file by itself that gzip has packed among them.
  ///
  /// - Throws: `FileError` where the file can't be read.
  package static func recognise(_ file: RegularFile) throws(FileError) -> ArchiveKind? {
    let start = try file.bytes(first: min(Self.headSize, file.stamp.size))
    if let kind = recognise(start) { return kind }
    guard start.starts(with: [0x1F, 0x8B]) else { return nil }
    // Only its beginning is unpacked.
    let gzip = try? GzipBytes(FileBytes(file), limits: ArchiveLimits())
    var head: [UInt8] = []
    while head.count < Self.headSize, let bytes = try? gzip?.next(), !bytes.isEmpty { head += bytes }
    // One that breaks off early gives nothing: its name has to do.
    let name = file.path.lowercased()
    if head.isEmpty, name.hasSuffix(".tar.gz") || name.hasSuffix(".tgz") { return .readable(.gzippedTar) }
    // An empty archive is zeros alone.
    return isTar(head) || head.count >= Self.headSize && head.allSatisfy { $0 == 0 } ? .readable(.gzippedTar) : nil
  }

  /// Where tar's mark stands: a block's 257th byte.
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

  /// POSIX and GNU write `ustar` at byte 257 of a header.
  private static func isTar(_ start: [UInt8]) -> Bool {
    start.count >= 263 && start[257..<262].elementsEqual("ustar".utf8)
  }
}

/// What an archive may take, whatever it says of itself. Far more than any service's archive of one account comes to.
package struct ArchiveLimits: Hashable, Sendable {
  /// Files, folders and all else that has a name.
  package var entries = 200_000
  /// How many times its own size what is unpacked may have, once that is more than `freeBytes`. JSON becomes ten to
  /// thirty times smaller; deflate can't do more than 1032 times.
  package var ratio = 200
  /// Unpacked bytes of which no ratio is asked.
  package var freeBytes = 16 << 20
  /// Bytes that are unpacked to get from one entry to the next: its header, with all that belongs to it. Of a zip archive
  /// that is its list of contents, too.
  package var headerBytes = 32 << 20

  package init() {}
}

/// What keeps an archive, or one of its entries, from being read.
package enum ArchiveFault: Error, Hashable, Sendable {
  /// The archive's file.
  case file(FileError)
  /// It ends before its contents do.
  case truncated
  /// Nil where nothing more is known; what follows can be read where the damage is in one entry.
  case damaged(reason: String?, isOfEntry: Bool)
  case encrypted
  case tooManyEntries(limit: Int)
  /// It is made to take all of a disk or of memory: `unpacked` bytes, and more, came of `packed`.
  case bomb(unpacked: Int, packed: Int)
  /// The header of an entry, or the list of contents.
  case hugeHeader(limit: Int)
  /// A file that is mostly holes may say that it has any size.
  case sparse

  /// Whether what follows in the archive can still be read.
  package var isOfEntry: Bool {
    switch self {
    case .encrypted, .sparse: true
    case .damaged(_, let isOfEntry): isOfEntry
    case .file, .truncated, .tooManyEntries, .bomb, .hugeHeader: false
    }
  }
}

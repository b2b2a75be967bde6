import Files

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
    guard let gzip = try? GzipBytes(FileBytes(file), limits: ArchiveLimits()) else { return nil }
    var head: [UInt8] = []
    while head.count < Self.headSize, let bytes = try? gzip.next(), !bytes.isEmpty { head += bytes }
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

import CArchive
import Foundation

/// Owns a libarchive reader and its byte source.
final class ArchiveHandle {
  /// The formats that are enabled in libarchive: no others, and no external programs.
  enum Format {
    case zip, tar
    /// A single stream compressed with gzip.
    case gzip
  }

  private let archive: OpaquePointer
  private let link: SourceLink
  /// Damage of the current entry, reported after its bytes.
  private var damage: ArchiveFault?

  /// - Throws: `ArchiveFault` if the archive does not have this format.
  init(_ format: Format, from source: any ByteSource) throws(ArchiveFault) {
    guard let archive = archive_read_new() else {
      throw .damaged(reason: "there is not enough memory for it", isOfEntry: false)
    }
    (self.archive, link) = (archive, SourceLink(source))
    switch format {
    case .zip: archive_read_support_format_zip(archive)
    case .tar: archive_read_support_format_tar(archive)
    case .gzip:
      archive_read_support_filter_gzip(archive)
      archive_read_support_format_raw(archive)
    }
    archive_read_set_read_callback(archive) { _, data, buffer in SourceLink.of(data)?.read(buffer) ?? -1 }
    archive_read_set_skip_callback(archive) { _, data, count in SourceLink.of(data)?.skip(count) ?? 0 }
    if source.size != nil {
      archive_read_set_seek_callback(archive) { _, data, offset, whence in
        SourceLink.of(data)?.seek(offset, from: whence) ?? Int64(ARCHIVE_FATAL)
      }
    }
    archive_read_set_callback_data(archive, Unmanaged.passUnretained(link).toOpaque())
    let status = try call { archive_read_open1(archive) }
    guard status >= ARCHIVE_WARN else { throw fault(status) }
  }

  deinit { archive_read_free(archive) }

  /// - Parameter limit: The maximum number of bytes that the following calls may read in total; nil for no limit.
  func allow(_ limit: Int?) { link.allow(limit) }

  /// Advances to the next entry.
  ///
  /// - Returns: Nil at the end.
  func nextHeader() throws(ArchiveFault) -> ArchiveEntry? {
    var entry: OpaquePointer?
    damage = nil
    let status = try call { archive_read_next_header(archive, &entry) }
    if status == ARCHIVE_EOF { return nil }
    // A warning concerns a name or a date; the entry itself is valid.
    guard status >= ARCHIVE_WARN, let entry else { throw fault(status) }
    return ArchiveEntry(
      name: Self.name(of: entry), kind: Self.kind(of: entry),
      size: archive_entry_size_is_set(entry) != 0 ? Int(archive_entry_size(entry)) : nil,
      isEncrypted: archive_entry_is_encrypted(entry) != 0)
  }

  /// The next bytes of the entry, valid until the next call; nil at its end.
  ///
  /// - Returns: The bytes and their offset in the entry.
  func nextBlock() throws(ArchiveFault) -> (bytes: UnsafeRawBufferPointer, offset: Int)? {
    var (start, count, offset): (UnsafeRawPointer?, Int, la_int64_t) = (nil, 0, 0)
    if let damage {
      self.damage = nil
      throw damage
    }
    let status = try call { archive_read_data_block(archive, &start, &count, &offset) }
    if status == ARCHIVE_EOF { return nil }
    guard status >= ARCHIVE_WARN else { throw fault(status) }
    // The last bytes were returned, but a checksum or size doesn't match.
    if status == ARCHIVE_WARN { damage = fault(status) }
    return (UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), Int(offset))
  }

  /// Skips the unread rest of the entry.
  func skipEntry() throws(ArchiveFault) {
    let status = try call { archive_read_data_skip(archive) }
    guard status >= ARCHIVE_WARN else { throw fault(status) }
  }

  // MARK: Calls

  /// - Returns: libarchive's status.
  /// - Throws: The error of the byte source, which is more specific than libarchive's.
  private func call(_ body: () -> Int32) throws(ArchiveFault) -> Int32 {
    let before = uselocale(Self.utf8.locale)
    defer { if Self.utf8.locale != nil { uselocale(before) } }
    let status = body()
    if let fault = link.fault { throw fault }
    return status
  }

  private func fault(_ status: Int32) -> ArchiveFault {
    let told = archive_error_string(archive).map { String(cString: $0).lowercased() } ?? ""
    if told.contains("truncated") { return .truncated }
    if told.contains("passphrase") || told.contains("encrypt") { return .encrypted }
    let reason = Self.reasons.first { told.contains($0.theirs) }?.ours
    return .damaged(reason: reason, isOfEntry: status > ARCHIVE_FATAL)
  }

  /// Messages of libarchive and its decompressors that are more specific than "damaged", with our wording.
  private static let reasons: [(theirs: String, ours: String)] = [
    ("crc", "its checksum does not match"), ("checksum", "its checksum does not match"),
    ("wrong size", "its size does not match"), ("unsupported", "its compression method is not supported"),
    ("memory", "there is not enough memory for it"),
  ]

  /// `@unchecked Sendable`: created once and constant afterwards; only the system reads it.
  private struct UTF8Locale: @unchecked Sendable {
    let locale = feedproof_utf8_locale()
  }

  private static let utf8 = UTF8Locale()

  // MARK: Entries

  private static func name(of entry: OpaquePointer) -> [UInt8] {
    guard let name = archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry) else { return [] }
    return UnsafeBufferPointer(start: name, count: strlen(name)).map(UInt8.init(bitPattern:))
  }

  private static func kind(of entry: OpaquePointer) -> ArchiveEntry.Kind {
    if archive_entry_hardlink(entry) != nil { return .link }
    return switch UInt32(archive_entry_filetype(entry)) & 0o170000 {
    case 0o100000, 0: .file
    case 0o040000: .folder
    case 0o120000: .link
    default: .special
    }
  }
}

/// The state for libarchive's callbacks: the source and the read limit.
private final class SourceLink {
  private let source: any ByteSource
  private var limit: Int?
  /// The bytes read since the limit was set.
  private var count = 0
  private(set) var fault: ArchiveFault?

  init(_ source: any ByteSource) {
    self.source = source
  }

  func allow(_ limit: Int?) { (self.limit, count) = (limit, 0) }

  static func of(_ data: UnsafeMutableRawPointer?) -> SourceLink? {
    data.map { Unmanaged<SourceLink>.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Returns: The number of bytes; -1 on failure.
  func read(_ buffer: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    guard fault == nil else { return -1 }
    do throws(ArchiveFault) {
      let bytes = try source.next()
      count += bytes.count
      if let limit, count > limit { throw .hugeHeader(limit: limit) }
      buffer?.pointee = bytes.baseAddress
      return bytes.count
    } catch {
      fault = error
      return -1
    }
  }

  func skip(_ count: Int64) -> Int64 { Int64(source.skip(Int(count))) }

  func seek(_ offset: Int64, from whence: Int32) -> Int64 {
    let base =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: source.position
      default: source.size ?? 0
      }
    let (position, overflow) = base.addingReportingOverflow(Int(offset))
    guard !overflow, source.seek(to: position) else { return Int64(ARCHIVE_FATAL) }
    return Int64(position)
  }
}

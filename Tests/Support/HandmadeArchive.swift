import CDeflate

/// Writes an archive byte by byte: zip (APPNOTE 6.3), tar (POSIX.1-1988, ustar) and gzip (RFC 1952), valid or not.
package struct HandmadeArchive: Sendable {
  package struct Entry: Sendable {
    package enum Kind: UInt8, Sendable {
      // The type flags of ustar.
      case file = 0x30
      case hardLink = 0x31
      case symbolicLink = 0x32
      case device = 0x33
      case pipe = 0x36
    }

    package var name: [UInt8]
    package var bytes: [UInt8]
    package var kind = Kind.file
    package var target = ""
    package var isEncrypted = false

    package init(
      _ name: String, _ bytes: [UInt8], kind: Kind = .file, target: String = "", isEncrypted: Bool = false
    ) {
      self.init(name: Array(name.utf8), bytes, kind: kind, target: target, isEncrypted: isEncrypted)
    }

    package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    package init(
      name: [UInt8], _ bytes: [UInt8], kind: Kind = .file, target: String = "", isEncrypted: Bool = false
    ) {
      (self.name, self.bytes, self.kind, self.target, self.isEncrypted) = (name, bytes, kind, target, isEncrypted)
    }
  }

  package var entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  // MARK: tar

  package var tar: [UInt8] { entries.flatMap(Self.tarred) + [UInt8](repeating: 0, count: 1024) }

  package var tarGz: [UInt8] { Self.gzipped(tar) }

  private static func tarred(_ entry: Entry) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Collection<UInt8>, at offset: Int) {
      header.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    func octal(_ number: Int, digits: Int) -> [UInt8] {
      let text = String(number, radix: 8)
      return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
    }
    put(entry.name.prefix(100), at: 0)
    put("0000644".utf8, at: 100)
    put("0000000".utf8, at: 108)
    put("0000000".utf8, at: 116)
    put(octal(entry.kind == .file ? entry.bytes.count : 0, digits: 11), at: 124)
    put(octal(1_600_000_000, digits: 11), at: 136)
    put([UInt8](repeating: 0x20, count: 8), at: 148)
    put([entry.kind.rawValue], at: 156)
    put(entry.target.utf8.prefix(100), at: 157)
    put("ustar\0".utf8, at: 257)
    put("00".utf8, at: 263)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + [0], at: 148)
    guard entry.kind == .file else { return header }
    return header + entry.bytes + [UInt8](repeating: 0, count: (512 - entry.bytes.count % 512) % 512)
  }

  // MARK: zip

  package var zip: [UInt8] { zip(deflates: true) }

  /// - Parameters:
  ///   - deflates: Whether files are compressed.
  ///   - listing: How often the central directory lists each file; more than once makes files overlap.
  package func zip(deflates: Bool, listing count: Int = 1) -> [UInt8] {
    var (bytes, list): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let packed = deflates ? Self.deflated(entry.bytes) : entry.bytes
      let isUTF8 = String(validating: entry.name, as: UTF8.self) != nil
      let common =
        Self.number(20, 2) + Self.number((entry.isEncrypted ? 1 : 0) | (isUTF8 ? 0x800 : 0), 2)
        + Self.number(deflates ? 8 : 0, 2) + Self.number(0x5000_0000, 4) + Self.number(Int(Self.crc(entry.bytes)), 4)
        + Self.number(packed.count, 4) + Self.number(entry.bytes.count, 4) + Self.number(entry.name.count, 2)
        + Self.number(0, 2)
      // The archive claims to be made on Unix, so the mode states the file type.
      let mode = entry.kind == .symbolicLink ? 0o120777 : 0o100644
      for _ in 0..<count {
        list += Array("PK\u{1}\u{2}".utf8) + Self.number(0x314, 2) + common
        list += Self.number(0, 2 + 2 + 2) + Self.number(mode << 16, 4) + Self.number(bytes.count, 4) + entry.name
      }
      bytes += Array("PK\u{3}\u{4}".utf8) + common + entry.name + packed
    }
    let end =
      Array("PK\u{5}\u{6}".utf8) + Self.number(0, 4) + Self.number(entries.count * count, 2)
      + Self.number(entries.count * count, 2) + Self.number(list.count, 4) + Self.number(bytes.count, 4)
      + Self.number(0, 2)
    return bytes + list + end
  }

  /// Returns a number in little-endian order.
  private static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
  }

  // MARK: Compression

  package static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    compressed(bytes) { libdeflate_gzip_compress($0, $1, $2, $3, $4) }
  }

  /// Returns nil if the input is not a complete gzip stream or unpacks to more than `limit` bytes.
  package static func gunzipped(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var isWhole = false
    let unpacked = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let status = bytes.withUnsafeBytes {
        libdeflate_gzip_decompress(decompressor, $0.baseAddress, $0.count, buffer.baseAddress, limit, &count)
      }
      isWhole = status == LIBDEFLATE_SUCCESS
      if !isWhole { count = 0 }
    }
    return isWhole ? unpacked : nil
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    compressed(bytes) { libdeflate_deflate_compress($0, $1, $2, $3, $4) }
  }

  private static func compressed(
    _ bytes: [UInt8],
    _ compress: (OpaquePointer, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int) -> Int
  ) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(6) else { return [] }
    defer { libdeflate_free_compressor(compressor) }
    let room = libdeflate_gzip_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      count = bytes.withUnsafeBytes {
        compress(compressor, $0.baseAddress, $0.count, buffer.baseAddress, room)
      }
    }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}

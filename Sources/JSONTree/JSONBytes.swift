/// The text of a JSON file as UTF-8 bytes, whichever Unicode encoding the file is in.
enum JSONBytes {
  private enum Encoding {
    case utf8(skip: Int)
    case utf16(skip: Int, isBigEndian: Bool)
    case utf32(skip: Int, isBigEndian: Bool)
  }

  /// UTF-16 and UTF-32 are told by a byte order mark or, since JSON begins with ASCII, by where the zero bytes are
  /// (RFC 4627, section 3). Ill-formed UTF-16 and UTF-32 come out with U+FFFD; UTF-8 is left as it is.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    switch encoding(of: bytes) {
    case .utf8(let skip):
      return skip == 0 ? bytes : Array(bytes.dropFirst(skip))
    case .utf16(let skip, let isBigEndian):
      let units = words(bytes.dropFirst(skip), size: 2, isBigEndian: isBigEndian).map { UInt16(truncatingIfNeeded: $0) }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    case .utf32(let skip, let isBigEndian):
      let units = words(bytes.dropFirst(skip), size: 4, isBigEndian: isBigEndian)
      return Array(String(decoding: units, as: UTF32.self).utf8)
    }
  }

  private static func encoding(of bytes: [UInt8]) -> Encoding {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8(skip: 3) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32(skip: 4, isBigEndian: false) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32(skip: 4, isBigEndian: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16(skip: 2, isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16(skip: 2, isBigEndian: true) }
    guard bytes.count >= 4 else { return .utf8(skip: 0) }
    switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
    case (true, true, true, false): return .utf32(skip: 0, isBigEndian: true)
    case (false, true, true, true): return .utf32(skip: 0, isBigEndian: false)
    case (true, false, _, _): return .utf16(skip: 0, isBigEndian: true)
    case (false, true, _, _): return .utf16(skip: 0, isBigEndian: false)
    default: return .utf8(skip: 0)
    }
  }

  /// Whole words only: what is left over at the end is cut off.
  private static func words(_ bytes: ArraySlice<UInt8>, size: Int, isBigEndian: Bool) -> [UInt32] {
    stride(from: bytes.startIndex, through: bytes.endIndex - size, by: size).map { start in
      let word = bytes[start..<start + size]
      let digits = isBigEndian ? Array(word) : word.reversed()
      return digits.reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}

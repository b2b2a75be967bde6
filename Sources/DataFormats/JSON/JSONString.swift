/// The contents of a JSON string between its quotes.
package enum JSONString {
  enum Escape {
    /// Nil for a lone surrogate.
    case scalar(Unicode.Scalar?, next: Int)
    case truncated
    /// The start of an invalid escape.
    case bad(at: Int)
  }

  /// The escape that starts with the backslash at `start`.
  static func escape(in bytes: ArraySlice<UInt8>, at start: Int) -> Escape {
    let index = start + 1
    guard index < bytes.endIndex else { return .truncated }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return .scalar(Unicode.Scalar(bytes[index]), next: index + 1)
    case UInt8(ascii: "b"): return .scalar("\u{8}", next: index + 1)
    case UInt8(ascii: "f"): return .scalar("\u{C}", next: index + 1)
    case UInt8(ascii: "n"): return .scalar("\n", next: index + 1)
    case UInt8(ascii: "r"): return .scalar("\r", next: index + 1)
    case UInt8(ascii: "t"): return .scalar("\t", next: index + 1)
    case UInt8(ascii: "u"): return codeUnits(in: bytes, at: start)
    default: return .bad(at: start)
    }
  }

  private enum Unit {
    case value(UInt32)
    case truncated, bad
  }

  private static func codeUnits(in bytes: ArraySlice<UInt8>, at start: Int) -> Escape {
    let next = start + 6
    switch unit(in: bytes, at: start) {
    case .truncated: return .truncated
    case .bad: return .bad(at: start)
    case .value(let high):
      guard 0xD800..<0xDC00 ~= high, bytes[next...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
        return .scalar(Unicode.Scalar(high), next: next)
      }
      switch unit(in: bytes, at: next) {
      case .truncated: return .truncated
      case .bad: return .bad(at: next)
      case .value(let low) where 0xDC00..<0xE000 ~= low:
        return .scalar(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)), next: next + 6)
      // Not the other half: only the first surrogate is lost, the second escape is read again on its own.
      case .value: return .scalar(nil, next: next)
      }
    }
  }

  /// The four digits of the `\u` at `start`.
  private static func unit(in bytes: ArraySlice<UInt8>, at start: Int) -> Unit {
    var number: UInt32 = 0
    for index in start + 2..<start + 6 {
      guard index < bytes.endIndex else { return .truncated }
      guard bytes[index] < 0x80, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else { return .bad }
      number = number << 4 | UInt32(digit)
    }
    return .value(number)
  }

  /// The beginning of a text, without a part of a character or an escape at its end.
  ///
  /// - Parameter content: Contents that the parser has validated.
  package static func prefix(of content: ArraySlice<UInt8>, atMost limit: Int) -> ArraySlice<UInt8> {
    let end = content.startIndex + limit
    guard end < content.endIndex else { return content }
    var (index, last) = (content.startIndex, content.startIndex)
    while index <= end {
      if content[index] & 0xC0 != 0x80 { last = index }
      if content[index] == UInt8(ascii: "\\"), case .scalar(_, let next) = escape(in: content, at: index) {
        index = next
      } else {
        index += 1
      }
    }
    return content[..<last]
  }

  /// The text with its escapes decoded; lone surrogates become U+FFFD.
  ///
  /// - Parameter content: Contents that the parser has validated.
  static func decoded(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(content.count)
    var index = content.startIndex
    while index < content.endIndex {
      if content[index] == UInt8(ascii: "\\"), case .scalar(let scalar, let next) = escape(in: content, at: index) {
        decoded.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
        index = next
      } else {
        decoded.append(content[index])
        index += 1
      }
    }
    return decoded
  }

  /// Whether the bytes are well-formed UTF-8 (Unicode, table 3-7).
  package static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let lead = bytes[index]
      index += 1
      guard lead >= 0x80 else { continue }
      let (count, second): (Int, ClosedRange<UInt8>)
      switch lead {
      case 0xC2...0xDF: (count, second) = (1, 0x80...0xBF)
      case 0xE0: (count, second) = (2, 0xA0...0xBF)
      case 0xED: (count, second) = (2, 0x80...0x9F)
      case 0xE1...0xEF: (count, second) = (2, 0x80...0xBF)
      case 0xF0: (count, second) = (3, 0x90...0xBF)
      case 0xF1...0xF3: (count, second) = (3, 0x80...0xBF)
      case 0xF4: (count, second) = (3, 0x80...0x8F)
      default: return false
      }
      guard bytes.endIndex - index >= count, second ~= bytes[index] else { return false }
      for offset in 1..<max(count, 1) where bytes[index + offset] & 0xC0 != 0x80 { return false }
      index += count
    }
    return true
  }
}

/// Converts a JSON file in any Unicode encoding to UTF-8 bytes.
package enum JSONBytes {
  private enum Encoding {
    case utf8(skip: Int)
    case utf16(skip: Int, isBigEndian: Bool)
    case utf32(skip: Int, isBigEndian: Bool)
  }

  /// UTF-16 and UTF-32 are detected by a byte order mark or, since JSON starts with ASCII, by the position of zero
  /// bytes (RFC 4627, section 3), which works for any text that starts with ASCII. Ill-formed UTF-16 and UTF-32 become
  /// U+FFFD; UTF-8 is unchanged.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    switch encoding(of: bytes) {
    case .utf8(let skip):
      return skip == 0 ? bytes : Array(bytes.dropFirst(skip))
    case .utf16(let skip, let isBigEndian):
      let units = words(bytes.dropFirst(skip), size: 2, isBigEndian: isBigEndian)
      return utf8(of: units.lazy.map { UInt16(truncatingIfNeeded: $0) }, UTF16.self, reserving: bytes.count)
    case .utf32(let skip, let isBigEndian):
      let units = words(bytes.dropFirst(skip), size: 4, isBigEndian: isBigEndian)
      return utf8(of: units, UTF32.self, reserving: bytes.count)
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

  /// Converts code units one by one, without a copy of them in memory.
  private static func utf8<Units: Sequence, Encoding: Unicode.Encoding>(
    of units: Units, _ encoding: Encoding.Type, reserving count: Int
  ) -> [UInt8] where Units.Element == Encoding.CodeUnit {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    _ = transcode(units.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: false) { result.append($0) }
    return result
  }

  /// Only whole words: a remainder at the end is dropped.
  private static func words(
    _ bytes: ArraySlice<UInt8>, size: Int, isBigEndian: Bool
  ) -> some Sequence<UInt32> {
    stride(from: bytes.startIndex, through: bytes.endIndex - size, by: size).lazy.map { start in
      (0..<size).reduce(0) { $0 << 8 | UInt32(bytes[isBigEndian ? start + $1 : start + size - 1 - $1]) }
    }
  }
}

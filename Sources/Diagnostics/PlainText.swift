/// Makes text from feeds, file names and other sources safe for terminals and logs.
///
/// Characters that would control the reader's terminal, or change how the surrounding text reads, become visible
/// escapes: `\u{1b}`. Those are control characters (C0, DEL, C1), the line and paragraph separators U+2028 and U+2029,
/// and bidirectional overrides and isolates (U+202A–202E, U+2066–2069). CI logs also interpret some lines as commands:
/// GitHub's `::error::`, after any white space, and `##[error]` anywhere, which Azure reads too. These lose their
/// marker.
package enum PlainText {
  /// Returns text with its line breaks but without other unsafe characters.
  ///
  /// - Parameter text: One or more lines.
  package static func lines(_ text: String) -> String {
    isPlain(text.utf8) ? text : cleaned(text, keepsLineBreaks: true)
  }

  /// Returns text without unsafe characters.
  ///
  /// - Parameter text: A part of a line. Line breaks in it are escaped as well.
  package static func piece(_ text: String) -> String {
    isPlain(text.utf8) && !text.utf8.contains(0x0A) ? text : cleaned(text, keepsLineBreaks: false)
  }

  /// Returns equivalent JSON in which the same characters are written as `\u001b`. Its own line breaks stay.
  package static func json(_ json: String) -> String {
    guard !isPlain(json.utf8) else { return json }
    var escaped = ""
    escaped.unicodeScalars.reserveCapacity(json.utf8.count + 64)
    var count = 0
    for scalar in json.unicodeScalars {
      count = marks(after: count, scalar)
      if count == 3 || scalar != "\n" && steers(scalar) {
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func cleaned(_ text: String, keepsLineBreaks: Bool) -> String {
    var cleaned = ""
    cleaned.unicodeScalars.reserveCapacity(text.utf8.count + 64)
    var count = 0
    var isAtStart = true
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      count = marks(after: count, scalar)
      let isBreak = scalar == "\n" && keepsLineBreaks
      if isAtStart, scalar == ":", last == ":" {
        cleaned.unicodeScalars.removeLast()
        cleaned += "\\u{3a}:"
      } else if count == 3 || !isBreak && steers(scalar) {
        cleaned += visible(scalar)
      } else {
        cleaned.unicodeScalars.append(scalar)
      }
      isAtStart = isBreak || isAtStart && (scalar.properties.isWhitespace || scalar == ":" && last != ":")
      last = scalar
    }
    return cleaned
  }

  /// Returns how many characters of `##[` the text ends with after this scalar.
  private static func marks(after count: Int, _ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "#": min(count % 3 + 1, 2)
    case "[": count == 2 ? 3 : 0
    default: 0
    }
  }

  static func visible(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

  package static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns whether nothing has to be escaped, without decoding the text. False means that the text needs a closer
  /// check.
  private static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable(isPlain) ?? Array(bytes).withUnsafeBufferPointer(isPlain)
  }

  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isAtStart = true
    var (last, beforeLast): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      switch byte {
      case 0x0A: isAtStart = true
      case 0..<0x20, 0x7F: return false
      case 0x20: break
      case 0x3A:
        if isAtStart, last == 0x3A { return false }
      case 0x5B:
        if last == 0x23, beforeLast == 0x23 { return false }
        isAtStart = false
      case 0x21..<0x7F: isAtStart = false
      default:
        // The UTF-8 bytes of C1 and of U+2028–202E and U+2066–2069. Other non-ASCII white space may precede a marker,
        // so it leaves `isAtStart` unchanged.
        if last == 0xC2, byte < 0xA0 { return false }
        if beforeLast == 0xE2, last == 0x80, 0xA8...0xAE ~= byte { return false }
        if beforeLast == 0xE2, last == 0x81, 0xA6...0xA9 ~= byte { return false }
      }
      (beforeLast, last) = (last, byte)
    }
    return true
  }
}

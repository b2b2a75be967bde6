/// Text of feeds, file names and anybody else as a terminal and a log may be given it.
///
/// What would steer the reader's terminal, or change how the text around it reads, becomes a visible escape: `\u{1b}`.
/// Those are control characters (C0, DEL, C1), the line and paragraph separators U+2028 and U+2029, and what overrides or
/// isolates the direction of writing (U+202A–202E, U+2066–2069). Logs of CI take lines for commands too (GitHub's
/// `::error::`, after any white space, and `##[error]` anywhere, which Azure reads as well): these lose their mark.
package enum PlainText {
  /// - Parameter text: One line or several; its line breaks stay.
  package static func lines(_ text: String) -> String {
    isPlain(text.utf8) ? text : cleaned(text, keepsLineBreaks: true)
  }

  /// - Parameter text: A piece of a line: a line break in it is escaped as well.
  package static func piece(_ text: String) -> String {
    isPlain(text.utf8) && !text.utf8.contains(0x0A) ? text : cleaned(text, keepsLineBreaks: false)
  }

  /// JSON with the same characters written as `\u001b`, which is the same JSON. Its own line breaks stay.
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

  /// How much of `##[` stands before the next scalar.
  private static func marks(after count: Int, _ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "#": min(count % 3 + 1, 2)
    case "[": count == 2 ? 3 : 0
    default: 0
    }
  }

  static func visible(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

  static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether nothing has to be escaped; nearly all text is so, and is not taken apart. True says so for certain.
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
        // UTF-8 of C1, of U+2028–202E and of U+2066–2069; other white space may stand before a mark.
        if last == 0xC2, byte < 0xA0 { return false }
        if beforeLast == 0xE2, last == 0x80, 0xA8...0xAE ~= byte { return false }
        if beforeLast == 0xE2, last == 0x81, 0xA6...0xA9 ~= byte { return false }
      }
      (beforeLast, last) = (last, byte)
    }
    return true
  }
}

import CMarkup
import DataFormats

/// Decodes a service's text to the characters that a reader should see.
package enum DecodedText {
  /// Decodes character references once (`&amp;lt;` becomes `&lt;`); converts `<br>` and every kind of line end to a
  /// line feed; removes other control characters. A bare `&`, and a reference without its `;`, are unchanged.
  package static func decode(_ text: String) -> String {
    guard text.utf8.contains(where: { needsWork($0) }) else { return text }
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "&"):
        if let (scalar, length) = reference(bytes[index...]) {
          decoded.append(contentsOf: Array(String(scalar).utf8))
          index += length
          continue
        }
        decoded.append(byte)
      case UInt8(ascii: "<"):
        if let length = lineBreakLength(bytes[index...]) {
          decoded.append(0x0A)
          index += length
          continue
        }
        decoded.append(byte)
      case 0x0D:
        // In \r\n, the line feed is dropped here and the return becomes a line feed.
        decoded.append(0x0A)
        if index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
      case 0x09, 0x0A:
        decoded.append(byte)
      case 0..<0x20, 0x7F:
        break
      default:
        decoded.append(byte)
      }
      index += 1
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// For names and titles: decoded, on one line, without surrounding space.
  static func line(_ text: String) -> String {
    let decoded = decode(text)
    guard decoded.contains(where: \.isNewline) else { return decoded.trimmed }
    return decoded.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func needsWork(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == 0x7F
      || (byte < 0x20 && byte != 0x0A && byte != 0x09)
  }

  /// The longest reference is `&thetasym;`; numeric ones may have leading zeros.
  private static let longestReference = 16

  /// The scalar for the reference at the start of `bytes`, and the reference's length.
  private static func reference(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    guard let end = bytes.prefix(longestReference).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[bytes.startIndex + 1..<end], as: UTF8.self)
    let length = end + 1 - bytes.startIndex
    guard name.hasPrefix("#") else {
      let code = name.utf8.allSatisfy(\.isASCIIWord) ? fp_markup_character(name) : 0
      return code == 0 ? nil : Unicode.Scalar(code).map { ($0, length) }
    }
    let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
    let digits = name.dropFirst(isHex ? 2 : 1)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isASCIIWord }) else { return nil }
    guard let code = UInt32(digits, radix: isHex ? 16 : 10) else { return nil }
    return (scalar(ofReference: code), length)
  }

  /// As in browsers (HTML Standard, numeric character reference end state): U+0080 to U+009F are read as windows-1252,
  /// and invalid scalars become U+FFFD. Control characters also become U+FFFD, except that a carriage return is a line
  /// end.
  private static func scalar(ofReference code: UInt32) -> Unicode.Scalar {
    if 0x80..<0xA0 ~= code {
      let mapped = windows1252[Int(code) - 0x80]
      return Unicode.Scalar(mapped) ?? "\u{FFFD}"
    }
    if code == 0x0D { return "\n" }
    guard code >= 0x20 || code == 0x09 || code == 0x0A else { return "\u{FFFD}" }
    return Unicode.Scalar(code) ?? "\u{FFFD}"
  }

  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// The length of the `<br>`, `<br/>` or `<BR />` at the start of `bytes`.
  private static func lineBreakLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    let tag = bytes.prefix(16)
    guard let end = tag.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let inside = tag[tag.startIndex + 1..<end]
    guard inside.prefix(2).map({ $0 | 0x20 }) == Array("br".utf8),
      inside.dropFirst(2).allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "/") })
    else { return nil }
    return end + 1 - bytes.startIndex
  }
}

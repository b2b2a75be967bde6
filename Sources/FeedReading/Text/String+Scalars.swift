import DataFormats

/// Reads UTF-8 that came from a string and is therefore valid.
extension [UInt8] {
  /// The scalar that begins at `index`, and its length in bytes.
  package func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = self[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= count else { return ("\u{FFFD}", count - index) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(self[index + offset] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// The scalar that ends before `index`; nil at the start.
  package func scalar(before index: Int) -> Unicode.Scalar? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, isContinuation(start) { start -= 1 }
    return scalar(at: start).scalar
  }

  /// Whether the index is between scalars or at either end.
  func isScalarBoundary(_ index: Int) -> Bool {
    index == count || (indices.contains(index) && !isContinuation(index))
  }

  private func isContinuation(_ index: Int) -> Bool { self[index] & 0xC0 == 0x80 }
}

extension Unicode.Scalar {
  /// A letter, mark, digit or underscore of any script: the characters of hashtags and words.
  var isWordPart: Bool {
    switch value {
    case 0..<0x80: Self.isASCIIWordPart(UInt8(value))
    // Cyrillic without a table look-up; the gap contains its thousands sign and its marks.
    case 0x400...0x481, 0x48A...0x52F: true
    default:
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark:
        true
      default: false
      }
    }
  }

  var isLetter: Bool {
    switch value {
    case 0..<0x80: return Self.isASCIILetter(UInt8(value))
    case 0x400...0x481, 0x48A...0x52F: return true
    default:
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
      default: return false
      }
    }
  }

  var isMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether the scalar is invisible: spaces of every width, line ends, zero-width characters, and letters without a
  /// shape.
  package var isBlank: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0xAD, 0x115F, 0x1160, 0x1680, 0x180E, 0x2000...0x200F, 0x2028...0x202F,
      0x205F...0x206F, 0x2800, 0x3000, 0x3164, 0xFEFF, 0xFFA0:
      true
    default: false
    }
  }

  static func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  static func isASCIIDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isASCIIWordPart(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || isASCIIDigit(byte) || byte == UInt8(ascii: "_")
  }
}

extension String {
  /// With LF for every line end.
  package var withLineFeeds: String {
    guard utf8.contains(0x0D) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var wasReturn = false
    for byte in utf8 {
      if byte == 0x0D { bytes.append(0x0A) } else if byte != 0x0A || !wasReturn { bytes.append(byte) }
      wasReturn = byte == 0x0D
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

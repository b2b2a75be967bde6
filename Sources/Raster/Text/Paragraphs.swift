/// The paragraphs of a text in UTF-8: what stands between characters that end a line whatever the width.
enum Paragraphs {
  /// Byte ranges without the line ends. As in CSS's `pre-wrap`, a newline at the very end adds no line, and an empty
  /// text has none.
  static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let length = lineEnd(in: bytes, at: index)
      if length > 0 {
        ranges.append(start..<index)
        start = index + length
      }
      index += max(1, length)
    }
    if start < bytes.count { ranges.append(start..<bytes.count) }
    return ranges
  }

  /// Bytes of the line end at `index`, 0 where there is none: the characters that Unicode's line breaking (UAX #14)
  /// breaks after always, so that Pango meets none of them.
  private static func lineEnd(in bytes: [UInt8], at index: Int) -> Int {
    func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    switch bytes[index] {
    case 0x0A, 0x0B, 0x0C: return 1
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    // U+0085
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    // U+2028, U+2029
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }
}

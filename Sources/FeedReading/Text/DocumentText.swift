/// The text of a file in UTF-8, or in UTF-16 with a byte order mark.
struct DocumentText {
  let string: String
  /// The number of lines with invalid bytes, which are U+FFFD in `string`, and the first such line, counted from 1.
  let badLines: Int
  let firstBadLine: Int?

  init(_ bytes: [UInt8]) {
    if let units = Self.units(bytes) {
      (string, badLines, firstBadLine) = (String(decoding: units, as: UTF16.self), 0, nil)
      return
    }
    string = String(decoding: bytes, as: UTF8.self)
    guard !string.utf8.elementsEqual(bytes) else {
      (badLines, firstBadLine) = (0, nil)
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let bad = lines.indices.filter { !String(decoding: lines[$0], as: UTF8.self).utf8.elementsEqual(lines[$0]) }
    (badLines, firstBadLine) = (bad.count, bad.first.map { $0 + 1 })
  }

  /// The UTF-16 code units, in the byte order given by the mark; nil for any other text.
  private static func units(_ bytes: [UInt8]) -> [UInt16]? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    return stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
  }
}

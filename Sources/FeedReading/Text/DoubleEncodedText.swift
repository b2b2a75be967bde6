/// Texts in Meta's exports, which write each byte of UTF-8 as a character: `Ã©` for `é`.
package enum DoubleEncodedText {
  /// Returns the text with its own encoding; a text that is not encoded twice is unchanged.
  @Sendable package static func repaired(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return text }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}

/// The encoding of the pages in VK's archives.
enum Windows1251 {
  /// Decodes bytes; the one undefined byte becomes U+FFFD.
  static func decode(_ bytes: some Sequence<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      switch byte {
      case ..<0x80: scalars.append(Unicode.Scalar(byte))
      case 0xC0...: scalars.append(Unicode.Scalar(UInt16(byte) - 0xC0 + 0x410) ?? "\u{FFFD}")
      default: scalars.append(upper[Int(byte) - 0x80])
      }
    }
    return String(scalars)
  }

  /// The characters of the bytes 0x80 to 0xBF.
  private static let upper = Array(
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї".unicodeScalars)
}

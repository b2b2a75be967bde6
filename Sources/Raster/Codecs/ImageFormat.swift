/// A picture file's format, told by its content and never by its name.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case webp = "WebP"
  case gif = "GIF"
  case heic = "HEIC"
  case avif = "AVIF"
  case bmp = "BMP"
  case tiff = "TIFF"
  case jpegXL = "JPEG XL"
  case svg = "SVG"
  case html = "HTML"

  /// Nil when the bytes begin like none of the formats.
  package init?(of bytes: [UInt8]) {
    guard let format = ImageFormat.bySignature(bytes) ?? ImageFormat.byBrand(bytes) ?? ImageFormat.byText(bytes) else {
      return nil
    }
    self = format
  }

  private static func bySignature(_ bytes: [UInt8]) -> ImageFormat? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return .tiff }
    if bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      return .jpegXL
    }
    // "BM" alone could begin a text: the four reserved bytes are zero in every BMP.
    if bytes.starts(with: "BM".utf8), bytes.dropFirst(6).starts(with: [0, 0, 0, 0]) { return .bmp }
    return nil
  }

  /// ISO base media files (HEIC, AVIF): the brands of their `ftyp` box, the major one first.
  private static func byBrand(_ bytes: [UInt8]) -> ImageFormat? {
    guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    let end = min(bytes.count, Int(bytes[2]) << 8 | Int(bytes[3]))
    for start in stride(from: 8, to: max(8, end - 3), by: 4) {
      switch String(decoding: bytes[start..<start + 4], as: UTF8.self) {
      case "avif", "avis": return .avif
      case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heic
      default: continue
      }
    }
    return nil
  }

  private static func byText(_ bytes: [UInt8]) -> ImageFormat? {
    let text = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard start.hasPrefix("<") else { return nil }
    if start.contains("<svg") { return .svg }
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html") ? .html : nil
  }
}

/// The formats of image files: names, file name extensions, media types, and the signatures of their contents. All code
/// that identifies images uses this; Raster's `ImageCodecs` lists the formats that can be decoded.
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
  /// Not an image, but often sent by servers instead of one.
  case html = "HTML"

  private typealias Facts = (endings: [String], mediaType: String, isForPages: Bool, beginnings: [FormatSignature])

  /// A signature of a format's contents.
  private enum FormatSignature {
    /// Bytes at the start, and more bytes at an offset after them.
    case bytes([UInt8], then: [UInt8] = [], at: Int = 0)
    /// A brand in the `ftyp` box of an ISO base media file.
    case brand(String)
    /// The start of a text, or a text that occurs near its start.
    case markup(String)
  }

  private var facts: Facts {
    switch self {
    case .jpeg: (["jpg", "jpeg", "jpe", "jfif"], "image/jpeg", true, [.bytes([0xFF, 0xD8, 0xFF])])
    case .png: (["png"], "image/png", true, [.bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])])
    case .webp: (["webp"], "image/webp", true, [.bytes(Array("RIFF".utf8), then: Array("WEBP".utf8), at: 8)])
    case .gif: (["gif"], "image/gif", true, [.bytes(Array("GIF87a".utf8)), .bytes(Array("GIF89a".utf8))])
    case .heic:
      (
        ["heic", "heif"], "image/heic", false,
        ["heic", "heix", "heim", "heis", "hevc", "hevx"].map(FormatSignature.brand)
      )
    case .avif: (["avif"], "image/avif", true, [.brand("avif"), .brand("avis")])
    // "BM" alone could start a text: the four reserved bytes are zero in every BMP.
    case .bmp: (["bmp"], "image/bmp", true, [.bytes(Array("BM".utf8), then: [0, 0, 0, 0], at: 6)])
    case .tiff:
      (["tiff", "tif"], "image/tiff", false, [.bytes([0x49, 0x49, 0x2A, 0]), .bytes([0x4D, 0x4D, 0, 0x2A])])
    case .jpegXL:
      (["jxl"], "image/jxl", false, [.bytes([0xFF, 0x0A]), .bytes([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20])])
    case .svg: (["svg"], "image/svg+xml", false, [.markup("<svg")])
    case .html: ([], "text/html", false, [.markup("<!doctype html"), .markup("<html")])
    }
  }

  /// The file name extensions, in lowercase without the dot; the usual one first.
  package var endings: [String] { facts.endings }
  package var mediaType: String { facts.mediaType }
  /// Whether browsers support it, and it can contain nothing but an image.
  package var isForPages: Bool { facts.isForPages }

  /// Whether services use it for static stickers.
  package var isForStickers: Bool { [.webp, .png, .jpeg].contains(self) }

  /// Determines the format from the extension of a file's name or address; returns nil if it is unknown.
  package init?(fileName: String) {
    let name = fileName.prefix { $0 != "?" && $0 != "#" }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(ending: name[name.index(after: dot)...].lowercased())
  }

  /// Determines the format from a file name extension, in lowercase without the dot.
  package init?(ending: some StringProtocol) {
    guard let format = Self.byEnding[String(ending)] else { return nil }
    self = format
  }

  private static let byEnding = Dictionary(
    allCases.flatMap { format in format.endings.map { ($0, format) } }, uniquingKeysWith: { first, _ in first })

  /// Determines the format from the first few hundred bytes; returns nil if they match no format.
  package init?(of bytes: [UInt8]) {
    guard let format = Self.byBytes(bytes) ?? Self.byBrand(bytes) ?? Self.byText(bytes) else { return nil }
    self = format
  }

  private static let beginnings = allCases.flatMap { format in format.facts.beginnings.map { (format, $0) } }

  private static func byBytes(_ bytes: [UInt8]) -> ImageFormat? {
    beginnings.first { _, beginning in
      guard case .bytes(let start, let then, let place) = beginning else { return false }
      return bytes.starts(with: start) && bytes.dropFirst(place).starts(with: then)
    }?.0
  }

  private static let brands = Dictionary(
    beginnings.compactMap { format, beginning in
      if case .brand(let name) = beginning { (name, format) } else { nil }
    }, uniquingKeysWith: { first, _ in first })

  /// ISO base media files: the brands of their `ftyp` box, the major one first.
  private static func byBrand(_ bytes: [UInt8]) -> ImageFormat? {
    guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    let end = min(bytes.count, Int(bytes[2]) << 8 | Int(bytes[3]))
    return stride(from: 8, to: max(8, end - 3), by: 4).lazy
      .compactMap { brands[String(decoding: bytes[$0..<$0 + 4], as: UTF8.self)] }.first
  }

  private static func byText(_ bytes: [UInt8]) -> ImageFormat? {
    let text = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard start.hasPrefix("<") else { return nil }
    // Prologues, doctypes and comments may precede an SVG's root element.
    return beginnings.first { format, beginning in
      guard case .markup(let mark) = beginning else { return false }
      return format == .html ? start.hasPrefix(mark) : start.contains(mark)
    }?.0
  }
}

/// The kind of medium in a file.
package enum MediaFileKind: String, Sendable {
  case image, video, audio

  /// Determines the kind from a file name extension, in lowercase without the dot; returns nil if it is not a medium.
  package init?(ending: some StringProtocol) {
    switch ending {
    case "mp4", "webm", "mov", "m4v", "mkv", "avi", "3gp": self = .video
    case "mp3", "ogg", "oga", "m4a", "flac", "wav", "opus", "aac": self = .audio
    default:
      guard ImageFormat(ending: ending) != nil else { return nil }
      self = .image
    }
  }

  /// Determines the kind from a media type (`image/png`); returns nil if it is not a medium.
  package init?(mediaType: some StringProtocol) {
    self.init(rawValue: mediaType.prefix { $0 != "/" }.lowercased())
  }
}

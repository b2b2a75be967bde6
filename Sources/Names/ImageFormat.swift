/// The formats of picture files: how each is called, what its files' names end on, what the web calls it and how its
/// content begins. Whoever asks what a picture is asks here; what is decoded, Raster's `ImageCodecs` lists.
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
  /// No picture, but what servers answer with in place of one.
  case html = "HTML"

  private typealias Facts = (endings: [String], mediaType: String, isForPages: Bool, beginnings: [Beginning])

  /// How a format's content begins, in one of its ways.
  private enum Beginning {
    /// Bytes at its start, and others at a place behind them.
    case bytes([UInt8], then: [UInt8] = [], at: Int = 0)
    /// A name in the `ftyp` box of an ISO base media file.
    case brand(String)
    /// The start of a text, or what such a text contains near its start.
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
        ["heic", "heix", "heim", "heis", "hevc", "hevx"].map(Beginning.brand)
      )
    case .avif: (["avif"], "image/avif", true, [.brand("avif"), .brand("avis")])
    // "BM" alone could begin a text: the four reserved bytes are zero in every BMP.
    case .bmp: (["bmp"], "image/bmp", true, [.bytes(Array("BM".utf8), then: [0, 0, 0, 0], at: 6)])
    case .tiff:
      (["tiff", "tif"], "image/tiff", false, [.bytes([0x49, 0x49, 0x2A, 0]), .bytes([0x4D, 0x4D, 0, 0x2A])])
    case .jpegXL:
      (["jxl"], "image/jxl", false, [.bytes([0xFF, 0x0A]), .bytes([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20])])
    case .svg: (["svg"], "image/svg+xml", false, [.markup("<svg")])
    case .html: ([], "text/html", false, [.markup("<!doctype html"), .markup("<html")])
    }
  }

  /// What names of its files end on, without the dot and in small letters, the usual one first.
  package var endings: [String] { facts.endings }
  package var mediaType: String { facts.mediaType }
  /// Whether browsers show it, and it can hold nothing but a picture.
  package var isForPages: Bool { facts.isForPages }

  /// Whether services make stickers of it that don't move.
  package var isForStickers: Bool { [.webp, .png, .jpeg].contains(self) }

  /// By what a file's name or address ends on; nil where that says nothing.
  package init?(fileName: String) {
    let name = fileName.prefix { $0 != "?" && $0 != "#" }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(ending: name[name.index(after: dot)...].lowercased())
  }

  /// By what a file's name ends on, without the dot and in small letters.
  package init?(ending: some StringProtocol) {
    guard let format = Self.byEnding[String(ending)] else { return nil }
    self = format
  }

  private static let byEnding = Dictionary(
    allCases.flatMap { format in format.endings.map { ($0, format) } }, uniquingKeysWith: { first, _ in first })

  /// By the content's first bytes, some hundred of which are enough; nil when they are those of none of the formats.
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
    // Prologues, doctypes and comments may stand before a drawing.
    return beginnings.first { format, beginning in
      guard case .markup(let mark) = beginning else { return false }
      return format == .html ? start.hasPrefix(mark) : start.contains(mark)
    }?.0
  }
}

/// What kind of medium a file is.
package enum MediaFamily: String, Sendable {
  case image, video, audio

  /// By what a file's name ends on, without the dot and in small letters; nil where that names no medium.
  package init?(ending: some StringProtocol) {
    switch ending {
    case "mp4", "webm", "mov", "m4v", "mkv", "avi", "3gp": self = .video
    case "mp3", "ogg", "oga", "m4a", "flac", "wav", "opus", "aac": self = .audio
    default:
      guard ImageFormat(ending: ending) != nil else { return nil }
      self = .image
    }
  }

  /// By a type as mail and the web write it (`image/png`); nil of what is no medium.
  package init?(mediaType: some StringProtocol) {
    self.init(rawValue: mediaType.prefix { $0 != "/" }.lowercased())
  }
}

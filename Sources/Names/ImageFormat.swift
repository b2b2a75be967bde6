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

  private typealias Facts = (endings: [String], mediaType: String, isForPages: Bool)

  private var facts: Facts {
    switch self {
    case .jpeg: (["jpg", "jpeg", "jpe", "jfif"], "image/jpeg", true)
    case .png: (["png"], "image/png", true)
    case .webp: (["webp"], "image/webp", true)
    case .gif: (["gif"], "image/gif", true)
    case .heic: (["heic", "heif"], "image/heic", false)
    case .avif: (["avif"], "image/avif", true)
    case .bmp: (["bmp"], "image/bmp", true)
    case .tiff: (["tiff", "tif"], "image/tiff", false)
    case .jpegXL: (["jxl"], "image/jxl", false)
    case .svg: (["svg"], "image/svg+xml", false)
    case .html: ([], "text/html", false)
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

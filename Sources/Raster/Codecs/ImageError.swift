import Pixels

/// Why a picture could not be decoded or encoded.
package enum ImageError: Error, Hashable, Sendable {
  case empty
  /// The content is that of no picture format we know.
  case unrecognized
  /// A known format, or a kind of one, that is not decoded: its name.
  case unsupported(String)
  /// Nothing of it could be decoded; `reason` is the library's.
  case corrupt(ImageFormat, reason: String)
  case tooLarge(PixelSize, limit: Int)
  case outOfMemory(PixelSize)
  /// Bytes that decoding would take, and might.
  case overMemory(bytes: Int, limit: Int)
  /// Decoding would cost far more than a picture does; `reason` says why.
  case excessive(ImageFormat, reason: String)
  /// Every format has at least one pixel and some most a side: PNG 2³¹ − 1, WebP 16 383.
  case unencodable(ImageFormat, PixelSize)
}

/// What is worth knowing about a picture that was decoded.
package enum ImageNote: Hashable, Sendable {
  /// The file has a colour profile; its values were taken as sRGB.
  case colorProfileIgnored
  /// The file gives a gamma other than sRGB's; its values were taken as sRGB.
  case gammaIgnored(Double)
  /// The file ends or breaks off: only the first `rows` of the decoded `height` are certain, the rest is blank or coarse.
  case truncated(rows: Int, height: Int, reason: String)
  /// The library complained `count` times, but every row was decoded.
  case damaged(count: Int, first: String)
}

import Basics
import Diagnostics

/// The reason why an image could not be decoded or encoded.
package enum ImageError: Error, Issue, Hashable {
  case empty
  /// The content matches no known image format.
  case unrecognized
  /// The name of a known format, or variant of one, that can't be decoded.
  case unsupported(String)
  /// Nothing could be decoded; `reason` comes from the library.
  case corrupt(ImageFormat, reason: String)
  case tooLarge(PixelSize, limit: Int)
  /// A side of the image has more pixels than `limit`.
  case sideTooLong(PixelSize, limit: Int)
  case outOfMemory(PixelSize)
  /// The bytes that decoding needs and the bytes that it may use.
  case overMemory(bytes: Int, limit: Int)
  /// Decoding would cost far more than images normally do; `reason` says why.
  case excessive(ImageFormat, reason: String)
  /// Every format needs at least one pixel and limits the side length: PNG to 2³¹ − 1, WebP to 16 383.
  case unencodable(ImageFormat, PixelSize)

  package var text: IssueText {
    switch self {
    case .empty:
      .error("image.empty", "the image file is empty", hint: "download or export the file again")
    case .unrecognized:
      .error(
        "image.unrecognized", "not an image: the content is in no known format",
        hint: "supported formats are \(ImageCodecs.names("and")); check the file's first bytes")
    case .unsupported(let kind):
      .error(
        "image.unsupported", "\(kind) images are not supported",
        hint: kind == "HTML"
          ? "the server returned a web page instead of the image; download it again"
          : "convert it to \(ImageCodecs.names("or"))")
    case .corrupt(let format, let reason):
      .error("image.corrupt", "corrupt \(format.rawValue): \(reason)", hint: "download or export the file again")
    case .tooLarge(let size, let limit):
      .error("image.too-large", "\(size) pixels exceed the limit of \(limit)", hint: "scale the file down")
    case .sideTooLong(let size, let limit):
      .error("image.too-large", "\(size) pixels exceed \(limit) pixels on a side", hint: "crop or split the image")
    case .outOfMemory(let size):
      .error(
        "image.out-of-memory", "there is not enough memory for an image of \(size) pixels",
        hint: "use fewer jobs, or scale the file down")
    case .overMemory(let bytes, let limit):
      .error(
        "image.over-memory", "decoding needs \(bytes) bytes, more than the limit of \(limit)",
        hint: "scale the file down, or save it as a baseline (not progressive) JPEG")
    case .excessive(let format, let reason):
      .error("image.excessive", "\(format.rawValue) rejected: \(reason)", hint: "save it again with an image editor")
    case .unencodable(let format, let size):
      .error(
        "image.unencodable", "\(format.rawValue) can't store an image of \(size) pixels",
        hint: format == .webp ? "draw it at a smaller scale, or as PNG" : "draw it at a different size or scale")
    }
  }
}

/// A remark on an image that was decoded.
package enum ImageNote: Issue, Hashable {
  /// The file has a color profile; its values were interpreted as sRGB.
  case colorProfileIgnored
  /// The file states a gamma other than sRGB's; its values were interpreted as sRGB.
  case gammaIgnored(Double)
  /// The file is truncated or broken: only the first `rows` of the decoded `height` are reliable, the rest is blank or
  /// coarse.
  case truncated(rows: Int, height: Int, reason: String)
  /// The library issued `count` warnings, but every row was decoded.
  case damaged(count: Int, first: String)

  package var text: IssueText {
    switch self {
    case .colorProfileIgnored:
      .note(
        "image.color-profile-ignored", "the embedded color profile is ignored; colors are interpreted as sRGB",
        hint: "convert the file to sRGB if its colors matter")
    case .gammaIgnored(let gamma):
      .note(
        "image.gamma-ignored", "the gamma of \(gamma) is ignored; colors are interpreted as sRGB",
        hint: "convert the file to sRGB if its colors matter")
    case .truncated(let rows, let height, let reason):
      .warning(
        "image.truncated",
        rows == height
          ? "all \(height) rows could be decoded, but \(reason)"
          : "only \(rows) of \(height) rows could be decoded: \(reason)",
        hint: "download or export the file again")
    case .damaged(let count, let first):
      .warning(
        "image.damaged",
        count == 1 ? "damaged, but decoded: \(first)" : "damaged in \(count) places, but decoded: \(first)",
        hint: "download or export the file again")
    }
  }
}

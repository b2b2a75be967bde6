import Diagnostics
import Names
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

extension ImageError: Issue {
  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .empty: "image.empty"
    case .unrecognized: "image.unrecognized"
    case .unsupported: "image.unsupported"
    case .corrupt: "image.corrupt"
    case .tooLarge: "image.too-large"
    case .outOfMemory: "image.out-of-memory"
    case .overMemory: "image.over-memory"
    case .excessive: "image.excessive"
    case .unencodable: "image.unencodable"
    }
  }

  package var message: String {
    switch self {
    case .empty: "the picture file is empty"
    case .unrecognized: "not a picture: the content is that of no known format"
    case .unsupported(let kind): "\(kind) pictures are not supported"
    case .corrupt(let format, let reason): "corrupt \(format.rawValue): \(reason)"
    case .tooLarge(let size, let limit): "\(size) pixels are more than the limit of \(limit)"
    case .outOfMemory(let size): "no memory for a picture of \(size) pixels"
    case .overMemory(let bytes, let limit): "decoding takes \(bytes) bytes, more than the \(limit) there may be"
    case .excessive(let format, let reason): "\(format.rawValue) refused: \(reason)"
    case .unencodable(let format, let size): "no \(format.rawValue) can be \(size) pixels"
    }
  }

  package var hint: String? {
    switch self {
    case .empty, .corrupt: "download or export the file again"
    case .unrecognized: "supported are \(ImageCodecs.names("and")); look at the file's first bytes"
    case .unsupported("HTML"): "the server answered with a page instead of the picture: download it again"
    case .unsupported: "convert it to \(ImageCodecs.names("or"))"
    case .tooLarge: "scale the file down"
    case .outOfMemory: "use fewer jobs, or scale the file down"
    case .overMemory: "scale the file down, or save it as a JPEG that is not progressive"
    case .excessive: "save it again with an image editor"
    case .unencodable(.webp, _): "draw it at a smaller scale, or as PNG"
    case .unencodable: "draw it at another size or scale"
    }
  }
}

extension ImageNote: Issue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .colorProfileIgnored, .gammaIgnored: .note
    case .truncated, .damaged: .warning
    }
  }

  package var code: String {
    switch self {
    case .colorProfileIgnored: "image.color-profile-ignored"
    case .gammaIgnored: "image.gamma-ignored"
    case .truncated: "image.truncated"
    case .damaged: "image.damaged"
    }
  }

  package var message: String {
    switch self {
    case .colorProfileIgnored: "the embedded colour profile is ignored; colours are taken as sRGB"
    case .gammaIgnored(let gamma): "the gamma of \(gamma) is ignored; colours are taken as sRGB"
    case .truncated(let rows, let height, let reason): "only \(rows) of \(height) rows could be decoded: \(reason)"
    case .damaged(let count, let first):
      count == 1 ? "damaged, but decoded: \(first)" : "damaged in \(count) places, but decoded: \(first)"
    }
  }

  package var hint: String? {
    switch self {
    case .colorProfileIgnored, .gammaIgnored: "convert the file to sRGB if its colours matter"
    case .truncated, .damaged: "download or export the file again"
    }
  }
}

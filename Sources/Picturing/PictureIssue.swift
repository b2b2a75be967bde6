import Diagnostics
import Projects

/// Why a picture can't be made.
package enum PictureIssue: Issue, Hashable {
  case tooTall(points: Int, scale: Int, limit: Int)
  /// Lengths in `unit`.
  case sheetTooLarge(width: Int, height: Int, limit: Int, unit: String)
  /// Bytes.
  case tooMuchMemory(width: Int, height: Int, needed: Int, limit: Int)
  /// One picture is of one width, one theme and one scale.
  case several(option: String, values: [String])
  case fileIsThere
  case isFolder
  /// Pages of an earlier run that had more.
  case morePages
  case unknownEnding(String)
  /// Standard output is one file.
  case pagesToStream
  case bytesToTerminal
}

extension PictureIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .fileIsThere, .isFolder, .morePages: .output
    case .tooTall, .sheetTooLarge, .tooMuchMemory, .several, .unknownEnding, .pagesToStream,
      .bytesToTerminal:
      .usage
    }
  }

  package var severity: Diagnostic.Severity {
    if case .morePages = self { .warning } else { .error }
  }

  package var code: String {
    switch self {
    case .tooTall, .sheetTooLarge, .tooMuchMemory: "picture.too-large"
    case .several: "option.value"
    case .fileIsThere: "picture.exists"
    case .isFolder: "picture.folder"
    case .morePages: "picture.more-pages"
    case .unknownEnding: "picture.format"
    case .pagesToStream: "picture.pages"
    case .bytesToTerminal: "picture.terminal"
    }
  }

  package var message: String {
    switch self {
    case .tooTall(let points, let scale, let limit):
      "one picture of at least \(points) points at \(scale)x is taller than the \(limit) pixels that its format holds"
    case .sheetTooLarge(let width, let height, let limit, let unit):
      "a sheet of \(width) × \(height) \(unit) is larger than the \(limit) a side that its format holds"
    case .tooMuchMemory(let width, let height, let needed, let limit):
      "a picture of at least \(width) × \(height) pixels takes \(ByteCount.text(needed)), and \(ByteCount.text(limit)) "
        + "is allowed"
    case .several(let option, let values):
      "a picture has one \(option), and \(values.count) are asked for: \(values.joined(separator: ", "))"
    case .fileIsThere: "the file is there already, and is not overwritten"
    case .isFolder: "is a folder, and a picture is a file"
    case .morePages: "was there before, and is no page of this picture"
    case .unknownEnding(let name): "\"\(name)\" does not say whether it is to be PNG, WebP or PDF"
    case .pagesToStream: "several pages do not go to standard output"
    case .bytesToTerminal: "standard output is a terminal, which shows a picture's bytes as rubbish"
    }
  }

  package var hint: String? {
    switch self {
    case .tooTall: "make pages of it with --pages 2000, or a PDF (--output feed.pdf), or take a smaller --scale"
    case .sheetTooLarge: "take another number of columns, a smaller --scale, or fewer posts"
    case .tooMuchMemory(_, _, let needed, _):
      "take a smaller --scale, fewer posts, pages or a PDF, or allow more: --memory \((needed >> 30) + 1)GB"
    case .several(let option, let values): "choose it: --\(option) \(values.first ?? "")"
    case .fileIsThere: "name another, or replace it with --replace"
    case .isFolder: "name a file in it, like feed.png"
    case .morePages: "look whether it is still wanted: pages of a longer feed are not removed"
    case .unknownEnding: "end its name with .png, .webp or .pdf, or give --format"
    case .pagesToStream: "name a file, or ask for a PDF: --format pdf"
    case .bytesToTerminal: "name a file, or send it on: feedproof picture … --output - > post.png"
    }
  }
}

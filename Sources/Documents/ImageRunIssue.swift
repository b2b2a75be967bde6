import Diagnostics
import Projects

/// The reason why an image can't be made.
package enum ImageRunIssue: Issue, Hashable {
  case tooTall(points: Int, scale: Int, limit: Int)
  /// Lengths are in `unit`.
  case sheetTooLarge(width: Int, height: Int, limit: Int, unit: String)
  /// Sizes in bytes.
  case tooMuchMemory(width: Int, height: Int, needed: Int, limit: Int)
  /// Sizes in bytes.
  case drawingTooLarge(limit: Int)
  /// An image has only one width, theme and scale.
  case several(option: String, values: [String])
  case fileIsThere
  case isFolder
  /// Pages of an earlier run with more pages exist.
  case morePages
  case unknownEnding(String)
  /// The format can't have texts as shapes.
  case outlinesOf(String)
  /// Documents can't show all skins side by side.
  case facesInDocument
  /// Standard output holds a single file.
  case pagesToStream
  case bytesToTerminal
  /// The format can't hold a book.
  case bookOf(String)
  /// The period as written.
  case emptyBook(String)

  package var text: IssueText {
    switch self {
    case .tooTall(let points, let scale, let limit):
      .error(
        "picture.too-large",
        "one picture of at least \(points) points at \(scale)x is taller than the \(limit) pixels that its format holds",
        hint: "make pages of it with --pages 2000, or a PDF (--output feed.pdf), or take a smaller --scale",
        kind: .usage)
    case .sheetTooLarge(let width, let height, let limit, let unit):
      .error(
        "picture.too-large",
        "a sheet of \(width) × \(height) \(unit) is larger than the \(limit) a side that its format holds",
        hint: "take another number of columns, a smaller --scale, or fewer posts", kind: .usage)
    case .facesInDocument:
      .error(
        "picture.faces", "a PDF has one face", hint: "--face all makes a PNG, a WebP or an SVG", kind: .usage)
    case .tooMuchMemory(let width, let height, let needed, let limit):
      .error(
        "picture.too-large",
        "a picture of at least \(width) × \(height) pixels takes \(ByteCount.text(needed)), and \(ByteCount.text(limit)) "
          + "is allowed",
        hint: "take a smaller --scale, fewer posts, pages or a PDF, or allow more: --memory \((needed >> 30) + 1)GB",
        kind: .usage)
    case .drawingTooLarge(let limit):
      .error(
        "picture.too-large", "the drawing's photos take more than the \(ByteCount.text(limit)) that are allowed",
        hint: "make pages of it with --pages 2000, take a smaller --scale or fewer posts, or allow more: --memory",
        kind: .usage)
    case .several(let option, let values):
      .error(
        "option.value",
        "a picture has one \(option), and \(values.count) are asked for: \(values.joined(separator: ", "))",
        hint: "choose it: --\(option) \(values.first ?? "")", kind: .usage)
    case .fileIsThere:
      .error(
        "picture.exists", "the file is there already, and is not overwritten",
        hint: "name another, or replace it with --replace", kind: .output)
    case .isFolder:
      .error(
        "picture.folder", "is a folder, and a picture is a file", hint: "name a file in it, like feed.png",
        kind: .output)
    case .morePages:
      .warning(
        "picture.more-pages", "was there before, and is no page of this picture",
        hint: "look whether it is still wanted: pages of a longer feed are not removed", kind: .output)
    case .unknownEnding(let name):
      .error(
        "picture.format", "\"\(name)\" does not say whether it is to be PNG, WebP, SVG or PDF",
        hint: "end its name with .png, .webp, .svg or .pdf, or give --format", kind: .usage)
    case .outlinesOf(let format):
      .error(
        "picture.outlines", "--outlines is for SVG, and this is to be \(format.uppercased())",
        hint: "end its name with .svg, or leave --outlines out", kind: .usage)
    case .bookOf(let format):
      .error(
        "picture.book", "a book is a PDF, and this is to be \(format.uppercased())",
        hint: "end its name with .pdf, or leave --book out", kind: .usage)
    case .emptyBook(let days):
      .error(
        "picture.book", "nothing is from \(days)", hint: "check --book, and what the exports were limited to",
        kind: .usage)
    case .pagesToStream:
      .error(
        "picture.pages", "several files do not go to standard output",
        hint: "name a file, or ask for a PDF: --format pdf", kind: .usage)
    case .bytesToTerminal:
      .error(
        "picture.terminal", "standard output is a terminal, which shows a picture's bytes as rubbish",
        hint: "name a file, or send it on: feedproof picture … --output - > post.png", kind: .usage)
    }
  }
}

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
  /// A document shows a card without a frame.
  case framedDocument
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
        "an image of at least \(points) points at \(scale)x is taller than its format's limit of \(limit) pixels",
        hint: "split it into pages with --pages 2000, write a PDF (--output feed.pdf), or choose a smaller --scale",
        kind: .usage)
    case .sheetTooLarge(let width, let height, let limit, let unit):
      .error(
        "picture.too-large",
        "a sheet of \(width) × \(height) \(unit) is larger than its format's limit of \(limit) on a side",
        hint: "choose a different number of columns, a smaller --scale, or fewer posts", kind: .usage)
    case .facesInDocument:
      .error(
        "picture.faces", "a PDF can use only one skin", hint: "write a PNG, WebP or SVG for --skin all", kind: .usage)
    case .framedDocument:
      .error(
        "picture.framed", "--framed does not apply to PDF", hint: "write a PNG, WebP or SVG for --framed",
        kind: .usage)
    case .tooMuchMemory(let width, let height, let needed, let limit):
      .error(
        "picture.too-large",
        "an image of at least \(width) × \(height) pixels needs \(ByteCount.text(needed)), but the limit is "
          + ByteCount.text(limit),
        hint:
          "choose a smaller --scale, fewer posts, pages or a PDF, or raise the limit: --memory \((needed >> 30) + 1)GB",
        kind: .usage)
    case .drawingTooLarge(let limit):
      .error(
        "picture.too-large", "the image's photos need more than the limit of \(ByteCount.text(limit))",
        hint: "split it into pages with --pages 2000, choose a smaller --scale or fewer posts, or raise --memory",
        kind: .usage)
    case .several(let option, let values):
      .error(
        "option.value",
        "an image has one \(option), but \(values.count) were given: \(values.joined(separator: ", "))",
        hint: "choose one: --\(option) \(values.first ?? "")", kind: .usage)
    case .fileIsThere:
      .error(
        "picture.exists", "the file already exists",
        hint: "choose another name, or overwrite it with --replace", kind: .output)
    case .isFolder:
      .error(
        "picture.folder", "the output must be a file, but this is a folder", hint: "name a file in it, like feed.png",
        kind: .output)
    case .morePages:
      .warning(
        "picture.more-pages", "this older file is not a page of the new image",
        hint: "delete it if you no longer need it: Feedproof does not delete pages of an earlier run", kind: .output)
    case .unknownEnding(let name):
      .error(
        "picture.format", "the name \"\(name)\" has no known extension",
        hint: "use .png, .webp, .svg or .pdf, or pass --format", kind: .usage)
    case .outlinesOf(let format):
      .error(
        "picture.outlines", "--outlines applies to SVG, not to \(format.uppercased())",
        hint: "use the extension .svg, or remove --outlines", kind: .usage)
    case .bookOf(let format):
      .error(
        "picture.book", "a book must be a PDF, not \(format.uppercased())",
        hint: "use the extension .pdf, or remove --book", kind: .usage)
    case .emptyBook(let days):
      .error(
        "picture.book", "there are no posts or messages in \(days)",
        hint: "choose another period for --book, or check the limits of the export",
        kind: .usage)
    case .pagesToStream:
      .error(
        "picture.pages", "several files can't be written to standard output",
        hint: "name a file, or write a PDF: --format pdf", kind: .usage)
    case .bytesToTerminal:
      .error(
        "picture.terminal", "standard output is a terminal, which can't show images",
        hint: "name a file, or redirect the output: feedproof picture … --output - > post.png", kind: .usage)
    }
  }
}

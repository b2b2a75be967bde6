import ArgumentParser
import Documents
import Projects

struct PictureCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .picture

  static let configuration = CommandConfiguration(
    commandName: "picture",
    abstract: "Makes one picture, pages or a PDF of a feed, a chat or a post: what people send around.",
    discussion: """
      A post by itself is the very picture of an export. A feed or a chat is one tall picture, or pages that break between \
      cards, or a sheet of columns. In an SVG, which is the same drawing without pixels, and in a PDF texts are texts, with \
      their links; fonts are embedded. The file's ending says the format. Of several widths, scales and themes of the \
      project 375, 2x and the first are taken.

      Examples:
        feedproof picture holiday --post 17 --output post.png
        feedproof picture holiday --output holiday.pdf --theme light
        feedproof picture my-archive --book 2024-11 --output november.pdf
        feedproof picture holiday --post 17 --output post.svg --outlines
        feedproof picture chat.json --output chat.png --pages 1334
        feedproof picture holiday --output sheet.webp --sheet 4 --scale 1
        feedproof picture holiday --post 17 --output - --format webp
        feedproof picture holiday --post 17 --face all --output faces.png
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<PictureCommand>

  @Option(name: .shortAndLong, help: .of("file", "Where to write; - is standard output."))
  var output: String

  @Option(help: .of("format", "png, webp, svg or pdf; default: the file's ending; of standard output png."))
  var format: ImageRequest.Format?

  @Option(help: .of("id", "Only this post (its id, or the end of it)."))
  var post: String?

  @Option(
    help: .of(
      "state", "expanded or collapsed; default: expanded in a PDF and for one post, else as the feed is shown at first."
    ))
  var state: ImageRequest.State?

  @Option(
    help: .of(
      "height", "Pages of so many points: feed-1.png, feed-2.png, … or a PDF's; default: one picture, a PDF on A4."))
  var pages: Int?

  @Option(help: .of("columns", "All cards on one sheet of so many columns."))
  var sheet: Int?

  @Option(
    help: .of(
      "days",
      "A book to print, of a month (2024-11), a year, a day or a range (2024-09..2024-11); several, with commas, "
        + "make a file each."))
  var book: String?

  @Option(help: .of("paper", "a4 or letter: what a PDF's pages are printed on; default: a4."))
  var paper = ImageRequest.Paper.a4

  @Option(help: .of("scale", "Device scale; of an SVG, of its photos; of a PDF, of those that have to be drawn."))
  var scale: Int?

  @Flag(help: "An SVG's texts as shapes, for programs that take no fonts from it: --output post.svg --outlines.")
  var outlines = false

  @Flag(help: "Replaces files that are there.")
  var replace = false

  @OptionGroup var report: ReportArguments

  func validate() throws {
    if report.json && output == "-" { throw ValidationError("--json and --output - exclude each other") }
    let (heights, counts) = (ImageRequest.pageHeights, ImageRequest.columnCounts)
    if let pages, !heights.contains(pages) {
      throw ValidationError("--pages must be from \(heights.lowerBound) to \(heights.upperBound) points")
    }
    if let sheet, !counts.contains(sheet) {
      throw ValidationError("--sheet must be from \(counts.lowerBound) to \(counts.upperBound) columns")
    }
    if book != nil, post != nil || pages != nil || sheet != nil {
      throw ValidationError("--book and --post, --pages or --sheet exclude each other")
    }
    if let wrong = bookNames.first(where: { BookPeriod($0) == nil }) {
      throw ValidationError("--book \"\(wrong)\" is not \(BookPeriod.expected)")
    }
    if sheet != nil, pages != nil { throw ValidationError("--sheet and --pages exclude each other") }
    if showsAllFaces, pages != nil || sheet != nil {
      throw ValidationError("--face all makes columns of its own: without --pages and --sheet")
    }
    if sheet != nil, post != nil { throw ValidationError("--sheet and --post exclude each other") }
  }

  private var bookNames: [String] { book.map { $0.split(separator: ",").map(String.init) } ?? [] }

  /// `--face all` renders every skin, next to each other.
  private var showsAllFaces: Bool { project.overrides["face"] == ["all"] }

  func run() async throws {
    var overrides = project.overrides
    if showsAllFaces { overrides["face"] = nil }
    overrides["scales"] = scale.map { [String($0)] }
    var request = ImageRequest()
    (request.post, request.state, request.pageHeight, request.columns) = (post, state, pages, sheet)
    (request.outlines, request.paper, request.hasAllFaces) = (outlines, paper, showsAllFaces)
    try Commands.picture(
      inputs: feed.feeds, overrides: overrides, to: output, format: format, replaces: replace, request: request,
      books: bookNames.compactMap(BookPeriod.init), style: report.style)
  }
}

extension ImageRequest.Format: ExpressibleByArgument {}
extension ImageRequest.State: ExpressibleByArgument {}
extension ImageRequest.Paper: ExpressibleByArgument {}

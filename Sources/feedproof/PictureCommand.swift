import ArgumentParser
import Documents
import Files
import Projects

struct PictureCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .picture

  static let configuration = CommandConfiguration(
    commandName: "picture",
    abstract: "Write a feed, chat or post as one image, as pages or as PDF",
    usage: "feedproof picture [<project> ...] <file> [<options>]",
    discussion: """
      The image of a single post is identical to the one in an export. A feed or a chat becomes one tall image, pages \
      that break between cards, or a sheet of columns. SVG and PDF keep texts, links and fonts. The file's extension \
      determines the format. The width is 375 points, the scale 2x, and the theme the project's first, unless the \
      project or an option differs.

      Examples:
        feedproof picture holiday holiday.pdf
        feedproof picture holiday post.png --post 17
        feedproof picture holiday post.png --post 17 --framed
        feedproof picture my-archive november.pdf --book 2024-11
        feedproof picture holiday post.svg --post 17 --outlines
        feedproof picture chat.json chat.png --pages 1334
        feedproof picture holiday sheet.webp --sheet 4 --scale 1
        feedproof picture holiday - --post 17 --format webp
        feedproof picture holiday skins.png --post 17 --skin all
      """)

  @Argument(
    help: .of(
      "project-and-file",
      "Project, feed files or archives (default: the working folder), then the file to write; - is standard output"))
  var words: [String] = []

  @OptionGroup(title: "Image") var image: ImageArguments

  @OptionGroup var project: SettingOptions<PictureCommand>

  @OptionGroup(title: "Common options") var report: ReportArguments

  /// The content and form of the image.
  struct ImageArguments: ParsableArguments {
    @Option(
      name: .shortAndLong, help: .of("file", "File to write, unless it is the last argument; - is standard output"))
    var output: String?

    @Option(help: .of("format", "png, webp, svg or pdf; default: the file's extension; png for standard output"))
    var format: ImageRequest.Format?

    @Option(help: .of("id", "Only this post: its id, or the id's end"))
    var post: String?

    @Option(
      help: .of("state", "expanded or collapsed; default: expanded in a PDF and for one post, otherwise as in the feed")
    )
    var state: ImageRequest.State?

    @Option(
      help: .of(
        "height", "Pages of this height in points (feed-1.png, feed-2.png, …); default: one image, a PDF in two columns"
      ))
    var pages: Int?

    @Option(help: .of("columns", "One sheet with this number of columns; in a PDF, landscape pages"))
    var sheet: Int?

    @Option(
      help: .of(
        "period",
        "A book to print of a month (2024-11), a year, a day or a range (2024-09..2024-11); one file per period "
          + "(repeatable, or with commas)"))
    var book: [String] = []

    @Option(help: .of("paper", "Paper of PDF pages: a4 (default) or letter"))
    var paper = ImageRequest.Paper.a4

    @Option(help: .of("scale", "Device scale; in SVG and PDF of the embedded photos"))
    var scale: Int?

    @Flag(help: "Put a single post on a background in its photo's colors, with a shadow and the author's handle")
    var framed = false

    @Flag(help: "Write texts of an SVG as shapes, for programs that ignore its fonts")
    var outlines = false

    @Flag(help: "Overwrite existing files")
    var replace = false
  }

  /// The inputs, and the file to write if there is one.
  private var named: (inputs: [String], output: String?) {
    if let output = image.output { return (words, output) }
    guard let last = words.last else { return ([], nil) }
    let file = Environment.process().url(last)
    let isImage = ImageRequest.Format(rawValue: file.pathExtension.lowercased()) != nil
    guard last == "-" || !FileSystem.isFolder(file) && (isImage || words.count > 1 && !FileSystem.exists(file)) else {
      return (words, nil)
    }
    return (Array(words.dropLast()), last)
  }

  func validate() throws {
    guard let output = named.output else {
      throw ValidationError("name the file to write, for example feedproof picture \(words.first ?? ".") feed.pdf")
    }
    if report.json && output == "-" { throw ValidationError("--json needs a file, not standard output") }
    let (heights, counts) = (ImageRequest.pageHeights, ImageRequest.columnCounts)
    if let pages = image.pages, !heights.contains(pages) {
      throw ValidationError("--pages must be from \(heights.lowerBound) to \(heights.upperBound) points")
    }
    if let sheet = image.sheet, !counts.contains(sheet) {
      throw ValidationError("--sheet must be from \(counts.lowerBound) to \(counts.upperBound) columns")
    }
    try exclude("--book", !image.book.isEmpty, with: ["--post", "--pages", "--sheet"])
    if let wrong = bookNames.first(where: { BookPeriod($0) == nil }) {
      throw ValidationError("--book \"\(wrong)\" is not \(BookPeriod.expected)")
    }
    try exclude("--sheet", image.sheet != nil, with: ["--pages", "--post"])
    try exclude("--skin all", showsAllSkins, with: ["--pages", "--sheet"])
    if image.framed, image.post == nil { throw ValidationError("--framed needs --post") }
    try exclude("--framed", image.framed, with: ["--pages"])
    if image.framed, showsAllSkins { throw ValidationError("--framed and --skin all exclude each other") }
  }

  /// - Throws: `ValidationError` that names only options that were given.
  private func exclude(_ option: String, _ isGiven: Bool, with others: [String]) throws {
    let given = ["--post": image.post != nil, "--pages": image.pages != nil, "--sheet": image.sheet != nil]
    if isGiven, let other = others.first(where: { given[$0] == true }) {
      throw ValidationError("\(option) and \(other) exclude each other")
    }
  }

  private var bookNames: [String] { ListWords.values(image.book) }

  /// `--skin all` renders every skin, next to each other.
  private var showsAllSkins: Bool { project.overrides["face"] == ["all"] }

  func run() async throws {
    let (inputs, output) = named
    var overrides = project.overrides
    if showsAllSkins { overrides["face"] = nil }
    overrides["scales"] = image.scale.map { [String($0)] }
    var request = ImageRequest()
    (request.post, request.state, request.pageHeight, request.columns) = (
      image.post, image.state, image.pages, image.sheet
    )
    (request.outlines, request.paper, request.hasAllFaces) = (image.outlines, image.paper, showsAllSkins)
    request.isFramed = image.framed
    try Commands.picture(
      inputs: inputs, overrides: overrides, to: output ?? "-", format: image.format, replaces: image.replace,
      request: request, books: bookNames.compactMap(BookPeriod.init), style: report.style)
  }
}

extension ImageRequest.Format: ExpressibleByArgument {}
extension ImageRequest.State: ExpressibleByArgument {}
extension ImageRequest.Paper: ExpressibleByArgument {}

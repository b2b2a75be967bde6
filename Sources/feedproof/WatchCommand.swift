import ArgumentParser
import FeedproofKit
import Projects

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Shows a feed in the browser, and draws it again whenever something changes.",
    discussion: """
      Exports, serves the output on 127.0.0.1, and looks for changes of the feed, its photos, templates, tokens and options. \
      The cards that the browser shows are drawn first, the rest and the output behind them; the page swaps pictures in \
      place. What is wrong with a template, a token, an option or the feed stands over the page, with file, line and hint, \
      until it is mended. Ends with Ctrl-C, with status 0.

      Examples:
        feedproof watch holiday --open
      """)

  @OptionGroup var project: ProjectArguments

  @Option(name: .shortAndLong, help: ArgumentHelp("Where to write; default: output.", valueName: "folder"))
  var output: String?

  @Option(help: ArgumentHelp("Device scales, e.g. 1,2,3.", valueName: "list"))
  var scale: List<Int>?

  @Option(help: ArgumentHelp("Folder of page templates to use instead of the tool's own.", valueName: "folder"))
  var siteTemplates: String?

  @OptionGroup var drawing: DrawingArguments

  @Option(
    help: ArgumentHelp("Default: 8417, or a free one where that is taken; 0 for a free one.", valueName: "number"))
  var port: UInt16?

  @Flag(help: "Opens the browser.")
  var open = false

  @Flag(help: "Tells of nothing but errors and the result.")
  var quiet = false

  @Flag(help: "Prints JSON, of a run one event a line (feedproof help json).")
  var json = false

  func validate() throws {
    if quiet && json { throw ValidationError("--quiet and --json exclude each other") }
  }

  func run() async throws {
    var overrides = project.overrides
    overrides.output = output
    overrides.photos = drawing.photos.isEmpty ? nil : drawing.photos
    overrides.scales = scale?.values
    overrides.siteTemplates = siteTemplates
    try await Commands.watch(
      inputs: project.feeds, overrides: overrides, jobs: drawing.jobs, port: port, open: open,
      style: json ? .json : quiet ? .quiet : nil)
  }
}

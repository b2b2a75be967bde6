import ArgumentParser
import FeedproofKit

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Draws a feed: a picture for every card, the feed's picture, and a page to look at.",
    discussion: """
      Writes manifest.json, cards/<post>/<width>@<scale>x-<theme>-<state>.png, feed/<width>@<scale>x-<theme>.png, \
      index.html and its site folder into the output folder, all in one step: it is the earlier output until it is the new \
      one. Cards that are as they were are not drawn again; what has left the feed leaves the output, unless it is kept (--keep-removed). No \
      network request is made: photos come from the feed's folder.

      Examples:
        feedproof export holiday --width 320,375 --scale 2 --theme light,dark
        feedproof export archive.tar.gz --order date --keep-removed
      """)

  @OptionGroup var project: ProjectArguments

  @OptionGroup var site: SiteArguments

  @OptionGroup var encoding: EncodingArguments

  @Option(help: ArgumentHelp("Height of the feed picture in points.", valueName: "points"))
  var feedHeight: Int?

  @Flag(help: "Copies the originals of the photos that cards show, for the page to open and to save.")
  var originals = false

  @Option(
    help: ArgumentHelp("What the page's cards ahead of the reader may cost together; default: 16.", valueName: "cost"))
  var prefetchBudget: Double?

  @Option(
    help: ArgumentHelp(
      "What loading costs: photo, page, video, animation, webApp, advertisement, text, each 1 by default: photo=1,video=2.",
      valueName: "list"))
  var prefetchWeights: List<String>?

  @OptionGroup var drawing: DrawingArguments

  @Option(help: .shard)
  var shard: String?

  @Option(help: .memory)
  var memory: String?

  @Flag(help: "Draws every card again, also those that are as they were.")
  var force = false

  @Flag(help: "Writes nothing; tells what would be done.")
  var dryRun = false

  @OptionGroup var departing: DepartureArguments

  @OptionGroup var foreign: ForeignFileArguments

  @Flag(help: "Ends with status 2 when there was any error or warning.")
  var strict = false

  @OptionGroup var report: ReportArguments

  func run() async throws {
    var overrides = project.overrides
    site.add(to: &overrides)
    drawing.add(to: &overrides)
    overrides.feedHeight = feedHeight
    encoding.add(to: &overrides)
    overrides.originals = originals ? true : nil
    overrides.memory = memory
    overrides.prefetchBudget = prefetchBudget
    overrides.prefetchWeights = prefetchWeights?.values
    try await Commands.export(
      inputs: project.feeds, overrides: overrides,
      mode: ExportMode(isForced: force, isDry: dryRun, setsAside: foreign.setAside, departing: departing.policy),
      shard: shard,
      jobs: drawing.jobs, strict: strict, style: report.style)
  }
}

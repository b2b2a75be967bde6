import ArgumentParser
import Projects

struct ExportCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .export

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a feed as images and a page",
    usage: "feedproof export [<project> ...] [<options>]",
    discussion: """
      Writes an image of each card (cards/<post>/<width>@<scale>x-<theme>-<state>.png), an image of the feed, \
      manifest.json and the page (index.html) into the output folder, all in one step. Unchanged cards are not \
      rendered again. Posts that are no longer in the feed are removed from the output, unless --keep-removed is \
      given. Makes no network requests.

      Several chats, or chats and feeds together, are exported separately into feeds and chats of the output folder; \
      index.html links to them. Unrecognized input is reported.

      Examples:
        feedproof export holiday --widths 320,375 --scales 2 --themes light,dark
        feedproof export archive.tar.gz --order date --keep-removed
        feedproof export Downloads --output diary
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<ExportCommand>

  @OptionGroup(title: "Run") var running: ExportRunArguments

  @OptionGroup(title: "Common options") var report: ReportArguments

  /// How the export runs.
  struct ExportRunArguments: ParsableArguments {
    @OptionGroup var workers: JobArguments

    @Option(help: .shard)
    var shard: String?

    @Flag(help: "Render every card again, even unchanged ones")
    var force = false

    @Flag(help: "Print what would be done, and write nothing")
    var dryRun = false

    @OptionGroup var removed: RemovedPostArguments

    @OptionGroup var unmanaged: UnmanagedFileArguments

    @Flag(help: "Exit with status 2 after any error or warning")
    var strict = false
  }

  func run() async throws {
    try await Commands.export(
      inputs: feed.feeds, overrides: project.overrides,
      mode: ExportMode(
        isForced: running.force, isDry: running.dryRun, setsAside: running.unmanaged.setAside,
        departing: running.removed.policy), shard: running.shard, jobs: running.workers.jobs, strict: running.strict,
      style: report.style)
  }
}

import ArgumentParser
import Projects

struct ExportCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .export

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Draws a feed: a picture for every card, the feed's picture, and a page to look at.",
    discussion: """
      Writes manifest.json, cards/<post>/<width>@<scale>x-<theme>-<state>.png, feed/<width>@<scale>x-<theme>.png, \
      index.html and its site folder into the output folder, all in one step: it is the earlier output until it is the new \
      one. Cards that are as they were are not drawn again; what has left the feed leaves the output, unless it is kept (--keep-removed). No \
      network request is made: photos come from the feed's folder.

      Chats beside feeds, and several chats, are each drawn by themselves, in feeds and chats of the output folder, and \
      index.html leads to them. What is not understood is named.

      Examples:
        feedproof export holiday --width 320,375 --scale 2 --theme light,dark
        feedproof export archive.tar.gz --order date --keep-removed
        feedproof export Downloads --output diary
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<ExportCommand>

  @OptionGroup var workers: JobArguments

  @Option(help: .shard)
  var shard: String?

  @Flag(help: "Draws every card again, also those that are as they were.")
  var force = false

  @Flag(help: "Writes nothing; tells what would be done.")
  var dryRun = false

  @OptionGroup var departing: RemovedPostArguments

  @OptionGroup var foreign: UnmanagedFileArguments

  @Flag(help: "Ends with status 2 when there was any error or warning.")
  var strict = false

  @OptionGroup var report: ReportArguments

  func run() async throws {
    try await Commands.export(
      inputs: feed.feeds, overrides: project.overrides,
      mode: ExportMode(isForced: force, isDry: dryRun, setsAside: foreign.setAside, departing: departing.policy),
      shard: shard,
      jobs: workers.jobs, strict: strict, style: report.style)
  }
}

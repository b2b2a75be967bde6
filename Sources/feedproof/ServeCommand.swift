import ArgumentParser
import Projects

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Shows an output folder in the browser, with a review that approves.",
    discussion: """
      Listens on 127.0.0.1 only and prints the address. Approving on the review's pages writes into the project's \
      baselines, what was decided into the review's report, and nothing anywhere else. Earlier baselines are kept until it \
      ends, so that each approval can be taken back on the page; every open window shows what was decided. The project is \
      the one named, else the folder's own: the nearest folder above with a feedproof.yml that says that its output is here. \
      With --before, approving copies new pictures over those of that folder. \
      Ends with Ctrl-C, with status 0.

      Examples:
        feedproof serve holiday --open
      """)

  @Argument(help: "An output folder, or a project; default: this project, else output.")
  var folder: String?

  @Option(help: .of("folder", "The project that was compared."))
  var project: String?

  @Option(help: .before)
  var before: String?

  @OptionGroup var server: ServerArguments

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if project != nil && before != nil { throw ValidationError("--before is of pictures without a project") }
  }

  func run() async throws {
    try await Commands.serve(
      folder, project: project, before: before, port: server.port, open: server.open, json: result.json)
  }
}

struct WatchCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .watch

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

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<WatchCommand>

  @OptionGroup var workers: JobArguments

  @OptionGroup var server: ServerArguments

  @OptionGroup var report: ReportArguments

  func run() async throws {
    try await Commands.watch(
      inputs: feed.feeds, overrides: project.overrides, jobs: workers.jobs, port: server.port, open: server.open,
      style: report.style)
  }
}

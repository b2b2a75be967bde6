import ArgumentParser
import FeedproofKit
import Projects

struct WatchCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Commands = .watch

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

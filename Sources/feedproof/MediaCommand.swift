import ArgumentParser
import Projects

struct MediaCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .media

  static let configuration = CommandConfiguration(
    commandName: "media", abstract: "List the photos and files of a feed, or only the missing ones",
    usage: "feedproof media [<project> ...] [<options>]",
    discussion: """
      Lists the URL of each photo, avatar, preview and poster, in the size that an export with the same options uses, \
      and for missing ones the file name to use. Also lists videos, audio and files of an export. Nothing is \
      downloaded or written. With --missing, exits with status 1 if a file is missing.

      Examples:
        feedproof media holiday --missing
        feedproof media holiday --missing --json
      """)

  @OptionGroup var feed: FeedArguments

  @Flag(help: "List only missing files; exit with status 1 if there are any")
  var missing = false

  @OptionGroup var project: SettingOptions<MediaCommand>

  @OptionGroup(title: "Run") var workers: JobArguments

  @OptionGroup(title: "Common options") var warnings: WarningArguments

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() async throws {
    try await Commands.media(
      inputs: feed.feeds, overrides: project.overrides, missingOnly: missing, jobs: workers.jobs,
      verbose: warnings.verbose, json: result.json)
  }
}

import ArgumentParser
import Projects

struct MediaCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .media

  static let configuration = CommandConfiguration(
    commandName: "media", abstract: "Lists the files that a feed's cards are drawn from, and those that are missing.",
    discussion: """
      Photos, avatars, previews, posters and the pictures in texts, each once, in the size that an export with the same \
      options takes: its address, and for one that is missing the name to save it under. Films, sounds and files that lie in \
      an export are listed, too. Nothing is fetched or written. \
      Ends with status 0; with --missing with status 1 when a file is missing.

      Examples:
        feedproof media holiday --missing
        feedproof media holiday --missing --json
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<MediaCommand>

  @Flag(help: "Lists only what is missing; ends with status 1 when there is any.")
  var missing = false

  @OptionGroup var workers: JobArguments

  @OptionGroup var result: ResultArguments

  func run() async throws {
    try await Commands.media(
      inputs: feed.feeds, overrides: project.overrides, missingOnly: missing, jobs: workers.jobs, json: result.json)
  }
}

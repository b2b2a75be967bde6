import ArgumentParser
import FeedproofKit

struct MediaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "media", abstract: "Lists the files that a feed's cards are drawn from, and those that are missing.",
    discussion: """
      Photos, avatars, previews, posters and the pictures in texts, each once, in the size that an export with the same \
      options takes: its address, and for one that is missing the name to save it under. Nothing is fetched or written. \
      Ends with status 0; with --missing with status 1 when a file is missing.

      Examples:
        feedproof media holiday --missing
        feedproof media holiday --missing --json
      """)

  @OptionGroup var project: ProjectArguments

  @Flag(help: "Lists only what is missing; ends with status 1 when there is any.")
  var missing = false

  @Option(help: .scales)
  var scale: List<Int>?

  @OptionGroup var drawing: DrawingArguments

  @OptionGroup var result: ResultArguments

  func run() async throws {
    var overrides = project.overrides
    drawing.add(to: &overrides)
    overrides.scales = scale?.values
    try await Commands.media(
      inputs: project.feeds, overrides: overrides, missingOnly: missing, jobs: drawing.jobs, json: result.json)
  }
}

import ArgumentParser
import Projects

struct ListCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .show

  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the posts or cases of a project",
    usage: "feedproof list [<project> ...] [<options>]",
    discussion: """
      Lists one post per line: id, date, author and first words. With --cases, lists the cases of the last comparison \
      with their verdicts, or the project's baselines if there is no comparison.

      Examples:
        feedproof list holiday
        feedproof list holiday --cases
      """)

  @OptionGroup var feed: FeedArguments

  @Flag(help: "List cases instead of posts")
  var cases = false

  @OptionGroup var project: SettingOptions<ListCommand>

  @OptionGroup(title: "Common options") var warnings: WarningArguments

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() async throws {
    try Commands.list(
      inputs: feed.feeds, overrides: project.overrides, cases: cases, verbose: warnings.verbose, json: result.json)
  }
}

import ArgumentParser
import Projects

struct ConfigCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .config

  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print the effective settings, and where each comes from",
    usage: "feedproof config [<project> ...] [<options>]",
    discussion: """
      Prints each setting with its value and source: the default, a line of feedproof.yml, or an option. The output \
      without sources is valid YAML.

      Examples:
        feedproof config holiday
        feedproof config holiday --widths 320 --json
      """)

  @OptionGroup var feed: FeedArguments

  @Flag(help: "Print only settings that differ from the default")
  var changed = false

  @OptionGroup var project: SettingOptions<ConfigCommand>

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() async throws {
    try Commands.config(inputs: feed.feeds, overrides: project.overrides, onlyChanged: changed, json: result.json)
  }
}

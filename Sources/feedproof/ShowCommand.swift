import ArgumentParser
import FeedproofKit
import Projects

struct ShowCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .show

  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Prints what a stage makes of a feed.",
    discussion: """
      post: what was read; card: the view models; layout: the named boxes in points, from the card's top left corner; \
      drawing: the display lists, one command after the other; message: the messages of a chat's export.

      Examples:
        feedproof show --stage layout holiday --post wall1_17
        feedproof show --stage post holiday --json
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<ShowCommand>

  @Option(help: "post, card, layout, drawing or message.")
  var stage: ShowStage

  @Option(help: .of("id", "Only this post (its id, or the end of it)."))
  var post: String?

  @OptionGroup var result: ResultArguments

  func run() async throws {
    try await Commands.show(
      inputs: feed.feeds, overrides: project.overrides, stage: stage, post: post, json: result.json)
  }
}

extension ShowStage: ExpressibleByArgument {}

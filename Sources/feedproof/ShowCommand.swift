import ArgumentParser
import CardRendering
import Projects

struct ShowCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .show

  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print posts, or another stage of rendering",
    usage: "feedproof show [<project> ...] [<options>]",
    discussion: """
      Stages: post, the parsed posts; card, the view models; layout, the named boxes in points from the card's top \
      left corner; drawing, the display lists; message, the messages of a chat; screen, the view hierarchy of an \
      app's screen (Appium, uiautomator, Playwright, XCUITest, …) with texts, frames and scale. Default: post, or \
      message if the input contains only chats.

      Examples:
        feedproof show holiday --post wall1_17
        feedproof show holiday --stage layout --json
        feedproof show window_dump.xml --stage screen --picture screen.png
      """)

  @OptionGroup var feed: FeedArguments

  @Option(help: .of("stage", "Stage to print: post, card, layout, drawing, message or screen"))
  var stage: ShowStage?

  @Option(help: .of("id", "Only this post: its id, or the id's end"))
  var post: String?

  @Option(help: .of("file", "Screenshot of --stage screen, for its scale; default: the image of the same name"))
  var picture: String?

  @OptionGroup var project: SettingOptions<ShowCommand>

  @OptionGroup(title: "Common options") var warnings: WarningArguments

  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    if picture != nil && stage != .screen { throw ValidationError("--picture needs --stage screen") }
    if post != nil && stage == .screen { throw ValidationError("--post can't be combined with --stage screen") }
  }

  func run() async throws {
    if stage == .screen { return try Commands.showScreen(feed.feeds, picture: picture, json: result.json) }
    try await Commands.show(
      inputs: feed.feeds, overrides: project.overrides, stage: stage, post: post, verbose: warnings.verbose,
      json: result.json)
  }
}

extension ShowStage: ExpressibleByArgument {}

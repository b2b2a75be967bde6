import ArgumentParser
import CardRendering
import Projects

struct ShowCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .show

  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Prints what a stage makes of a feed, or of an app's screen.",
    discussion: """
      post: what was read; card: the view models; layout: the named boxes in points, from the card's top left corner; \
      drawing: the display lists, one command after the other; message: the messages of a chat's export; \
      screen: an app's view hierarchy (Appium, uiautomator, Playwright, XCUITest, …): what it shows, where, and how large \
      a point is.

      Examples:
        feedproof show --stage layout holiday --post wall1_17
        feedproof show --stage post holiday --json
        feedproof show --stage screen window_dump.xml --picture screen.png
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<ShowCommand>

  @Option(help: "post, card, layout, drawing, message or screen.")
  var stage: ShowStage

  @Option(help: .of("id", "Only this post (its id, or the end of it)."))
  var post: String?

  @Option(
    help: ArgumentHelp(
      "Of a screen: its screenshot, for the scale; else the picture of the same name beside the file.",
      valueName: "file"))
  var picture: String?

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if picture != nil && stage != .screen { throw ValidationError("--picture needs --stage screen") }
    if post != nil && stage == .screen { throw ValidationError("--stage screen has no posts") }
  }

  func run() async throws {
    if stage == .screen { return try Commands.showScreen(feed.feeds, picture: picture, json: result.json) }
    try await Commands.show(
      inputs: feed.feeds, overrides: project.overrides, stage: stage, post: post, json: result.json)
  }
}

extension ShowStage: ExpressibleByArgument {}

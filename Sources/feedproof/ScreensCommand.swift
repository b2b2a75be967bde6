import ArgumentParser
import Projects

struct ScreensCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .compare

  static let configuration = CommandConfiguration(
    commandName: "screens", abstract: "Compare screens of an app with a project's cards",
    usage: "feedproof screens [<project>] <folder> [<options>]",
    discussion: """
      Reads view hierarchies that an app's tests saved (Appium, uiautomator, Playwright, XCUITest, …), with screenshots \
      next to them, and compares them with the cards in points. The review shows both side by side. screens.yml, next to \
      them or in the project, maps parts to elements and sets tolerances (feedproof help screens). Ends with the same \
      statuses as feedproof compare.

      Examples:
        feedproof screens holiday build/screens
        feedproof screens build/screens --widths 390
      """)

  @Argument(help: .of("project-and-folder", "Project (default: the working folder), then the folder of saved screens"))
  var words: [String]

  @OptionGroup var settings: SettingOptions<ScreensCommand>

  @OptionGroup(title: "Run") var unmanaged: UnmanagedFileArguments

  @Flag(help: "Print annotations for GitHub Actions, and add a table to the step's summary")
  var github = false

  @OptionGroup(title: "Common options") var report: ReportArguments

  func validate() throws {
    guard (1...2).contains(words.count) else {
      throw ValidationError("name the project and the folder of screens, or only the folder")
    }
  }

  func run() async throws {
    try await Commands.compareScreens(
      input: words.count == 2 ? words[0] : ".", overrides: settings.overrides, screens: words[words.count - 1],
      setsAside: unmanaged.setAside, github: github, style: report.style)
  }
}

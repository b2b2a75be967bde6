import ArgumentParser
import RunSupport

/// The root command with its subcommands.
struct Feedproof: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedproof",
    abstract: "Render social feeds and chats as images and pages, and compare them with baselines and designs.",
    usage: "feedproof <command> [<options>]",
    discussion: """
      Every command takes -C FOLDER to run in another folder, --json, and --color auto|always|never.

      Topics (feedproof help <topic>): \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")).

      Examples:
        feedproof init holiday
        feedproof export holiday
        feedproof compare holiday
        feedproof help exit-codes
      """,
    version: FeedproofVersion.current,
    subcommands: [MergeBaselineCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Start",
        subcommands: [
          InitCommand.self, FetchCommand.self, AddCommand.self, DoctorCommand.self, CompletionsCommand.self,
        ]),
      CommandGroup(
        name: "Draw", subcommands: [ExportCommand.self, PictureCommand.self, WatchCommand.self, ServeCommand.self]),
      CommandGroup(
        name: "Compare",
        subcommands: [
          CompareCommand.self, ApproveCommand.self, HistoryCommand.self, CommentCommand.self, MergeCommand.self,
          DiffCommand.self, ScreensCommand.self,
        ]),
      CommandGroup(
        name: "Design",
        subcommands: [TemplateCommand.self, EjectCommand.self, FontsCommand.self, FigmaCommand.self]),
      CommandGroup(
        name: "Inspect",
        subcommands: [
          ListCommand.self, ShowCommand.self, MediaCommand.self, VerifyCommand.self, ConfigCommand.self,
        ]),
      CommandGroup(name: "Lab", subcommands: [FilmCommand.self, PrefetchCommand.self]),
    ])
}

/// `feedproof --version --verbose`, with or without `--json`. Handled before parsing, because the parser answers
/// `--version` whatever other options there are.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "--version", shouldDisplay: false)

  var json = false

  /// - Parameter words: The command line without the program's name.
  static func asked(by words: [String]) -> VersionCommand? {
    let options = Set(words.map { $0 == "-v" ? "--verbose" : $0 })
    guard options.isSuperset(of: ["--version", "--verbose"]),
      options.isSubset(of: ["--version", "--verbose", "--json"])
    else { return nil }
    var command = VersionCommand()
    command.json = options.contains("--json")
    return command
  }

  enum CodingKeys: CodingKey {}

  func run() throws { try Commands.version(json: json) }
}

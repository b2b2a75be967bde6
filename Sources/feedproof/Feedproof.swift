import ArgumentParser
import RunSupport

/// The root command with its subcommands.
struct Feedproof: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedproof",
    abstract: "Draws social feeds from their JSON, to pixels that can be trusted.",
    discussion: """
      Exit statuses: 0 all good; 1 a comparison found differences, a film jumps, media --missing \
      lists a file, or verify finds one missing or changed; 2 wrong usage or broken input (with --strict: any error or warning); \
      3 the fonts are not those of the font lock; 4 the output or standard output can't be written; 5 another run \
      works in the output folder; 6 a service refused, or is not there; 7 not all was fetched, run again; 130 interrupted.

      feedproof --version --verbose tells libraries and fonts; feedproof help topics lists what else is explained: the \
      project file, statuses, environment variables, JSON, fonts.

      Examples:
        feedproof export holiday
        feedproof help project
      """,
    version: FeedproofVersion.current,
    subcommands: [
      InitCommand.self, ExportCommand.self, AddCommand.self, VerifyCommand.self, ShowCommand.self, PictureCommand.self,
      CompareCommand.self, MergeCommand.self, ApproveCommand.self, HistoryCommand.self,
      CommentCommand.self, MergeBaselineCommand.self,
      ServeCommand.self, WatchCommand.self, DiffCommand.self,
      FetchCommand.self, MediaCommand.self, FilmCommand.self, PrefetchCommand.self, TemplateCommand.self,
      FigmaCommand.self, FontsCommand.self,
    ])
}

/// `feedproof --version --verbose`, with or without `--json`. Handled before parsing, because the parser answers
/// `--version` whatever other options there are.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "--version", shouldDisplay: false)

  var json = false

  /// - Parameter arguments: The process's arguments, starting with the program's name.
  static func asked(by arguments: [String]) -> VersionCommand? {
    let options = Set(arguments.dropFirst())
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

import ArgumentParser
import Runs

/// The command line: what each command is called, and nothing else.
struct Feedproof: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedproof",
    abstract: "Draws social feeds from their JSON, to pixels that can be trusted.",
    discussion: """
      Exit statuses: 0 all good; 1 a comparison found differences, or a film jumps; 2 wrong usage or broken input (with --strict: any error or warning); \
      3 the fonts are not those of the font lock; 4 the output can't be written; 5 another run \
      works in the output folder; 6 a service refused, or is not there; 7 not all was fetched, run again; 130 interrupted.
      """,
    version: FeedproofVersion.current,
    subcommands: [
      ExportCommand.self, ShowCommand.self, PictureCommand.self, CompareCommand.self, MergeCommand.self,
      ApproveCommand.self,
      ServeCommand.self, DiffCommand.self,
      FetchCommand.self, FilmCommand.self, PrefetchCommand.self, TemplateCommand.self, FontsCommand.self,
    ])
}

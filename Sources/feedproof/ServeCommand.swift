import ArgumentParser
import FeedproofKit

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Shows an output folder in the browser, with a review that approves.",
    discussion: """
      Listens on 127.0.0.1 only and prints the address. Approving on the review's pages writes into the project's \
      baselines, what was decided into the review's report, and nothing anywhere else. Earlier baselines are kept until it \
      ends, so that each approval can be taken back on the page; every open window shows what was decided. The project is \
      the one named, else the folder's own: the nearest folder above with a feedproof.yml that says that its output is here. \
      Ends with Ctrl-C, with status 0.

      Examples:
        feedproof serve holiday --open
      """)

  @Argument(help: "An output folder, or a project; default: this project, else output.")
  var folder: String?

  @Option(help: ArgumentHelp("The project that was compared.", valueName: "folder"))
  var project: String?

  @OptionGroup var server: ServerArguments

  @OptionGroup var result: ResultArguments

  func run() async throws {
    try await Commands.serve(folder, project: project, port: server.port, open: server.open, json: result.json)
  }
}

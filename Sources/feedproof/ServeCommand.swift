import ArgumentParser
import Projects

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show an output folder in the browser, and approve from its review",
    discussion: """
      Listens on 127.0.0.1 only, and prints the URL. Approving on the review's pages writes the project's baselines, \
      and stores the decisions in the review's report. Until the server ends, each approval can be undone on the page. \
      For an output folder, the project is the nearest parent folder whose feedproof.yml names this output. With \
      --before, approving copies new images over those of a folder that feedproof diff compared. Ends with Ctrl-C and \
      status 0.

      Examples:
        feedproof serve holiday --open
        feedproof serve holiday --output parts/merged --port 0
      """)

  @Argument(help: "Project, or an output folder; default: the working folder, if it is a project, otherwise output")
  var project: String?

  @Option(name: .shortAndLong, help: .of("folder", "Output folder to show; default: the project's"))
  var output: String?

  @Option(help: .before)
  var before: String?

  @OptionGroup var server: ServerArguments

  @Option(name: .customLong("project"), help: .formerProject)
  var formerProject: String?

  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    if formerProject != nil && before != nil {
      throw ValidationError("--before shows images without a project; remove --project")
    }
  }

  func run() async throws {
    let folder = output ?? project
    let asked = formerProject ?? (output == nil ? nil : project)
    try await Commands.serve(
      folder, project: asked, before: before, port: server.port, open: server.open, json: result.json)
  }
}

struct WatchCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .watch

  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show a feed in the browser, and render it again after each change",
    usage: "feedproof watch [<project> ...] [<options>]",
    discussion: """
      Exports, serves the output on 127.0.0.1, and watches the feed, its photos, templates, tokens and settings. Visible \
      cards are rendered first, and the page replaces images in place. Errors in a template, token, setting or feed are \
      shown above the page with file, line and hint. Ends with Ctrl-C and status 0.

      Examples:
        feedproof watch holiday --open
        feedproof watch holiday --themes dark --port 0
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup(title: "Server") var server: ServerArguments

  @OptionGroup var project: SettingOptions<WatchCommand>

  @OptionGroup(title: "Run") var workers: JobArguments

  @OptionGroup(title: "Common options") var report: ReportArguments

  func run() async throws {
    try await Commands.watch(
      inputs: feed.feeds, overrides: project.overrides, jobs: workers.jobs, port: server.port, open: server.open,
      style: report.style)
  }
}

import ArgumentParser

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Join the shards of an export or a comparison",
    usage: "feedproof merge [<project>] <shard> ... [<options>]",
    discussion: """
      Takes the output folders of all shards of one export or one comparison (--shard i/n) and writes the same bytes \
      as one run. Images are linked if the file system allows it, otherwise copied. Shards of different runs, missing \
      and repeated shards are errors, and the output stays unchanged. A merged comparison exits with the status of the \
      whole comparison.

      Examples:
        feedproof merge holiday parts/1 parts/2
        feedproof merge parts/1 parts/2 --output out
      """)

  @Argument(help: .of("project-and-shards", "Project (default: the working folder), then the shards' output folders"))
  var words: [String]

  @Option(name: .shortAndLong, help: .of("folder", "Output folder; default: the project's"))
  var output: String?

  @Option(help: .formerProject)
  var project: String?

  @OptionGroup(title: "Run") var removed: RemovedPostArguments

  @OptionGroup(title: "Run") var unmanaged: UnmanagedFileArguments

  @Flag(help: "Print annotations for GitHub Actions, and add a table to the step's summary")
  var github = false

  @OptionGroup(title: "Common options") var report: ReportArguments

  func run() async throws {
    try Commands.merge(
      words, into: output, project: project, setsAside: unmanaged.setAside, departing: removed.policy,
      github: github, style: report.style)
  }
}

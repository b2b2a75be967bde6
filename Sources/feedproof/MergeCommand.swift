import ArgumentParser

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Joins what the shards of one run wrote.",
    discussion: """
      Takes the output folders of all shards of one export (feedproof export --shard i/n) or of one comparison (feedproof \
      compare --shard i/n) and writes what the whole run would have written, byte for byte. Pictures are linked where the \
      file system allows it, else copied. Shards of different runs, missing ones and doubled ones are refused, and the \
      output stays as it was then. Joining a comparison ends with the status that the whole would have ended with.

      Examples:
        feedproof merge --output out out.parts/1 out.parts/2
      """)

  @Argument(help: .of("folder", "The shards' output folders."))
  var shards: [String]

  @Option(name: .shortAndLong, help: .of("folder", "Where to write."))
  var output: String

  @Option(help: .of("folder", "The project that was compared."))
  var project: String?

  @OptionGroup var departing: RemovedPostArguments

  @OptionGroup var foreign: UnmanagedFileArguments

  @Flag(help: "Prints annotations for GitHub Actions and adds to the step's summary.")
  var github = false

  @OptionGroup var report: ReportArguments

  func run() async throws {
    try Commands.merge(
      shards, into: output, project: project, setsAside: foreign.setAside, departing: departing.policy,
      github: github,
      style: report.style)
  }
}

import ArgumentParser
import Files
import Projects

struct AddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add exports to an archive project and export it",
    discussion: """
      Copies exports into the project's inputs folder, which keeps everything that was ever added, and exports the \
      project. Adding an export twice changes nothing; a newer export removes nothing. A folder without feedproof.yml \
      becomes a project (feeds: inputs, keepRemoved: true, order: date, dates: absolute). feedproof verify checks that \
      no file is missing or damaged.

      Examples:
        feedproof add archive.tar.gz "Chat - Anna.zip" --to diary
        feedproof add -C diary
      """)

  @Argument(help: "Files, archives or folders as services exported them; none updates the project's list")
  var exports: [String] = []

  @Option(help: .of("folder", "Project folder, created if missing; default: the working folder, if it is a project"))
  var to: String?

  @OptionGroup var workers: JobArguments

  @OptionGroup(title: "Common options") var report: ReportArguments

  func run() async throws {
    try await Commands.add(exports, to: to, jobs: workers.jobs, style: report.style)
  }
}

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that a project or an output folder is complete",
    discussion: """
      Compares a project's inputs with inputs.sha256, and an output's images and page files with its manifest. Reports \
      missing, changed and unlisted files, and files outside of the project that it reads. Exits with status 1 if a \
      file is missing or changed, and 5 while another command is using the folder. Hints explain how to fix each \
      problem.

      Examples:
        feedproof verify diary
        feedproof verify holiday/output --json
      """)

  @Argument(help: .of("project", "Project or output folder; default: the working folder"))
  var folder = "."

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() throws { try Commands.verify(folder, json: result.json) }
}

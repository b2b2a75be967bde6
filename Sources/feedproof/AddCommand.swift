import ArgumentParser

struct AddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Puts exports into a project that keeps them all, and draws what it holds now.",
    discussion: """
      Copies what is given into the project's inputs folder and exports. All that was ever added stays there: a newer export \
      joins what is there and removes nothing, an older one loses nothing, and the same one twice changes nothing. Where \
      the folder is no project yet, it becomes one (feeds: inputs, keepRemoved: true, order: date, dates: absolute, and \
      the language of this machine). feedproof verify proves that all is there.

      Examples:
        feedproof add archive.tar.gz "Chat - Anna.zip" --to diary
      """)

  @Argument(help: "Files, archives or folders, as services gave them. None updates the project's list.")
  var exports: [String] = []

  @Option(help: .of("folder", "The project; it is made where there is none."))
  var to: String

  @OptionGroup var workers: JobArguments

  @OptionGroup var report: ReportArguments

  func run() async throws {
    try await Commands.add(exports, to: to, jobs: workers.jobs, style: report.style)
  }
}

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Proves that a folder holds all that it lists.",
    discussion: """
      Of a project that feedproof add has made: every input by its SHA-256 (inputs.sha256, which sha256sum --check reads \
      too). Of an output: every picture by the manifest's SHA-256, and that each file of the pages is there. Tells what is \
      missing, what has changed, what no list has, and what the project reads from outside of its folder. Ends with \
      status 1 where something is missing or has changed. Hints name what heals each kind of fault. Ends with status 5 while \
      feedproof add or an export works in the folder.

      Examples:
        feedproof verify diary
      """)

  @Argument(help: "A project, or an output folder.")
  var folder: String

  @OptionGroup var result: ResultArguments

  func run() throws { try Commands.verify(folder, json: result.json) }
}

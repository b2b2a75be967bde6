import ArgumentParser

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Tells from git when and why a baseline became what it is.",
    discussion: """
      For each commit that changed the case's baseline: when, who, the size of the picture, why it was not as before, as it \
      was told when it was approved, and the commit's subject. --pictures writes the pictures that git has, each under its \
      commit's name.

      Examples:
        feedproof history wall1_17/375@2x-light-expanded --project holiday
        feedproof history wall1_17 --project holiday --pictures before
      """)

  @Argument(help: .of("id-or-pattern", "A case or a post, or a pattern over either (*, ?)."))
  var pattern: String

  @Option(help: .of("folder", "The project that was compared."))
  var project = "."

  @Option(help: .of("number", "How many changes of each case are told; default: 20."))
  var most = 20

  @Option(help: .of("folder", "Where pictures are written."))
  var pictures: String?

  @OptionGroup var result: ResultArguments

  func validate() throws {
    guard (1...10_000).contains(most) else { throw ValidationError("--most must be from 1 to 10000") }
  }

  func run() throws {
    try Commands.history(of: pattern, project: project, most: most, pictures: pictures, json: result.json)
  }
}

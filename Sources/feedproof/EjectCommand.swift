import ArgumentParser
import Projects

struct EjectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eject", abstract: "Copy a built-in template or token file into a project",
    usage: "feedproof eject [<name> ...] [<options>]",
    discussion: """
      Copies files of the built-in design into the project, to edit them, and adds "cards:" or "tokens:" to \
      feedproof.yml if it is missing. Only ejected files no longer follow upgrades. .ejected.json records each file's \
      version, so that feedproof eject --check reports files that a newer Feedproof has changed (status 1). Existing \
      files are never overwritten. Without a name, lists the names.

      Examples:
        feedproof eject
        feedproof eject post tokens -C holiday
        feedproof eject --check -C holiday
      """)

  @Argument(help: .of("name", "Card template (post), part (parts/author), or tokens"))
  var names: [String] = []

  @Flag(help: "Report ejected files whose built-in version has changed since")
  var check = false

  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    if check && !names.isEmpty { throw ValidationError("--check checks all ejected files; remove the names") }
  }

  func run() throws { try Commands.eject(ListWords.values(names), check: check, json: result.json) }
}

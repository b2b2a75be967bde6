import ArgumentParser

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check fonts, libraries, browser, Git and permissions",
    usage: "feedproof doctor [<project>] [<options>]",
    discussion: """
      Checks everything that Feedproof needs on this machine, and the project if there is one. Exits with status 0 if \
      everything works or only optional parts are missing, 3 if fonts or templates are missing, and 4 if a folder \
      can't be written.

      Examples:
        feedproof doctor
        feedproof doctor holiday --json
      """)

  @Argument(help: "Project folder; default: the working folder")
  var project = "."

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() throws { try Commands.doctor(project, json: result.json) }
}

import ArgumentParser
import ProjectSetup
import Projects

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a project",
    discussion: """
      Writes feedproof.yml with the most frequently changed settings, and .gitignore. The feed of --from stays in its \
      place; without --from, the project contains a small sample feed. The project uses the built-in design; feedproof \
      eject copies a template or a token file to edit. Existing files are never overwritten: if one is in the way, the \
      command exits with status 4 and changes nothing.

      Examples:
        feedproof init holiday --from backup/posts.json
        feedproof init shop --records products.json
      """)

  @Argument(help: "Folder of the project, created if missing; default: the working folder")
  var folder = "."

  @Option(
    help: .of(
      "feed", "Feed files, archives of services, or folders of them, read as one feed (repeatable, or with commas)"))
  var from: [String] = []

  @Option(help: .of("file", "Your own JSON instead of a feed; writes types.yml with the fields found, and a template"))
  var records: String?

  @Flag(help: "Also write .gitattributes, so that Git merges baselines that two branches approved")
  var ci = false

  @Flag(help: "Also write .gitattributes, so that Git LFS stores the images of baselines")
  var lfs = false

  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    if records != nil, !from.isEmpty { throw ValidationError("--records and --from exclude each other") }
  }

  func run() throws {
    let git: [GitAttributes] = (ci ? [.merging] : []) + (lfs ? [.largeFiles] : [])
    try Commands.makeProject(
      in: folder, from: ListWords.paths(from), records: records, git: Set(git), json: result.json)
  }
}

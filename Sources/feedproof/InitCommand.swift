import ArgumentParser
import ProjectSetup

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Makes a project: feedproof.yml, templates and tokens to edit, a feed.",
    discussion: """
      Writes feedproof.yml with a comment for every key, the card templates into Cards, the design tokens into tokens, and \
      says what to do next. The feed of --from stays where it is: the project file names its path. Without --from a small \
      feed is put into feed. .gitignore leaves out what is drawn. Nothing is overwritten: a folder with one of these names ends with status 4, unchanged.

      Examples:
        feedproof init holiday --from backup/posts.json
        feedproof init shop --records products.json
      """)

  @Argument(help: "The folder to make it in; it may be there.")
  var folder: String

  @Option(
    help: .of(
      "feed",
      "What is to be drawn: feed files, services' archives, or folders of them; given again, more of the same feed."))
  var from: [String] = []

  @Option(
    help: .of(
      "file",
      "Any JSON of your own, in place of a feed: types.yml says what was found in it, and a first template draws that.")
  )
  var records: String?

  @Flag(
    help: "Also writes .gitattributes, so that git merges what two branches approved (feedproof help merge-baseline).")
  var ci = false

  @Flag(help: "Also writes .gitattributes, so that pictures of baselines are kept by Git LFS.")
  var lfs = false

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if records != nil, !from.isEmpty { throw ValidationError("--records stands in place of --from: give one of them.") }
  }

  func run() throws {
    let git: [GitAttributes] = (ci ? [.merging] : []) + (lfs ? [.largeFiles] : [])
    try Commands.makeProject(in: folder, from: from, records: records, git: Set(git), json: result.json)
  }
}

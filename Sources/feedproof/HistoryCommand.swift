import ArgumentParser

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List the commits that changed a baseline, with their causes",
    usage: "feedproof history [<project>] [<id-or-pattern>] [<options>]",
    discussion: """
      For each commit that changed a baseline of the case: date, author, size of the image, the cause recorded by the \
      approval, and the commit's subject. --save-images writes the earlier images, named after their commits.

      Examples:
        feedproof history holiday wall1_17/375@2x-light-expanded
        feedproof history holiday wall1_17 --save-images before
      """)

  @Argument(
    help: .of("project-and-id", "Project (default: the working folder), then a case, post or pattern; default: all"))
  var words: [String] = []

  @Option(help: .of("number", "Maximum number of changes per case; default: 20"))
  var most = 20

  @Option(help: .of("folder", "Write the images of all changes into this folder"))
  var saveImages: String?

  @Option(help: .formerProject)
  var project: String?

  @OptionGroup(title: "Common options") var result: ResultArguments

  /// The project and the pattern. The last word is the pattern, unless it is the only one and names a project.
  private var named: (project: String, pattern: String) {
    if let project { return (project, words.first ?? "*") }
    if words.count == 2 { return (words[0], words[1]) }
    let (project, rest) = ProjectWord.split(words, project: nil)
    return (project, rest.first ?? "*")
  }

  func validate() throws {
    guard (1...10_000).contains(most) else { throw ValidationError("--most must be from 1 to 10000") }
    guard words.count <= (project == nil ? 2 : 1) else {
      throw ValidationError("pass the project and one case, post or pattern")
    }
  }

  func run() throws {
    try Commands.history(
      of: named.pattern, project: named.project, most: most, pictures: saveImages, json: result.json)
  }
}

import ArgumentParser
import FeedproofKit

struct FigmaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "figma", abstract: "Reads designs as Figma's REST API gives them.",
    subcommands: [FigmaShowCommand.self, FigmaDiffCommand.self])
}

struct FigmaShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Tells what saved answers of Figma's hold.",
    discussion: """
      A file or nodes of it, variables, published styles, addresses of pictures, versions: what an answer is, is told from \
      its content. Two files are compared; published styles are shown with the values of the nodes beside them.

      Examples:
        feedproof figma show design/figma/file.json
        feedproof figma show styles.json nodes.json --json
      """)

  @Argument(help: ArgumentHelp("A saved answer, or a folder of them; or two.", valueName: "file"))
  var files: [String]

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if !(1...2).contains(files.count) { throw ValidationError("give one file or two, not \(files.count)") }
  }

  func run() async throws { try Commands.showFigma(files, json: result.json) }
}

struct FigmaDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Tells what has changed in a design, by cause.",
    discussion: """
      Layers are compared by their ids, and places are relative to the layer around: what Figma itself adds to an answer is no \
      change. Ends with status 0 when nothing has changed, 1 when something has, 2 when a file can't be read.

      Examples:
        feedproof figma diff design@v1 design@v2
        feedproof figma diff old.json new.json --markdown
      """)

  @Argument(help: "The older file, or a folder with it.")
  var old: String

  @Argument(help: "The newer one.")
  var new: String

  @Flag(help: "Prints Markdown, for a comment or release notes.")
  var markdown = false

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if markdown && result.json { throw ValidationError("--markdown and --json exclude each other") }
  }

  func run() async throws { try Commands.diffFigma(old, new, markdown: markdown, json: result.json) }
}

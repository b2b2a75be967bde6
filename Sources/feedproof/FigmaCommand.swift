import ArgumentParser
import Figma
import Projects

struct FigmaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "figma", abstract: "Reads designs as Figma's REST API gives them.",
    subcommands: [
      FigmaPullCommand.self, FigmaShowCommand.self, FigmaDiffCommand.self, FigmaTokensCommand.self,
      FigmaFramesCommand.self, FigmaTemplateCommand.self,
    ])
}

struct FigmaPullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull", abstract: "Asks Figma for a design, and keeps its answers.",
    discussion: """
      The file, its variables and styles and a picture of each frame are put into the folder figma of the given one. Pulled again, \
      only the version is asked for, until it has moved. A limit that lasts longer than --max-wait is told, not waited for.

      Examples:
        feedproof figma pull KEY --into design --token-file ~/.figma
        feedproof figma pull https://www.figma.com/design/KEY/Feed --into design
      """)

  @Argument(help: ArgumentHelp("A file's key or its link; a link to a frame pulls that alone.", valueName: "file"))
  var source: String

  @Option(help: ArgumentHelp("Where the answers are put: into its folder figma.", valueName: "folder"))
  var into: String

  @OptionGroup var token: TokenArguments

  @Flag(inversion: .prefixedNo, help: "Fetches a picture of each frame.")
  var pictures = true

  @Option(help: "Pixels a point of the pictures, 0.01 to 4.")
  var scale = 2.0

  @OptionGroup var connection: ConnectionArguments

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if !(0.01...4).contains(scale) { throw ValidationError("--scale is from 0.01 to 4") }
  }

  func run() async throws {
    var options = FigmaPull.Options(source: source, into: into)
    (options.base, options.proxy, options.certificates) = (connection.baseURL, connection.proxy, connection.caFile)
    options.scale = pictures ? scale : nil
    options.maxWait = connection.maxWait ?? options.maxWait
    try await Commands.pullFigma(options, tokenFile: token.tokenFile, tokenVariable: token.tokenEnv, json: result.json)
  }
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
      change. Variables are compared where both have them. --page writes a page with the pictures that "pull" has made of the \
      frames, beside each other and over each other. Ends with status 0 when nothing has changed, 1 when something has, 2 when \
      a file can't be read.

      Examples:
        feedproof figma diff design@v1 design@v2
        feedproof figma diff old.json new.json --markdown
        feedproof figma diff design@v1 design@v2 --page changes
      """)

  @Argument(help: "The older file, or a folder with it.")
  var old: String

  @Argument(help: "The newer one.")
  var new: String

  @Flag(help: "Prints Markdown, for a comment or release notes.")
  var markdown = false

  @Option(help: ArgumentHelp("Writes a page with both versions of each frame.", valueName: "folder"))
  var page: String?

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if markdown && result.json { throw ValidationError("--markdown and --json exclude each other") }
  }

  func run() async throws {
    try await Commands.diffFigma(old, new, markdown: markdown, page: page, json: result.json)
  }
}

struct FigmaTokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "Makes design-token files of a design's variables and styles.",
    discussion: """
      Writes NAME.tokens.json with the values in the default modes, NAME.MODE.tokens.json with what each other mode changes, \
      and NAME.resolver.json, which names them all. Aliases stay aliases. What the token format can't say is listed.

      Examples:
        feedproof figma tokens design
        feedproof figma tokens design --type 'opacity/*=percent' --replace
        feedproof figma tokens design --only color.link --into feed.tokens.json

      With --into, the values are set in a token file of one's own: what compare tells to do where a design has moved on.
      """)

  @Argument(help: ArgumentHelp("A folder of saved answers, or one of them.", valueName: "design"))
  var design: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where the files are written; default: the answers' folder.", valueName: "folder"))
  var output: String?

  @Option(help: "What the files' names begin with.")
  var name = "figma"

  @Option(
    name: .customLong("type"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What variables are whose names match: dimension, number, percent, fontWeight, fontFamily or duration.",
      valueName: "name=type"))
  var types: [String] = []

  @Flag(help: "Writes over files of other content.")
  var replace = false

  @Option(
    help: ArgumentHelp("Sets the values in this token file, and leaves the rest of it as it is.", valueName: "file"))
  var into: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("With --into: these tokens, by path or pattern; default: those that it has.", valueName: "token")
  )
  var only: [String] = []

  @Option(
    help: ArgumentHelp("With --into: the values of this mode; default: those of the default modes.", valueName: "name"))
  var mode: String?

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if into == nil && (!only.isEmpty || mode != nil) { throw ValidationError("--only and --mode need --into") }
    if into != nil && (replace || output != nil) {
      throw ValidationError("--into sets values in one file; --output and --replace are for files of their own")
    }
  }

  func run() async throws {
    var options = FigmaTokensRun.Options()
    options.name = name
    options.output = output
    options.meanings = types
    options.replaces = replace
    (options.into, options.only, options.theme) = (into, only, mode)
    try Commands.makeFigmaTokens(design, options: options, json: result.json)
  }
}

struct FigmaFramesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames", abstract: "Lists the frames of a design, and begins a list of cases.",
    discussion: """
      Frames on pages, in sections and of a component's variants, with their sizes and the first of their texts. --write makes a \
      case of each whose layers somebody has named; which post it shows is left to be filled in (docs/comparison.md).

      Examples:
        feedproof figma frames design
        feedproof figma frames design --write cases.yml
      """)

  @Argument(help: ArgumentHelp("A folder of saved answers, or one of them.", valueName: "design"))
  var design: String

  @Option(help: ArgumentHelp("Writes a list of cases, where there is none.", valueName: "file"))
  var write: String?

  @OptionGroup var result: ResultArguments

  func run() async throws { try Commands.listFigmaFrames(design, writing: write, json: result.json) }
}

struct FigmaTemplateCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .template

  static let configuration = CommandConfiguration(
    commandName: "template", abstract: "Drafts a card template from a frame's auto layout.",
    discussion: """
      Stacks, insets and sizes are the frame's; numbers and colours are tokens where a variable or a style is bound. What was \
      guessed, or can't be said, stands in the template as comments. Beside FILE.yml \
      its tokens are written, FILE.tokens.json; those of figma.tokens.json in the design, or of --tokens, are named and left out.

      Examples:
        feedproof figma template design --frame Post/Photo --output Cards/post.yml
        feedproof figma template design --frame 12:345 --card post
      """)

  @Argument(help: ArgumentHelp("A folder of saved answers, or one of them.", valueName: "design"))
  var design: String

  @Option(help: ArgumentHelp("The frame's name or its id.", valueName: "frame"))
  var frame: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where the template is written; default: the standard output.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("The view model that it shows, which pictures need; default: none.", valueName: "model"))
  var card: String?

  @Flag(help: "Writes over files of other content.")
  var replace = false

  @OptionGroup var project: SettingOptions<FigmaTemplateCommand>

  @OptionGroup var result: ResultArguments

  func run() async throws {
    var options = FigmaTemplateRun.Options()
    options.frame = frame
    options.output = output
    options.card = card ?? options.card
    options.tokens = project.overrides["tokens"] ?? []
    options.fontLock = project.overrides["fonts"]?.last
    options.replaces = replace
    try Commands.draftFigmaTemplate(design, options: options, json: result.json)
  }
}

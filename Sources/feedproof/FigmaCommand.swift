import ArgumentParser
import Figma
import Projects

struct FigmaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "figma", abstract: "Work with designs from Figma",
    subcommands: [
      FigmaPullCommand.self, FigmaShowCommand.self, FigmaDiffCommand.self, FigmaTokensCommand.self,
      FigmaFramesCommand.self, FigmaTemplateCommand.self,
    ])
}

struct FigmaPullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull", abstract: "Download a design from Figma",
    discussion: """
      Stores the file, its variables and styles, and an image of each frame in the folder figma of the given folder. A \
      second pull downloads them only if the design's version changed. A rate limit longer than --max-wait ends the \
      command.

      Examples:
        feedproof figma pull KEY --into design --token-file ~/.figma
        feedproof figma pull https://www.figma.com/design/KEY/Feed --into design
      """)

  @Argument(help: .of("file", "Key or link of a file; a link to a frame pulls only that frame"))
  var source: String

  @Option(help: .of("folder", "Folder whose subfolder figma stores the design"))
  var into: String

  @OptionGroup var token: TokenArguments

  @Flag(inversion: .prefixedNo, help: "Download an image of each frame")
  var images = true

  @Option(help: .of("scale", "Pixels per point of the images, 0.01 to 4"))
  var scale = 2.0

  @OptionGroup(title: "Connection") var connection: ConnectionArguments

  @OptionGroup(title: "Common options") var warnings: WarningArguments
  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    if !(0.01...4).contains(scale) { throw ValidationError("--scale must be from 0.01 to 4") }
  }

  func run() async throws {
    var options = FigmaPull.Options(source: source, into: into)
    (options.base, options.proxy, options.certificates) = (connection.baseURL, connection.proxy, connection.caFile)
    options.scale = images ? scale : nil
    options.maxWait = connection.maxWait ?? options.maxWait
    try await Commands.pullFigma(
      options, tokenFile: token.tokenFile, tokenVariable: token.tokenEnv, verbose: warnings.verbose, json: result.json)
  }
}

struct FigmaShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Summarize saved Figma responses",
    discussion: """
      Detects the kind of a response by its content: a file or its nodes, variables, published styles, image addresses or \
      versions. Compares two files; shows published styles with the values of the nodes next to them.

      Examples:
        feedproof figma show design/figma/file.json
        feedproof figma show styles.json nodes.json --json
      """)

  @Argument(help: .of("file", "One or two saved responses, or folders of them"))
  var files: [String]

  @OptionGroup(title: "Common options") var warnings: WarningArguments
  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    if !(1...2).contains(files.count) { throw ValidationError("pass one or two files, not \(files.count)") }
  }

  func run() async throws { try Commands.showFigma(files, verbose: warnings.verbose, json: result.json) }
}

struct FigmaDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "List the changes between two versions of a design",
    discussion: """
      Matches layers by id and compares positions within their parent, so additions by Figma itself don't count as \
      changes. Compares variables if both versions contain them. --write-page writes a page with the images of both \
      versions of each frame. Exits with status 0 if nothing changed, 1 if something did, 2 if a file can't be read.

      Examples:
        feedproof figma diff design@v1 design@v2
        feedproof figma diff old.json new.json --markdown
        feedproof figma diff design@v1 design@v2 --write-page changes
      """)

  @Argument(help: "Older file, or a folder with it")
  var old: String

  @Argument(help: "Newer file or folder")
  var new: String

  @Flag(help: "Print Markdown, for a comment or release notes")
  var markdown = false

  @Option(help: .of("folder", "Write a page with both versions of each frame"))
  var writePage: String?

  @OptionGroup(title: "Common options") var warnings: WarningArguments
  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    if markdown && result.json { throw ValidationError("--markdown and --json exclude each other") }
  }

  func run() async throws {
    try await Commands.diffFigma(
      old, new, markdown: markdown, page: writePage, verbose: warnings.verbose, json: result.json)
  }
}

struct FigmaTokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "Convert a design's variables and styles to design tokens",
    discussion: """
      Writes NAME.tokens.json with the values of the default modes, NAME.MODE.tokens.json with the differences of each \
      other mode, and NAME.resolver.json, which lists them. Aliases stay aliases. Values that the token format can't \
      express are listed. --into sets the values in your own token file instead.

      Examples:
        feedproof figma tokens design
        feedproof figma tokens design --type 'opacity/*=percent' --replace
        feedproof figma tokens design --only color.link --into feed.tokens.json
      """)

  @Argument(help: .of("design", "Folder of saved responses, or one of them"))
  var design: String

  @Option(
    name: .shortAndLong,
    help: .of("folder", "Output folder; default: the folder of the responses"))
  var output: String?

  @Option(help: .of("name", "Prefix of the file names"))
  var name = "figma"

  @Option(
    name: .customLong("type"), parsing: .unconditionalSingleValue,
    help: .of(
      "name=type",
      "Type of variables by name pattern: dimension, number, percent, fontWeight, fontFamily or duration "
        + "(repeatable, or with commas)"))
  var types: [String] = []

  @Flag(help: "Overwrite existing files")
  var replace = false

  @Option(
    help: .of("file", "Token file whose values are set; the rest of it stays unchanged"))
  var into: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: .of(
      "token",
      "With --into: only these tokens, by path or pattern (repeatable, or with commas); default: the file's own")
  )
  var only: [String] = []

  @Option(
    help: .of("name", "With --into: the mode whose values are set; default: the default modes"))
  var mode: String?

  @OptionGroup(title: "Common options") var warnings: WarningArguments
  @OptionGroup(title: "Common options") var result: ResultArguments

  func validate() throws {
    if into == nil && (!only.isEmpty || mode != nil) { throw ValidationError("--only and --mode need --into") }
    if into != nil && (replace || output != nil) {
      throw ValidationError("--into can't be combined with --output or --replace")
    }
  }

  func run() async throws {
    var options = FigmaTokensRun.Options()
    options.name = name
    options.output = output
    options.meanings = ListWords.values(types)
    options.replaces = replace
    (options.into, options.only, options.theme) = (into, ListWords.values(only), mode)
    try Commands.makeFigmaTokens(design, options: options, verbose: warnings.verbose, json: result.json)
  }
}

struct FigmaFramesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames", abstract: "List the frames of a design, or draft cases from them",
    discussion: """
      Lists the frames of pages, sections and component variants with their sizes and first texts. --write drafts a list \
      of cases from the frames with named layers; add the post of each case.

      Examples:
        feedproof figma frames design
        feedproof figma frames design --write cases.yml
      """)

  @Argument(help: .of("design", "Folder of saved responses, or one of them"))
  var design: String

  @Option(help: .of("file", "Write a list of cases, if the file doesn't exist"))
  var write: String?

  @OptionGroup(title: "Common options") var warnings: WarningArguments
  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() async throws {
    try Commands.listFigmaFrames(design, writing: write, verbose: warnings.verbose, json: result.json)
  }
}

struct FigmaTemplateCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .template

  static let configuration = CommandConfiguration(
    commandName: "template", abstract: "Draft a card template from a frame's auto layout",
    discussion: """
      Stacks, insets and sizes come from the frame; values bound to a variable or style become tokens. Comments in the \
      template mark guesses and properties that templates lack. Tokens are written to FILE.tokens.json next to FILE.yml, \
      except those of figma.tokens.json in the design or of --tokens.

      Examples:
        feedproof figma template design --frame Post/Photo --output Cards/post.yml
        feedproof figma template design --frame 12:345 --card post
      """)

  @Argument(help: .of("design", "Folder of saved responses, or one of them"))
  var design: String

  @Option(help: .of("frame", "Name or id of the frame"))
  var frame: String

  @Option(
    name: .shortAndLong,
    help: .of("file", "Template to write; default: standard output"))
  var output: String?

  @Option(help: .of("model", "View model of the template, required for images; default: none"))
  var card: String?

  @Flag(help: "Overwrite existing files")
  var replace = false

  @OptionGroup var project: SettingOptions<FigmaTemplateCommand>

  @OptionGroup(title: "Common options") var warnings: WarningArguments
  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() async throws {
    var options = FigmaTemplateRun.Options()
    options.frame = frame
    options.output = output
    options.card = card ?? options.card
    options.tokens = project.overrides["tokens"] ?? []
    options.fontLock = project.overrides["fonts"]?.last
    options.replaces = replace
    try Commands.draftFigmaTemplate(design, options: options, verbose: warnings.verbose, json: result.json)
  }
}

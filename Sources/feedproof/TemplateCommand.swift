import ArgumentParser
import CardRendering
import Projects

struct TemplateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template", abstract: "Checks card templates, and lays out those that need no data.",
    subcommands: [TemplateCheckCommand.self, TemplateLayoutCommand.self])
}

struct TemplateCheckCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .template

  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Tells what is wrong with card templates, with line and column.",
    discussion: """
      A template is checked against the view model that its "card:" names, the icons, the faces of the font lock, and the \
      tokens that its "tokens:" names, in every theme whose overlay lies beside them; sides as the language has them. \
      Ends with status 2 when there is an error.

      Examples:
        feedproof template check Templates/Cards --tokens mine.tokens.json
      """)

  @Argument(help: .of("file", "Templates, or folders of them."))
  var files: [String]

  @OptionGroup var project: SettingOptions<TemplateCheckCommand>

  @OptionGroup var result: ResultArguments

  func run() async throws {
    try Commands.checkTemplates(files, overrides: project.overrides, json: result.json)
  }
}

struct TemplateLayoutCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .template

  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Prints the named boxes of a template with \"card: none\".",
    discussion: """
      What could not be laid out as asked is told on standard error.

      Examples:
        feedproof template layout badge.yml --max 300xinf
        feedproof template layout badge.yml --max 300xinf --locale ar
      """)

  @Argument(help: "The template.")
  var file: String

  @Option(help: .of("WxH", "Smallest size in points, e.g. 0x0."))
  var min = "0x0"

  @Option(help: .of("WxH", "Largest size in points, e.g. 300xinf."))
  var max = "infxinf"

  @Option(help: "Device scale: boxes stand on whole pixels of it.")
  var scale = 2

  @OptionGroup var project: SettingOptions<TemplateLayoutCommand>

  @OptionGroup var result: ResultArguments

  func run() async throws {
    var options = TemplateLayout.Options()
    options.minimum = min
    options.maximum = max
    options.scale = scale
    try Commands.layOutTemplate(file, options: options, overrides: project.overrides, json: result.json)
  }
}

import ArgumentParser
import CardRendering
import Projects

struct TemplateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template", abstract: "Check card templates, or print their layout",
    subcommands: [TemplateCheckCommand.self, TemplateLayoutCommand.self])
}

struct TemplateCheckCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .template

  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check card templates, and report problems with line and column",
    discussion: """
      Checks a template against the view model that its "card:" names, the icons, the fonts of the lock, and its tokens \
      in every theme. Exits with status 2 if there is an error.

      Examples:
        feedproof template check
        feedproof template check Templates/Cards --tokens mine.tokens.json
      """)

  @Argument(help: .of("file", "Templates, folders of them, or projects; default: the working folder"))
  var files: [String] = ["."]

  @OptionGroup var project: SettingOptions<TemplateCheckCommand>

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() async throws {
    try Commands.checkTemplates(files, overrides: project.overrides, json: result.json)
  }
}

struct TemplateLayoutCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .template

  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Print the named boxes of a template with \"card: none\"",
    discussion: """
      Prints constraints that could not be met on standard error.

      Examples:
        feedproof template layout badge.yml --max 300xinf
        feedproof template layout badge.yml --max 300xinf --locale ar
      """)

  @Argument(help: .of("file", "Template"))
  var file: String

  @Option(help: .of("WxH", "Minimum size in points, for example 0x0"))
  var min = "0x0"

  @Option(help: .of("WxH", "Maximum size in points, for example 300xinf"))
  var max = "infxinf"

  @Option(help: .of("scale", "Device scale; boxes are aligned to its pixels"))
  var scale = 2

  @OptionGroup var project: SettingOptions<TemplateLayoutCommand>

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() async throws {
    var options = TemplateLayout.Options()
    options.minimum = min
    options.maximum = max
    options.scale = scale
    try Commands.layOutTemplate(file, options: options, overrides: project.overrides, json: result.json)
  }
}

import ArgumentParser
import Projects

struct FontsCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .fonts

  static let configuration = CommandConfiguration(
    commandName: "fonts", abstract: "List the fonts of the font lock, or add fonts to it",
    discussion: """
      Exits with status 3 if a font file is missing or differs from the lock. --add writes a lock with the upright \
      fonts of an installed family or of your own files: the project's lock in a project, otherwise fonts.lock.json in \
      the working folder. An existing file is replaced only if it is also the lock being read.

      Examples:
        feedproof fonts
        feedproof fonts --add ./fonts/Mine.ttf
        feedproof fonts --add "Noto Sans Phoenician" --write my.lock.json
      """)

  @OptionGroup var project: SettingOptions<FontsCommand>

  @Option(help: .of("family", "Family, font file, or folder of font files to add (repeatable, or with commas)"))
  var add: [String] = []

  @Option(
    help: .of("file", "Write a lock of the fonts on this machine; with --add also of the added ones"))
  var write: String?

  @OptionGroup(title: "Common options") var result: ResultArguments

  func run() async throws {
    try await Commands.fonts(
      lock: project.overrides["fonts"]?.last, add: ListWords.paths(add), write: write, json: result.json)
  }
}

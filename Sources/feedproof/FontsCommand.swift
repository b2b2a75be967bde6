import ArgumentParser
import Projects

struct FontsCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .fonts

  static let configuration = CommandConfiguration(
    commandName: "fonts", abstract: "Tells what the font lock asks for, and what was found; adds faces to a lock.",
    discussion: """
      Ends with status 3 when a face is missing or is another file than the lock's.

      --add writes the lock with the upright faces of a family that is installed, or of files of your own. In a project \
      that is the project's lock, else fonts.lock.json here; a file that is there is only written over where it is the \
      lock that was read.

      Examples:
        feedproof fonts
        feedproof fonts --add ./fonts/Mine.ttf
        feedproof fonts --add "Noto Sans Phoenician" --write my.lock.json
      """)

  @OptionGroup var project: SettingOptions<FontsCommand>

  @Option(
    help: .of(
      "family", "A family to add to the lock, a font's file, or a folder of such files; given again, one more."))
  var add: [String] = []

  @Option(
    help: .of(
      "file", "Writes a lock of the same faces as they are on this machine, or with --add of those and the family's."))
  var write: String?

  @OptionGroup var result: ResultArguments

  func run() async throws {
    try await Commands.fonts(lock: project.overrides["fonts"]?.last, add: add, write: write, json: result.json)
  }
}

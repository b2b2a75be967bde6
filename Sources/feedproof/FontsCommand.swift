import ArgumentParser
import FeedproofKit

struct FontsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts", abstract: "Tells what the font lock asks for, and what was found.",
    discussion: "Ends with status 3 when a face is missing or is another file than the lock's.")

  @Option(help: ArgumentHelp("Font lock to check instead of the tool's own.", valueName: "file"))
  var fontLock: String?

  @Option(help: ArgumentHelp("Writes a lock of the same faces as they are on this machine.", valueName: "file"))
  var write: String?

  @Flag(help: "Prints JSON.")
  var json = false

  func run() async throws {
    try await Commands.fonts(lock: fontLock, write: write, json: json)
  }
}

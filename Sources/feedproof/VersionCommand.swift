import ArgumentParser
import FeedproofKit

/// `feedproof --version --verbose`, with or without `--json`. The parser answers `--version` by itself, whatever else is
/// there.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "--version", shouldDisplay: false)

  var json = false

  /// - Parameter arguments: The process's, its own name first.
  static func asked(by arguments: [String]) -> VersionCommand? {
    let options = Set(arguments.dropFirst())
    guard options.isSuperset(of: ["--version", "--verbose"]),
      options.isSubset(of: ["--version", "--verbose", "--json"])
    else { return nil }
    var command = VersionCommand()
    command.json = options.contains("--json")
    return command
  }

  enum CodingKeys: CodingKey {}

  func run() throws { try Commands.version(json: json) }
}

import ArgumentParser
import Diagnostics

/// What is said of a command that there is not, and of an option that a command does not have. The parser takes any other for what was meant, however little
/// they have in common; here it is one that is near in spelling, or another command's.
enum UnknownOption {
  /// - Parameter message: What the parser says of wrong usage: the fact, and the command's usage.
  static func corrected(_ message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let unexpected = #/Error: (?:Unexpected argument|\d+ unexpected arguments:) '([^']+)'.*/#
    if let match = lines.first?.wholeMatch(of: unexpected), let usage = lines.first(where: { $0.hasPrefix("Usage: ") }),
      usage.hasSuffix("<subcommand>")
    {
      let commands = command(usage.split(separator: " ").dropFirst(2)).configuration.subcommands
      let near = nearest(to: String(match.1), among: commands.compactMap { $0.configuration.commandName })
      lines[0] = "Error: There is no command '\(match.1)'" + (near.map { ". Did you mean '\($0)'?" } ?? "")
      return lines.joined(separator: "\n")
    }
    let fact = #/(Error: Unknown option '(--[^']+)')(?:\. Did you mean '[^']*'\?)?/#
    guard let first = lines.first, let match = first.wholeMatch(of: fact) else { return message }
    let usage = lines.first { $0.hasPrefix("Usage: ") } ?? ""
    lines[0] = String(match.1) + hint(for: String(match.2), usage.split(separator: " ").dropFirst(2))
    return lines.joined(separator: "\n")
  }

  private static func hint(for option: String, _ words: some Sequence<Substring>) -> String {
    let name = String(option.prefix { $0 != "=" })
    if let near = nearest(to: name, among: options(of: command(words))) { return ". Did you mean '\(near)'?" }
    let others = all(below: Feedproof.self, path: "feedproof").filter { options(of: $0.command).contains(name) }
    return others.isEmpty ? "" : ". It is an option of \(others.map(\.path).joined(separator: ", "))"
  }

  /// The command that the first words name.
  private static func command(_ words: some Sequence<Substring>) -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = Feedproof.self
    for word in words {
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == String(word) })
      else {
        break
      }
      command = next
    }
    return command
  }

  private static func all(
    below command: any ParsableCommand.Type, path: String
  ) -> [(path: String, command: any ParsableCommand.Type)] {
    command.configuration.subcommands.flatMap { next in
      let path = "\(path) \(next.configuration.commandName ?? "")"
      return [(path, next)] + all(below: next, path: path)
    }
  }

  /// As the command's own help lists them.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    let help = Feedproof.helpMessage(for: command, columns: 200)
    return help.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^  (?:-\w, )?(--[a-z-]+)/#).map { String($0.1) }
    }
  }
}

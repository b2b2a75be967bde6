import ArgumentParser
import Diagnostics

/// A problem with the command line that the parser found, as a diagnostic with the command's usage.
///
/// The parser suggests any name, however different. These diagnostics suggest only names with a similar spelling, or
/// the commands that have the option. The parser's error types are private, so this works on the message text.
struct ParserError {
  let diagnostic: Diagnostic
  /// The lines after the diagnostic: how the command is used, and where to read more.
  let usage: String

  /// - Parameters:
  ///   - message: The parser's message for wrong usage, followed by the command's usage.
  ///   - words: The command line without the program's name.
  init(_ message: String, words: some Sequence<String>) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = String((lines.first ?? "").trimmingPrefix("Error: "))
    let usage = lines.first { $0.hasPrefix("Usage: ") } ?? ""
    let command = CommandTree.command(usage.split(separator: " ").dropFirst(2).map(String.init))
    let help = lines.first { $0.hasPrefix("Help:  ") }?.dropFirst("Help:  ".count)
    diagnostic = Diagnostic(
      Self.unknownCommand(first, command, words) ?? Self.unknownOption(first, command, words)
        ?? Self.issue(of: first, help: help.map(String.init)))
    self.usage = lines.drop { !$0.hasPrefix("Usage: ") }.joined(separator: "\n")
  }

  private static func issue(of line: String, help: String?) -> UsageIssue {
    if let match = line.wholeMatch(of: #/Missing expected argument '(.+)'/#) {
      return .missingArgument(String(match.1), meaning: help.map(plain))
    }
    if let match = line.wholeMatch(of: #/Missing value for '(.+)'/#) { return .missingValue(String(match.1)) }
    if let match = line.wholeMatch(of: #/(?:Unexpected argument|\d+ unexpected arguments:) ('.+')/#) {
      return .unexpectedArgument(String(match.1))
    }
    if let match = line.wholeMatch(of: #/(The value '([^']*)' is invalid for .*)/#) {
      let values = match.1.matches(of: #/'([^']*)'/#).dropFirst(2).map { String($0.1) }
      let message = lowercased(String(match.1)).replacing(". Please provide one of ", with: "; use one of ")
      return .value(message, near: nearest(to: String(match.2), among: values))
    }
    return .options(lowercased(line))
  }

  /// The explanation of an argument, without its name.
  private static func plain(_ help: String) -> String {
    help.firstMatch(of: #/  +(.*)$/#).map { String($0.1) } ?? help
  }

  /// Returns the message with a small first letter, without a full stop.
  private static func lowercased(_ text: String) -> String {
    let text = text.hasSuffix(".") ? String(text.dropLast()) : text
    return (text.first?.lowercased() ?? "") + text.dropFirst()
  }

  /// Finds an unknown command even if the parser reports its options first.
  private static func unknownCommand(
    _ line: String, _ command: any ParsableCommand.Type, _ words: some Sequence<String>
  ) -> UsageIssue? {
    guard !command.configuration.subcommands.isEmpty else { return nil }
    let fact = #/(?:Unexpected argument|\d+ unexpected arguments:) '([^']+)'.*/#
    let isRoot = command._commandName == Feedproof._commandName
    let named = words.filter { !$0.hasPrefix("-") }
    let rest = isRoot ? named[...] : named.drop { $0 != command._commandName }.dropFirst()
    guard let word = line.wholeMatch(of: fact).map({ String($0.1) }) ?? rest.first else { return nil }
    let commands = command.configuration.subcommands
    guard word != "help", !commands.contains(where: { $0._commandName == word }) else { return nil }
    let names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName } + ["help"]
    let options = CommandTree.options(of: command)
    return .unknownCommand(
      word, near: nearest(to: word, among: names) ?? nearest(to: "--\(word)", among: options))
  }

  /// Finds an unknown option even if the parser reports another problem first. For example, it reports a missing file
  /// after a mistyped option for it.
  private static func unknownOption(
    _ line: String, _ command: any ParsableCommand.Type, _ words: some Sequence<String>
  ) -> UsageIssue? {
    let options = CommandTree.options(of: command)
    if let match = line.wholeMatch(of: #/Unknown option '(--?[^']+)'.*/#) {
      return .unknownOption(String(match.1), hint: hint(for: String(match.1.prefix { $0 != "=" }), options))
    }
    let names = words.prefix { $0 != "--" }.filter { $0.wholeMatch(of: #/--[a-z].*/#) != nil }
      .map { String($0.prefix { $0 != "=" }) }
    guard let name = names.first(where: { !options.contains($0) }) else { return nil }
    return .unknownOption(name, hint: hint(for: name, options))
  }

  private static func hint(for name: String, _ known: [String]) -> String? {
    let others = CommandTree.all(below: Feedproof.self, path: "feedproof")
      .filter { $0.command.configuration.shouldDisplay && CommandTree.options(of: $0.command).contains(name) }.map(
        \.path)
    if others.isEmpty { return nearest(to: name, among: known).map { "did you mean '\($0)'?" } }
    let more = others.count > 4 ? " and \(others.count - 3) other commands" : ""
    return "it is an option of \(others.prefix(more.isEmpty ? 4 : 3).joined(separator: ", "))\(more)"
  }
}

import ArgumentParser
import Diagnostics

/// Better messages for unknown commands, options and values. The parser suggests any name, however different. These
/// messages suggest only names with a similar spelling, or the commands that have the option.
///
/// The parser's error types are private, so this works on the message text.
enum UnknownOption {
  /// - Parameters:
  ///   - message: The parser's message for wrong usage, followed by the command's usage.
  ///   - words: The command line without the program's name.
  static func corrected(_ message: String, words: some Sequence<String>) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first, let usage = lines.first(where: { $0.hasPrefix("Usage: ") }) else { return message }
    let command = command(usage.split(separator: " ").dropFirst(2))
    let fact = unknownCommand(first, command) ?? unknownOption(first, command, words) ?? unknownValue(first)
    guard let fact else { return message }
    // The parser's "Help:" line describes the argument of the original error.
    let rest = lines.dropFirst().filter { !fact.replaces || !$0.hasPrefix("Help:  ") }
    return ([fact.line] + rest).joined(separator: "\n")
  }

  private struct Fact {
    var line: String
    /// Whether the line reports another problem than the parser's message.
    var replaces = false
  }

  private static func unknownCommand(_ line: String, _ command: any ParsableCommand.Type) -> Fact? {
    let fact = #/Error: (?:Unexpected argument|\d+ unexpected arguments:) '([^']+)'.*/#
    guard !command.configuration.subcommands.isEmpty, let match = line.wholeMatch(of: fact) else { return nil }
    let word = String(match.1)
    let names = command.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    let near = nearest(to: word, among: names) ?? nearest(to: "--\(word)", among: options(of: command))
    return Fact(line: "Error: There is no command '\(word)'" + question(near))
  }

  /// Finds an unknown option even if the parser reports another problem first. For example, it reports a missing file
  /// after a mistyped option for it.
  private static func unknownOption(
    _ line: String, _ command: any ParsableCommand.Type, _ words: some Sequence<String>
  ) -> Fact? {
    let options = options(of: command)
    if let match = line.wholeMatch(of: #/Error: Unknown option '(--[^']+)'.*/#) {
      return Fact(line: "Error: Unknown option '\(match.1)'" + hint(for: String(match.1.prefix { $0 != "=" }), options))
    }
    let names = words.prefix { $0 != "--" }.filter { $0.wholeMatch(of: #/--[a-z].*/#) != nil }
      .map { String($0.prefix { $0 != "=" }) }
    guard let name = names.first(where: { !options.contains($0) }) else { return nil }
    return Fact(line: "Error: Unknown option '\(PlainText.piece(name))'" + hint(for: name, options), replaces: true)
  }

  private static func unknownValue(_ line: String) -> Fact? {
    let fact = #/(Error: The value '([^']*)' is invalid for '[^']*'\. Please provide one of )(.*)\./#
    guard let match = line.wholeMatch(of: fact) else { return nil }
    let values = match.3.matches(of: #/'([^']*)'/#).map { String($0.1) }
    return nearest(to: String(match.2), among: values).map { Fact(line: line + " Did you mean '\($0)'?") }
  }

  private static func question(_ near: String?) -> String { near.map { ". Did you mean '\($0)'?" } ?? "" }

  private static func hint(for name: String, _ known: [String]) -> String {
    if let near = nearest(to: name, among: known) { return question(near) }
    let others = all(below: Feedproof.self, path: "feedproof").filter { options(of: $0.command).contains(name) }
      .map(\.path)
    if others.isEmpty { return "" }
    let more = others.count > 4 ? " and \(others.count - 3) other commands" : ""
    return ". It is an option of \(others.prefix(more.isEmpty ? 4 : 3).joined(separator: ", "))\(more)"
  }

  /// The command named by the first words.
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

  /// The options listed in the command's help.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    let help = Feedproof.helpMessage(for: command, columns: 200)
    return help.split(separator: "\n").flatMap { line -> [String] in
      // Option names, then at least two spaces and an explanation, which may mention other options.
      guard let names = line.firstMatch(of: #/^  (-.*?)(?:  |$)/#) else { return [] }
      return names.1.matches(of: #/--[a-z][a-z-]*/#).map { String($0.0) }
    }
  }
}

/// Line breaks for usage lines, which the parser never breaks.
enum UsageLines {
  /// Breaks usage lines wider than the terminal before an argument, and indents the continuation.
  static func wrapped(_ message: String, columns: Int) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.count > columns && line.lowercased().hasPrefix("usage: ") ? broken(line, columns) : String(line)
    }.joined(separator: "\n")
  }

  private static func broken(_ line: Substring, _ columns: Int) -> String {
    var lines: [String] = []
    for argument in arguments(of: line) {
      if let last = lines.last, last.count + 1 + argument.count <= columns {
        lines[lines.count - 1] = "\(last) \(argument)"
      } else {
        lines.append(lines.isEmpty ? argument : "         \(argument)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Splits a line into words. Brackets with their content, such as an option with its value, stay together.
  private static func arguments(of line: Substring) -> [String] {
    var (arguments, depth) = ([String](), 0)
    for word in line.split(separator: " ").map(String.init) {
      if depth > 0, let last = arguments.last {
        arguments[arguments.count - 1] = "\(last) \(word)"
      } else if word == "...", let last = arguments.last {
        arguments[arguments.count - 1] = "\(last) \(word)"
      } else {
        arguments.append(word)
      }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    return arguments
  }
}

/// The part of `feedproof help WORD…` that the parser doesn't handle: topics and unknown words.
enum HelpRequest: Equatable {
  case text(String)
  /// The message for a word that is neither a topic nor a command.
  case unknown(String)

  /// - Parameter arguments: The process's arguments, starting with the program's name.
  /// - Returns: Nil if the parser handles the request.
  static func asked(by arguments: [String]) -> HelpRequest? {
    let words = arguments.dropFirst()
    guard words.first == "help", let word = words.dropFirst().first, !word.hasPrefix("-") else { return nil }
    if word == "topics" { return .text(HelpTopic.list) }
    if let topic = HelpTopic(rawValue: word) { return .text(topic.text) }
    let commands = Feedproof.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !commands.contains(word), word != "help" else { return nil }
    let near = nearest(to: word, among: commands + HelpTopic.allCases.map(\.rawValue) + ["topics"])
    let hint = near.map { ". Did you mean '\($0)'?" } ?? ""
    return .unknown("Error: There is no command and no topic '\(PlainText.piece(word))'\(hint)\n\n\(HelpTopic.list)")
  }
}

import ArgumentParser
import Diagnostics

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
  /// A word that is neither a topic nor a command.
  case unknown(Diagnostic)

  /// - Parameter words: The command line without the program's name.
  /// - Returns: Nil if the parser handles the request.
  static func asked(by words: [String]) -> HelpRequest? {
    guard words.first == "help", let word = words.dropFirst().first, !word.hasPrefix("-") else { return nil }
    if word == "topics" { return .text(HelpTopic.list) }
    if let topic = HelpTopic(word) { return .text(topic.text) }
    let commands = Feedproof.configuration.subcommands.map { $0._commandName }
    guard !commands.contains(word), word != "help" else { return nil }
    let near = nearest(to: word, among: commands + HelpTopic.allCases.map(\.rawValue) + ["topics"])
    return .unknown(Diagnostic(UsageIssue.unknownTopic(word, near: near)))
  }
}

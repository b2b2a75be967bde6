import ArgumentParser
import Diagnostics

/// `feedproof help WORD…`, as far as the parser has no answer: topics, and words that are neither topic nor command.
enum AskedHelp: Equatable {
  case text(String)
  /// What is said of a word that nothing is called by.
  case unknown(String)

  /// - Parameter arguments: The process's, its own name first. Nil results where the parser has the answer.
  static func asked(by arguments: [String]) -> AskedHelp? {
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

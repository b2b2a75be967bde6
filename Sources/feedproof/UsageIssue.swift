import Diagnostics

/// Wrong usage of the command line.
enum UsageIssue: Issue, Hashable {
  case unknownCommand(String, near: String?)
  /// `hint` names a similar option, or the commands that have the option.
  case unknownOption(String, hint: String?)
  case unexpectedArgument(String)
  case missingArgument(String, meaning: String?)
  case missingValue(String)
  /// A value that an option can't have, in the parser's words.
  case value(String, near: String?)
  /// Options that exclude or need each other, or a number out of range.
  case options(String)
  /// Words that are neither a command nor a topic.
  case unknownTopic(String, near: String?)
  case renamed(String, to: String)
  case movedCommand(String, to: String)

  static var kind: Diagnostic.Kind { .usage }

  var text: IssueText {
    switch self {
    case .unknownCommand(let word, let near):
      .error("usage.unknown-command", "unknown command '\(word)'", hint: Self.question(near))
    case .unknownOption(let option, let hint):
      .error("usage.unknown-option", "unknown option '\(option)'", hint: hint)
    case .unexpectedArgument(let word):
      .error("usage.unexpected-argument", "unexpected argument \(word)")
    case .missingArgument(let name, let meaning):
      .error("usage.missing-argument", "missing argument \(name)", hint: meaning)
    case .missingValue(let option):
      .error("usage.missing-value", "missing value for \(option)")
    case .value(let message, let near):
      .error("usage.value", message, hint: Self.question(near))
    case .options(let message):
      .error("usage.options", message)
    case .unknownTopic(let word, let near):
      .error("usage.unknown-topic", "unknown command or topic '\(word)'", hint: Self.question(near))
    case .renamed(let former, let current):
      .note("usage.renamed", "\(former) is now \(current)")
    case .movedCommand(let former, let current):
      .note("usage.renamed", "feedproof \(former) is now feedproof \(current)")
    }
  }

  private static func question(_ near: String?) -> String? { near.map { "did you mean '\($0)'?" } }
}

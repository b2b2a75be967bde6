import Diagnostics
import JSONTree

/// What can be wrong with a chat's export.
enum ChatIssue: Issue {
  case unparsable(String)
  /// - Parameter sources: What chats are read from.
  case unknownFormat(sources: [String])
  case entry(String)
  case badDate(String)
  /// How many texts were damaged and could be put right.
  case repaired(Int, hint: String?)
  case duplicate(id: String)

  var text: IssueText {
    switch self {
    case .unparsable(let fault):
      .error("chat.not-json", fault, hint: "export the chat again")
    case .unknownFormat(let sources):
      .error(
        "chat.unknown-format", "no chat format that is known",
        hint: "chats are read from \(sources.joined(separator: ", "))")
    case .entry(let fault):
      .warning("chat.entry", "the entry can't be read: \(fault)", hint: "the rest of the chat is shown")
    case .badDate(let text):
      .warning("chat.bad-date", "\(text) is no date", hint: "the entry is shown without one")
    case .repaired(let count, let hint):
      .note(
        "chat.repaired",
        count == 1
          ? "1 text that is no valid JSON was put right" : "\(count) texts that are no valid JSON were put right",
        hint: hint)
    case .duplicate(let id):
      .note("chat.duplicate", "the id \(id) stands at more than one entry")
    }
  }
}

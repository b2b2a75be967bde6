import Diagnostics
import JSONTree

/// What can be wrong with a chat's export.
enum ChatIssue: Issue {
  case unparsable(String)
  case unknownFormat
  case entry(String)
  case badDate(String)
  /// How many texts were damaged and could be put right.
  case repaired(Int)
  case duplicate(id: String)
  case noEntries
  case missingFolder(channel: String)

  var text: IssueText {
    switch self {
    case .unparsable(let fault):
      .error("chat.not-json", fault, hint: "export the chat again")
    case .unknownFormat:
      .error(
        "chat.unknown-format", "no chat format that is known",
        hint:
          "chats are read from Telegram Desktop's, DiscordChatExporter's, Element's and Google Takeout's JSON, Slack's and "
          + "Meta's exports, and WhatsApp's text")
    case .entry(let fault):
      .warning("chat.entry", "the entry can't be read: \(fault)", hint: "the rest of the chat is shown")
    case .badDate(let text):
      .warning("chat.bad-date", "\(text) is no date", hint: "the entry is shown without one")
    case .repaired(let count):
      .note(
        "chat.repaired",
        count == 1
          ? "1 text that is no valid JSON was put right" : "\(count) texts that are no valid JSON were put right",
        hint: "Telegram Desktop writes control characters so")
    case .duplicate(let id):
      .note("chat.duplicate", "the id \(id) stands at more than one entry")
    case .noEntries:
      .error("chat.empty", "the chat has no messages", hint: "check what the export was limited to")
    case .missingFolder(let channel):
      .note("chat.missing-folder", "the export has no folder for #\(channel)")
    }
  }
}

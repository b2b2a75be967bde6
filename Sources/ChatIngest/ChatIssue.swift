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

  var severity: Diagnostic.Severity {
    switch self {
    case .unparsable, .unknownFormat, .noEntries: .error
    case .entry, .badDate: .warning
    case .repaired, .duplicate, .missingFolder: .note
    }
  }

  var code: String {
    switch self {
    case .unparsable: "chat.not-json"
    case .unknownFormat: "chat.unknown-format"
    case .entry: "chat.entry"
    case .badDate: "chat.bad-date"
    case .repaired: "chat.repaired"
    case .duplicate: "chat.duplicate"
    case .noEntries: "chat.empty"
    case .missingFolder: "chat.missing-folder"
    }
  }

  var message: String {
    switch self {
    case .unparsable(let fault): fault
    case .unknownFormat: "no chat format that is known"
    case .entry(let fault): "the entry can't be read: \(fault)"
    case .badDate(let text): "\(text) is no date"
    case .repaired(1): "1 text that is no valid JSON was put right"
    case .repaired(let count): "\(count) texts that are no valid JSON were put right"
    case .duplicate(let id): "the id \(id) stands at more than one entry"
    case .noEntries: "the chat has no messages"
    case .missingFolder(let channel): "the export has no folder for #\(channel)"
    }
  }

  var hint: String? {
    switch self {
    case .unparsable: "export the chat again"
    case .unknownFormat:
      "chats are read from Telegram Desktop's, DiscordChatExporter's, Element's and Google Takeout's JSON, Slack's and "
        + "Meta's exports, and WhatsApp's text"
    case .entry: "the rest of the chat is shown"
    case .badDate: "the entry is shown without one"
    case .repaired: "Telegram Desktop writes control characters so"
    case .duplicate, .missingFolder: nil
    case .noEntries: "check what the export was limited to"
    }
  }
}

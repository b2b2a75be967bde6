import Diagnostics
import JSONTree

/// What can be wrong with a chat's export.
enum ChatIssue: Issue {
  case unparsable(String)
  case unknownFormat
  case entry(String)
  case badDate(String)
  /// How many texts were damaged and could be put right.
  case repaired(Int, hint: String?)
  case duplicate(id: String)

  var severity: Diagnostic.Severity {
    switch self {
    case .unparsable, .unknownFormat: .error
    case .entry, .badDate: .warning
    case .repaired, .duplicate: .note
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
    }
  }

  var message: String {
    switch self {
    case .unparsable(let fault): fault
    case .unknownFormat: "no chat format that is known"
    case .entry(let fault): "the entry can't be read: \(fault)"
    case .badDate(let text): "\(text) is no date"
    case .repaired(1, _): "1 text that is no valid JSON was put right"
    case .repaired(let count, _): "\(count) texts that are no valid JSON were put right"
    case .duplicate(let id): "the id \(id) stands at more than one entry"
    }
  }

  var hint: String? {
    switch self {
    case .unparsable: "export the chat again"
    case .unknownFormat: "chats are read from \(ChatFormat.all.reversed().map(\.source).joined(separator: ", "))"
    case .entry: "the rest of the chat is shown"
    case .badDate: "the entry is shown without one"
    case .repaired(_, let hint): hint
    case .duplicate: nil
    }
  }
}

import Diagnostics
import FeedIngest
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
  /// Attachments, answers and reactions beyond what an entry is shown with.
  case rowsLeftOut(Int, id: String)
  /// Chats that an export names, and has no messages of.
  case withoutDays([String])
  /// A folder of messages that the export's lists don't name.
  case unlisted
  /// Documents of an export that are no conversations.
  case leftAlone([String])
  /// A text before the first message.
  case withoutBeginning

  var text: IssueText {
    switch self {
    case .unparsable(let fault):
      .error("chat.not-json", fault, hint: "export the chat again")
    case .unknownFormat:
      .error(
        "chat.unknown-format", "no chat format that is known",
        hint: "chats are read from \(ChatFormat.all.reversed().map(\.source).inWords)")
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
    case .rowsLeftOut(let count, let id):
      .warning(
        "chat.entry",
        "\(count) attachments, answers or reactions of the entry \(id) are left out: of each, the first "
          + "\(EntryBounds.rows) are shown")
    case .withoutDays(let names):
      .note(
        "chat.empty",
        "nothing was exported of \(names.count == 1 ? "a chat" : "\(names.count) chats"): \(names.listed)")
    case .unlisted:
      .warning(
        "chat.unlisted", "no list of the export names this folder's chat", hint: "it is called as its folder is")
    case .leftAlone(let names):
      .note("chat.no-messages", "\(names.listed) \(names.count == 1 ? "is" : "are") not shown")
    case .withoutBeginning:
      .warning(
        "chat.entry", "the text begins in the middle of a message", hint: "what stands before the first one is left out"
      )
    }
  }
}

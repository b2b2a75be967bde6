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
  /// How many strings of JSON, or lines of a text, hold bytes that are no Unicode text.
  case badText(Int, of: String)
  case duplicate(id: String)
  /// Attachments, answers and reactions beyond what an entry is shown with.
  case rowsLeftOut(Int, id: String)
  /// Chats that an export names, and has no messages of.
  case withoutDays([String])
  /// A folder of messages that the export's lists don't name.
  case unlisted
  /// Documents of an export that are no conversations.
  case leftAlone([String])
  /// Several exports are one chat: how many, and how many messages came of them.
  case joined(String, exports: Int, messages: Int)
  /// Messages of an earlier export that a later one, which goes back further, has no more.
  case deleted(String, Int)
  /// Messages that a later export has in other words.
  case changed(String, Int)
  /// An export that was written for browsers.
  case page
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
    case .badText(let count, let unit):
      .warning(
        "chat.bad-text",
        "\(count.counted(unit)) \(count == 1 ? "holds" : "hold") bytes or escapes that are no Unicode text; "
          + "they are shown as \u{FFFD}",
        hint: "save the file as UTF-8, e.g. iconv -f WINDOWS-1251 -t UTF-8, or with -f LATIN1")
    case .duplicate(let id):
      .note("chat.duplicate", "the id \(id) stands at more than one entry")
    case .rowsLeftOut(let count, let id):
      .warning(
        "chat.entry",
        "\(count) attachments, answers or reactions of the entry \(id) are left out: of each, the first "
          + "\(EntryBounds.rows) are shown, of a poll's answers \(EntryBounds.answers)")
    case .withoutDays(let names):
      .note(
        "chat.empty",
        "nothing was exported of \(names.count == 1 ? "a chat" : "\(names.count) chats"): \(names.listed)")
    case .unlisted:
      .warning(
        "chat.unlisted", "no list of the export names this folder's chat", hint: "it is called as its folder is")
    case .leftAlone(let names):
      .note("chat.no-messages", "\(names.listed) \(names.count == 1 ? "is" : "are") not shown")
    case .joined(let name, let exports, let messages):
      .note("chat.joined", "\(exports) exports of \(name) are one chat of \(messages) entries")
    case .deleted(let name, let count):
      .note(
        "chat.deleted",
        "\(count == 1 ? "1 entry" : "\(count) entries") of \(name) "
          + "\(count == 1 ? "is" : "are") missing in the later export; \(count == 1 ? "it stays" : "they stay")",
        hint: "what was deleted meanwhile is shown as the earlier export has it")
    case .changed(let name, let count):
      .note(
        "chat.changed",
        "\(count == 1 ? "1 entry" : "\(count) entries") of \(name) "
          + "\(count == 1 ? "differs" : "differ") between exports; the later version is shown")
    case .page:
      .note(
        "chat.page", "the chat is read from a page, which says less than the program's JSON",
        hint: "exported as JSON it says who is who by ids, what was edited and what events there were")
    case .withoutBeginning:
      .warning(
        "chat.entry", "the text begins in the middle of a message", hint: "what stands before the first one is left out"
      )
    }
  }
}

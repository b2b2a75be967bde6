import DataFormats
import Diagnostics

/// A problem with a chat's export.
enum ChatIssue: Issue {
  case unparsable(String)
  case unknownFormat
  case entry(String)
  case badDate(String)
  /// The number of damaged texts that were repaired.
  case repaired(Int, hint: String?)
  /// The number of JSON strings, or lines of a text, with bytes that are not valid Unicode.
  case badText(Int, of: String)
  /// The number of texts beyond the limit, which were cut.
  case longText(Int)
  case duplicate(id: String)
  /// Attachments, answers and reactions beyond the limit for an entry.
  case rowsLeftOut(Int, id: String)
  /// Chats that an export lists without messages.
  case withoutDays([String])
  /// A folder of messages that the export's lists don't name.
  case unlisted
  /// Documents of an export that are not conversations.
  case leftAlone([String])
  /// Several exports are one chat: the number of exports, and of messages in the result.
  case joined(String, exports: Int, messages: Int)
  /// Messages of an earlier export that a later export with an earlier beginning lacks.
  case deleted(String, Int)
  /// Messages whose text differs in a later export.
  case changed(String, Int)
  /// An export in the form of web pages.
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
    case .longText(let count):
      .warning(
        "chat.long-text",
        "\(count.counted("text")) \(count == 1 ? "has" : "have") more than \(JSONDocument.stringLimit) bytes and "
          + "\(count == 1 ? "is" : "are") cut")
    case .duplicate(let id):
      .note("chat.duplicate", "the id \(id) stands at more than one entry")
    case .rowsLeftOut(let count, let id):
      .warning(
        "chat.entry",
        "\(count) attachments, answers or reactions of the entry \(id) are left out: of each, the first "
          + "\(EntryLimits.rows) are shown, of a poll's answers \(EntryLimits.answers)")
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
        hint: "deleted posts are shown as in the earlier export")
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

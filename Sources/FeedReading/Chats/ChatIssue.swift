import Basics
import DataFormats
import Diagnostics

/// A problem with a chat's export.
enum ChatIssue: Issue {
  case unparsable(String)
  case unknownFormat
  case entry(String)
  case badDate(String)
  /// A date as written and as read, if no evidence tells day from month; and the other possible order.
  case dateOrder(String, CivilDate?, other: ChatDateOrder)
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
  /// The export of a known program that is not read.
  case unreadExport(UnreadExport, isMeant: Bool)
  /// A text that was taken for a chat, with its first line.
  case unreadText(String, isMeant: Bool)
  /// An export that lacks the messages of other people.
  case ownMessagesOnly(String, hint: String)
  /// Parts of messages that are recognized but not drawn: the number of all messages, and of each part with its name and
  /// service.
  case notShown(messages: Int, [String])

  private static func unread(_ line: String) -> String {
    "no line of the text starts with a date, a time and a name as in a chat; "
      + "the first line is \"\(line)\""
  }

  private static let unreadHint =
    "export the chat with the app's own menu; feedproof help formats lists the formats"

  private static func iso(_ date: CivilDate) -> String {
    String(ISO8601Moment.utc(date.dayNumber.saturatingMultiply(by: 86_400)).prefix { $0 != "T" })
  }

  var text: IssueText {
    switch self {
    case .unparsable(let fault):
      .error("chat.not-json", fault, hint: "export the chat again")
    case .unknownFormat:
      .error(
        "chat.unknown-format", "the chat's format is not recognized",
        hint: "supported formats: exports of \(ChatFormat.all.reversed().map(\.source).inWords)")
    case .entry(let fault):
      .warning("chat.entry", "the entry can't be read: \(fault)", hint: "the rest of the chat is shown")
    case .badDate(let text):
      .warning("chat.bad-date", "\(text) is not a date", hint: "the entry is shown without a date")
    case .dateOrder(let written, let date, let other):
      .warning(
        "chat.date-order",
        "the chat's dates do not show whether the day or the month comes first; \(written) is read as "
          + (date.map(Self.iso) ?? "no date"),
        hint: "if this is wrong, use --date-order \(other.rawValue) (dateOrder: \(other.rawValue) in feedproof.yml)")
    case .repaired(let count, let hint):
      .note(
        "chat.repaired",
        count == 1
          ? "1 invalid JSON text was repaired" : "\(count) invalid JSON texts were repaired",
        hint: hint)
    case .badText(let count, let unit):
      .warning(
        "chat.bad-text",
        "\(count.counted(unit)) \(count == 1 ? "contains" : "contain") bytes or escapes that are not valid Unicode; "
          + "\(count == 1 ? "it shows" : "they show") \u{FFFD} instead",
        hint: "save the file as UTF-8, for example: iconv -f WINDOWS-1251 -t UTF-8, or with -f LATIN1")
    case .longText(let count):
      .warning(
        "chat.long-text",
        "\(count.counted("text")) \(count == 1 ? "is" : "are") longer than \(JSONDocument.stringLimit) bytes and "
          + "\(count == 1 ? "is" : "are") truncated")
    case .duplicate(let id):
      .note("chat.duplicate", "the id \(id) occurs in more than one entry")
    case .rowsLeftOut(let count, let id):
      .warning(
        "chat.entry",
        "\(count) attachments, poll options or reactions of the entry \(id) are skipped: an entry shows at most "
          + "\(EntryLimits.rows) of each, and a poll \(EntryLimits.answers) options")
    case .withoutDays(let names):
      .note(
        "chat.empty",
        "the export contains no messages of \(names.count == 1 ? "1 chat" : "\(names.count) chats"): \(names.listed)")
    case .unlisted:
      .warning(
        "chat.unlisted", "the export's channel lists do not contain this folder",
        hint: "the chat is named after its folder"
      )
    case .leftAlone(let names):
      .note("chat.no-messages", "\(names.listed) \(names.count == 1 ? "is" : "are") not shown")
    case .joined(let name, let exports, let messages):
      .note("chat.joined", "\(exports) exports of \(name) were combined into one chat with \(messages) entries")
    case .deleted(let name, let count):
      .note(
        "chat.deleted",
        "\(count == 1 ? "1 entry" : "\(count) entries") of \(name) "
          + "\(count == 1 ? "is" : "are") missing in the later export; \(count == 1 ? "it is" : "they are") shown as removed",
        hint: "removed messages are shown as in the earlier export")
    case .changed(let name, let count):
      .note(
        "chat.changed",
        "\(count == 1 ? "1 entry" : "\(count) entries") of \(name) "
          + "\(count == 1 ? "differs" : "differ") between exports; the later version is shown")
    case .page:
      .note(
        "chat.page", "the chat was read from HTML, which contains less information than the JSON export",
        hint: "export it as JSON to keep the ids of authors, edits and events")
    case .ownMessagesOnly(let fact, let hint):
      .note("chat.own-messages", fact, hint: hint)
    case .notShown(let messages, let parts):
      .warning(
        "chat.not-shown",
        "\(messages.counted("message")); not shown: "
          + parts.joined(separator: ", "))
    case .unreadExport(let export, let isMeant):
      isMeant
        ? .error("input.unread-export", "\(export.name) is not supported", hint: export.advice)
        : .warning("input.unread-export", "\(export.name) is not supported", hint: export.advice)
    case .unreadText(let line, let isMeant):
      isMeant
        ? .error("chat.unread-text", Self.unread(line), hint: Self.unreadHint)
        : .warning("chat.unread-text", Self.unread(line), hint: Self.unreadHint)
    case .withoutBeginning:
      .warning(
        "chat.entry", "the text begins in the middle of a message", hint: "lines before the first message are skipped"
      )
    }
  }
}

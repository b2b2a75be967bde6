import DataFormats
import Diagnostics

/// A problem with a feed.
enum FeedIssue: Issue {
  /// The likely type of a file that is not JSON.
  enum ApparentFormat: Hashable, Sendable {
    case html, xml, script, gzip, utf16, other

    init(_ bytes: [UInt8]) {
      let start = String(decoding: bytes.prefix(64), as: UTF8.self).trimmed.lowercased()
      self =
        if bytes.starts(with: [0x1F, 0x8B]) { .gzip } else if start.hasPrefix("<?xml") || start.hasPrefix("<rss") {
          .xml
        } else if start.hasPrefix("<") { .html } else if start.hasPrefix("window.") || start.hasPrefix("var ") {
          .script
        } else if Self.isUTF16(bytes.prefix(4)) { .utf16 } else { .other }
    }

    /// Judging by its byte order mark, or by every other byte.
    private static func isUTF16(_ start: ArraySlice<UInt8>) -> Bool {
      let start = Array(start)
      guard start.count == 4 else { return false }
      return [[0xFF, 0xFE], [0xFE, 0xFF]].contains(start.prefix(2)) || start[1] == 0 && start[3] == 0
        || start[0] == 0 && start[2] == 0
    }
  }

  /// A problem with an item of the feed, or with an attachment.
  enum Fault: Hashable, Sendable {
    case notAnObject(String)
    case withoutType
    case withoutContent(String)
    case nothingKnown
  }

  /// A problem with an event.
  enum EventFault: Hashable, Sendable {
    case withoutTitle
    case withoutStart
    /// The value in place of a date.
    case badMoment(String)
    case endsBeforeStart
  }

  /// The content of a document without posts.
  enum Conversation: Hashable, Sendable {
    case privateMessages, comments
  }

  case unparsable(JSONFault.Kind, looksLike: ApparentFormat)
  case badText(strings: Int)
  /// Strings beyond the limit, which were cut.
  case longText(strings: Int)
  /// Texts that were invalid JSON, and their likely cause.
  case repaired(Int, hint: String?)
  case apiError(ServiceError)
  /// One of several calls failed; the rest of the answer is read.
  case callFailed(method: String?, ServiceError)
  case unknownFormat(JSONValue)
  /// The service's envelope, but without a feed.
  case noPosts(Service)
  /// Items that are not published as posts: how many.
  case conversation(Conversation, Int, Service)
  case emptyFeed
  case item(Fault)
  case moreAds(Int)
  /// The chain of reposts is longer than the limit.
  case moreReposts(limit: Int)
  /// Attachments and answers beyond the limit for an entry.
  case rowsLeftOut(Int)
  case authorMissing(id: String, Service)
  case photoWithoutSizes(Service)
  case photoWithoutDimensions
  case attachment(Fault)
  case duplicate(id: String, firstIn: String)
  /// The number of posts that an earlier document also has, possibly in another version.
  case duplicates(Int, firstIn: String, areLater: Bool)
  /// A different version of a post in an earlier document.
  case laterVersion(id: String, of: String)
  /// An old version of an edited post, next to the edited one.
  case earlierVersion(id: String, of: String)
  /// An id that occurs twice on a page of a service where every item is an entry.
  case repeatedID(String, shownAs: String)
  case badDate(String)
  /// The document gives only the address of an item's object.
  case onlyAddress(String)
  /// The document gives only the address of a collection's items.
  case itemsElsewhere(String)
  /// The next page is one of the previous ones.
  case circle(String)
  /// A text's markup was not read completely.
  case markupCut(MarkupReader.Outcome)
  case event(EventFault)
  /// Facets with ranges outside the text.
  case facetsLeftOut(Int)
  /// An item that is a placeholder for a post which can't be shown.
  case postMissing(Quote.Absence)
  /// The service omitted something and gives the reason; the rest of the answer is read.
  case partMissing(ServiceError)
  /// The service truncated the text.
  case textCut
  /// The countries in which it is withheld, as two-letter codes; empty if it is withheld everywhere.
  case withheld(countries: [String])
  /// An account's export contains chats that are not channels.
  case chatsLeftOut(Int)
  /// A file that the export was made without, by the service's name for its kind.
  case fileNotIncluded(String)

  var text: IssueText {
    switch self {
    case .unparsable(let kind, let lookalike):
      .error(kind.code, kind.message, hint: kind.hint(lookalike))
    case .badText(let count):
      .warning(
        "feed.bad-text",
        (count == 1 ? "a string holds" : "\(count) strings hold")
          + " bytes or escapes that are no Unicode text; they are shown as \u{FFFD}",
        hint: "save the answer as UTF-8, e.g. iconv -f WINDOWS-1251 -t UTF-8")
    case .longText(let count):
      .warning(
        "feed.long-text",
        count == 1
          ? "a text has more than \(JSONDocument.stringLimit) bytes and is cut"
          : "\(count) texts have more than \(JSONDocument.stringLimit) bytes and are cut")
    case .repaired(let count, let hint):
      .note(
        "feed.repaired",
        count == 1
          ? "1 text that is no valid JSON was put right" : "\(count) texts that are no valid JSON were put right",
        hint: hint)
    case .apiError(let error):
      .error("feed.api-error", "the service answered with \(error.inWords) instead of a feed", hint: error.hint)
    case .callFailed(let method, let error):
      .warning("feed.api-error", "\(method ?? "a call") failed with \(error.inWords)", hint: error.hint)
    case .unknownFormat(let root):
      .error(
        "feed.unknown-format", "no feed format that is known; the document is \(root.summary)",
        hint: "read are feeds of \(FeedFormat.namesInWords), and {\"events\": […]}; docs/feeds.md says which of their "
          + "documents")
    case .noPosts(let service):
      .error(
        "feed.unknown-format", "an answer of \(service.name) without a list of posts",
        hint: service.hints.noPosts)
    case .conversation(.privateMessages, let count, let service):
      .error(
        "feed.private-messages",
        count == 1
          ? "1 private message of \(service.name) is not read as a post"
          : "\(count) private messages of \(service.name) are not read as posts",
        hint: service.hints.noPosts + "; private messages are never drawn as public posts")
    case .conversation(.comments, let count, let service):
      .error(
        "feed.comments",
        count == 1
          ? "1 comment of \(service.name) is not read as a post"
          : "\(count) comments of \(service.name) are not read as posts",
        hint: service.hints.noPosts + "; comments need the post they answer")
    case .emptyFeed:
      .error(
        "feed.empty", "the feed has no posts",
        hint: "check what the answer was asked for: whose posts, from which cursor, with which rights")
    case .item(let fault):
      .error(
        "feed.item", "the item can't be read: \(fault.message)",
        hint: "compare it with the service's answer; the rest of the feed is shown")
    case .moreAds(let count):
      .warning(
        "feed.item",
        count == 1 ? "1 more ad in this item is not shown" : "\(count) more ads in this item are not shown")
    case .moreReposts(let limit):
      .warning("feed.item", "reposts nest deeper than \(limit); the rest is left out")
    case .rowsLeftOut(let count):
      .warning(
        "feed.attachment",
        "\(count) attachments or answers are left out: of attachments the first \(EntryLimits.rows) are shown, of a "
          + "poll's answers \(EntryLimits.answers)")
    case .authorMissing("0", let service):
      .warning(
        "feed.author-missing", "the item names no author",
        hint: service.hints.ownerMissing ?? service.hints.authorMissing)
    case .authorMissing(let id, let service):
      .warning("feed.author-missing", "nothing says who \(id) is", hint: service.hints.authorMissing)
    case .photoWithoutSizes(let service):
      .warning(
        "feed.photo-size", "the photo has no size with a URL",
        hint: service.hints.photoWithoutSizes)
    case .photoWithoutDimensions:
      .note(
        "feed.photo-size", "no size of the photo has both width and height",
        hint: "the picture's own pixels count once it is decoded")
    case .attachment(let fault):
      .warning(
        "feed.attachment", "the attachment can't be read: \(fault.message)",
        hint: "compare it with the service's answer; the rest of the feed is shown")
    case .duplicate(let id, let file):
      .note("feed.duplicate", "\(id) is in the feed already (\(file)) and shown once")
    case .duplicates(let count, let file, let areLater):
      .note(
        "feed.duplicate",
        "\(count) posts are in the feed already (\(file)); "
          + (areLater ? "these are later versions, and are shown" : "each is shown once"))
    case .laterVersion(let id, let file):
      .note("feed.duplicate", "\(id) is in the feed already (\(file)); this is a later version, and is shown")
    case .earlierVersion(let id, let later):
      .note("feed.duplicate", "\(id) was edited; it is shown as \(later), its later version")
    case .repeatedID(let id, let shown):
      .note("feed.duplicate", "\(id) comes more than once in this document; this one is shown as \(shown)")
    case .badDate(let text):
      .warning(
        "feed.bad-date", "\(text) is no date",
        hint: "dates are seconds since 1970, or written as in 2018-11-18T18:40:00Z; the post is shown without one")
    case .onlyAddress(let address):
      .note(
        "feed.only-address", "only the address of this is in the document: \(DecodedText.line(address))",
        hint: "the card says where it is")
    case .itemsElsewhere(let address):
      .warning(
        "feed.only-address", "the collection's items are elsewhere: \(DecodedText.line(address))",
        hint: "save what is there, too")
    case .circle(let next):
      .warning(
        "feed.circle", "the pages turn in a circle: the next one is \(DecodedText.line(next)), which came before",
        hint: "what the service has beyond can't be asked for so; each page is shown once")
    case .markupCut(let outcome):
      .warning("feed.markup", outcome.inWords)
    case .event(.withoutTitle):
      .error("feed.event", "the event has no title", hint: "give it a \"title\"; the other events are shown")
    case .event(.withoutStart):
      .warning(
        "feed.event", "the event's dates have no start",
        hint: "write \"2018-11-24\", or {\"start\": \"2018-11-24\", \"end\": \"2018-11-26\"}")
    case .event(.badMoment(let text)):
      .warning(
        "feed.event", "\(text) is no date",
        hint: "write 2018-11-24 or 2018-11-24T19:00; the event is shown without it")
    case .event(.endsBeforeStart):
      .warning("feed.event", "the event ends before it begins", hint: "only the start is shown")
    case .facetsLeftOut(let count):
      .warning(
        "feed.facet",
        count == 1
          ? "1 mark of the text does not fit it and is left out"
          : "\(count) marks of the text do not fit it and are left out")
    case .postMissing(let absence):
      .warning("feed.item", "a post of the thread is not there: \(absence.inWords)")
    case .partMissing(let error):
      .warning("feed.api-error", "the service left something out: \(error.inWords)")
    case .textCut:
      .note("feed.text-cut", "the service cut the text", hint: "ask the API with tweet_mode=extended")
    case .withheld(let countries):
      .note(
        "feed.withheld",
        "the post is withheld"
          + (countries.isEmpty ? "" : " in \(DecodedText.line(countries.prefix(10).joined(separator: ", ")))"))
    case .chatsLeftOut(let count):
      .note(
        "feed.chats",
        count == 1 ? "1 chat that is no channel is left out" : "\(count) chats that are no channels are left out",
        hint: "export a chat by itself to see it")
    case .fileNotIncluded(let kind):
      .warning(
        "feed.file-missing", "the \(kind) was not exported with the message",
        hint: "export the chat again with its files, of any size")
    }
  }
}

extension FeedIssue.Fault {
  var message: String {
    switch self {
    case .notAnObject(let kind): "it is \(kind) where an object should be"
    case .withoutType: "it names no type"
    case .withoutContent(let type): "it holds no \(type)"
    case .nothingKnown: "it has none of the fields of a post"
    }
  }
}

extension Quote.Absence {
  var inWords: String {
    switch self {
    case .deleted: "it was deleted"
    case .blocked: "it is hidden from whoever asked"
    case .detached: "its author took it out of the quote"
    case .notIncluded: "the answer only names it"
    }
  }
}

extension MarkupReader.Outcome {
  fileprivate var inWords: String {
    switch self {
    case .tooLong: "the text's HTML is longer than \(MarkupReader.sizeLimit) bytes; what follows is left out"
    case .outOfMemory: "the text's HTML takes more memory than there is; only its beginning is shown"
    case .manyAttributes:
      "an element of the text's HTML has more than \(MarkupReader.attributeLimit) attributes; the others are left out"
    case .tooDeep, .whole:
      "the text's HTML nests deeper than \(MarkupReader.depthLimit) elements; what follows is left out"
    }
  }
}

extension JSONFault.Kind {
  fileprivate var code: String {
    switch self {
    case .empty: "feed.empty-file"
    case .truncated: "feed.truncated"
    default: "feed.not-json"
    }
  }

  func hint(_ lookalike: FeedIssue.ApparentFormat) -> String {
    switch (self, lookalike) {
    case (.empty, _), (.truncated, _): "save the service's answer again, whole"
    case (.tooDeep, _): "no feed is nested like that; save the service's answer again"
    case (_, .html): "this looks like a web page; save the API's answer (JSON) instead"
    case (_, .xml): "this looks like XML; save the API's answer (JSON) instead"
    case (_, .script): "this looks like a script; keep only the JSON in it"
    case (_, .gzip): "this looks like a compressed file; unpack it with gunzip first"
    case (_, .utf16): "this looks like UTF-16; save it as UTF-8, e.g. iconv -f UTF-16 -t UTF-8"
    case (.trailingText, _): "keep one answer in a file"
    case (.controlCharacter, _): "line ends inside strings are written as \\n"
    default: "check the file with a JSON tool, e.g. python3 -m json.tool"
    }
  }
}

extension ServiceError {
  /// `error 5 (User authorization failed)`.
  var inWords: String {
    let shown = DecodedText.line(String(message.prefix(200)))
    let number = code.map { " \($0)" } ?? ""
    return shown.isEmpty ? "an error\(number)" : "error\(number) (\(shown))"
  }

  fileprivate var hint: String {
    FeedFormat.hint(onError: code) ?? "ask the service again and save the answer that holds the posts"
  }
}

extension JSONValue {
  /// `an object with the keys a, b, c`.
  fileprivate var summary: String {
    switch content {
    case .object(let object) where object.isEmpty: "an empty object"
    case .object(let object):
      "an object with the keys "
        + object.members.prefix(5).map { DecodedText.line(String($0.key.prefix(30))) }.joined(separator: ", ")
    case .array(let elements):
      "a list of \(elements.count), the first \(elements.first.map(\.kindInWords) ?? "none")"
    case .null, .bool, .integer, .real, .string: kindInWords
    }
  }
}

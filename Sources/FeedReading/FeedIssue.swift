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
  /// A document in a format other than JSON, and why it can't be read.
  case damaged(String, hint: String)
  case badText(strings: Int)
  /// Strings beyond the limit, which were cut.
  case longText(strings: Int)
  /// Texts that were invalid JSON, and their likely cause.
  case repaired(Int, hint: String?)
  case apiError(ServiceError)
  /// One of several calls failed; the rest of the answer is read.
  case callFailed(method: String?, ServiceError)
  case unknownFormat(JSONValue)
  /// A document of a program or service that no reader takes.
  case unreadExport(UnreadExport)
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
  /// A part of a post whose type this version does not know: its words are shown.
  case unknownPart(String, Service)
  /// Content that is not shown: its name in the singular and the plural, and how often it occurs.
  case notShown(ContentName, Int)
  /// A text of an item that its post does not show: the text.
  case textNotShown(String)
  /// Facets with ranges outside the text.
  case facetsLeftOut(Int)
  /// An item that is a placeholder for a post which can't be shown.
  case postMissing(Quote.Absence)
  /// The service omitted something and gives the reason; the rest of the answer is read.
  case partMissing(ServiceError)
  /// The service truncated the text.
  case textCut
  /// The export doesn't say who could see its posts.
  case audienceUnknown(Service)
  /// X's archive has only the beginning of a post that its owner passed on.
  case retweetCut
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
    case .damaged(let reason, let hint):
      .error("feed.repository", "the repository can't be read: \(reason)", hint: hint)
    case .badText(let count):
      .warning(
        "feed.bad-text",
        (count == 1 ? "a string contains" : "\(count) strings contain")
          + " bytes or escapes that are not valid Unicode; they are shown as \u{FFFD}",
        hint: "save the response as UTF-8, for example: iconv -f WINDOWS-1251 -t UTF-8")
    case .longText(let count):
      .warning(
        "feed.long-text",
        count == 1
          ? "a text is longer than \(JSONDocument.stringLimit) bytes and is truncated"
          : "\(count) texts are longer than \(JSONDocument.stringLimit) bytes and are truncated")
    case .repaired(let count, let hint):
      .note(
        "feed.repaired",
        count == 1
          ? "1 invalid JSON text was repaired" : "\(count) invalid JSON texts were repaired",
        hint: hint)
    case .apiError(let error):
      .error("feed.api-error", "the service returned \(error.inWords) instead of a feed", hint: error.hint)
    case .callFailed(let method, let error):
      .warning("feed.api-error", "\(method ?? "a call") failed with \(error.inWords)", hint: error.hint)
    case .unknownFormat(let root):
      .error(
        "feed.unknown-format", "the feed's format is not recognized; the document is \(root.summary)",
        hint: "pass a feed of \(FeedFormat.namesInWords), {\"events\": […]} or a chat (feedproof help formats)")
    case .unreadExport(let export):
      .error("input.unread-export", "\(export.name) is not supported", hint: export.advice)
    case .noPosts(let service):
      .error(
        "feed.unknown-format", "the response of \(service.name) contains no list of posts",
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
        hint: service.hints.noPosts + "; comments can't be shown without their post")
    case .emptyFeed:
      .error(
        "feed.empty", "the feed has no posts",
        hint: "check the request: the account, the cursor and the permissions of the token")
    case .item(let fault):
      .error(
        "feed.item", "the item can't be read: \(fault.message)",
        hint: "compare it with the service's response; the rest of the feed is shown")
    case .moreAds(let count):
      .warning(
        "feed.item",
        count == 1 ? "1 more ad in this item is not shown" : "\(count) more ads in this item are not shown")
    case .moreReposts(let limit):
      .warning("feed.item", "reposts are nested more than \(limit) levels deep; the inner ones are skipped")
    case .rowsLeftOut(let count):
      .warning(
        "feed.attachment",
        "\(count) attachments or poll options are skipped: a post shows at most \(EntryLimits.rows) attachments, and a "
          + "poll \(EntryLimits.answers) options")
    case .authorMissing("0", let service):
      .warning(
        "feed.author-missing", "the item has no author",
        hint: service.hints.ownerMissing ?? service.hints.authorMissing)
    case .authorMissing(let id, let service):
      .warning(
        "feed.author-missing", "the document contains no profile of author \(id)", hint: service.hints.authorMissing)
    case .photoWithoutSizes(let service):
      .warning(
        "feed.photo-size", "the photo has no size with a URL",
        hint: service.hints.photoWithoutSizes)
    case .photoWithoutDimensions:
      .note(
        "feed.photo-size", "no size of the photo has both width and height",
        hint: "the dimensions of the image file are used")
    case .attachment(let fault):
      .warning(
        "feed.attachment", "the attachment can't be read: \(fault.message)",
        hint: "compare it with the service's response; the rest of the feed is shown")
    case .duplicate(let id, let file):
      .note("feed.duplicate", "\(id) is already in the feed (\(file)) and is shown once")
    case .duplicates(let count, let file, let areLater):
      .note(
        "feed.duplicate",
        "\(count) posts are already in the feed (\(file)); "
          + (areLater ? "the later versions here are shown" : "each is shown once"))
    case .laterVersion(let id, let file):
      .note("feed.duplicate", "\(id) is already in the feed (\(file)); the later version here is shown")
    case .earlierVersion(let id, let later):
      .note("feed.duplicate", "\(id) was edited; its later version \(later) is shown")
    case .repeatedID(let id, let shown):
      .note("feed.duplicate", "\(id) occurs more than once in this document; this occurrence is shown as \(shown)")
    case .badDate(let text):
      .warning(
        "feed.bad-date", "\(text) is not a date",
        hint: "write seconds since 1970, or a date like 2018-11-18T18:40:00Z; the post is shown without a date")
    case .onlyAddress(let address):
      .note(
        "feed.only-address", "the document contains only the URL of this object: \(DecodedText.line(address))",
        hint: "the card shows the URL")
    case .itemsElsewhere(let address):
      .warning(
        "feed.only-address", "the collection only links to its items: \(DecodedText.line(address))",
        hint: "also save the document at that URL")
    case .circle(let next):
      .warning(
        "feed.circle", "the pages form a loop: the next page is \(DecodedText.line(next)), which was already read",
        hint: "each page is shown once; posts beyond the loop can't be reached this way")
    case .markupCut(let outcome):
      .warning("feed.markup", outcome.inWords)
    case .event(.withoutTitle):
      .error("feed.event", "the event has no title", hint: "add a \"title\"; the other events are shown")
    case .event(.withoutStart):
      .warning(
        "feed.event", "the event's dates have no start",
        hint: "write \"2018-11-24\", or {\"start\": \"2018-11-24\", \"end\": \"2018-11-26\"}")
    case .event(.badMoment(let text)):
      .warning(
        "feed.event", "\(text) is not a date",
        hint: "write 2018-11-24 or 2018-11-24T19:00; the event is shown without it")
    case .event(.endsBeforeStart):
      .warning("feed.event", "the event ends before it starts", hint: "only the start is shown")
    case .facetsLeftOut(let count):
      .warning(
        "feed.facet",
        count == 1
          ? "1 link, mention or hashtag is outside the text and is skipped"
          : "\(count) links, mentions or hashtags are outside the text and are skipped")
    case .unknownPart(let type, let service):
      .note(
        "feed.unknown-part",
        "\(DecodedText.line(String(type.prefix(100)))) is a new kind of attachment of \(service.name)",
        hint: "its title, text and URL are shown")
    case .notShown(let name, let count):
      .note("feed.not-shown", "\(name.counted(count)) \(count == 1 ? "is" : "are") not shown")
    case .textNotShown(let text):
      .note("feed.not-shown", "a text is not shown: \(Self.beginning(of: text))")
    case .postMissing(let absence):
      .warning("feed.item", "a post of the thread is missing: \(absence.inWords)")
    case .partMissing(let error):
      .warning("feed.api-error", "the service omitted a part of the response: \(error.inWords)")
    case .textCut:
      .note("feed.text-cut", "the service truncated the text", hint: "request it with tweet_mode=extended")
    case .audienceUnknown(let service):
      .note(
        "feed.audience", "\(service.name)'s export does not record who could see its posts",
        hint: "check the posts before you publish the output")
    case .retweetCut:
      .note(
        "feed.text-cut", "the archive contains only the first 140 characters of this repost",
        hint: "the post's own page has the full text")
    case .withheld(let countries):
      .note(
        "feed.withheld",
        "the post is withheld"
          + (countries.isEmpty ? "" : " in \(DecodedText.line(countries.prefix(10).joined(separator: ", ")))"))
    case .chatsLeftOut(let count):
      .note(
        "feed.chats",
        count == 1 ? "1 chat is not a channel and is skipped" : "\(count) chats are not channels and are skipped",
        hint: "export a chat separately to show it")
    case .fileNotIncluded(let kind):
      .warning(
        "feed.file-missing", "the \(kind) was not exported with the message",
        hint: "export the chat again with files of any size")
    }
  }
}

extension FeedIssue {
  /// The first words of a text, on one line.
  private static func beginning(of text: String) -> String {
    let line = DecodedText.line(String(text.prefix(200)))
    return line.count > 80 ? line.prefix(80) + "…" : line
  }
}

extension FeedIssue.Fault {
  var message: String {
    switch self {
    case .notAnObject(let kind): "it must be an object, not \(kind)"
    case .withoutType: "it has no type"
    case .withoutContent(let type): "it has no \(type)"
    case .nothingKnown: "it has none of the fields of a post"
    }
  }
}

extension Quote.Absence {
  var inWords: String {
    switch self {
    case .deleted: "it was deleted"
    case .blocked: "it is hidden from the account that requested it"
    case .muted: "its author is muted"
    case .detached: "its author detached it from the quote"
    case .pending: "its author has not approved the quote yet"
    case .rejected: "its author did not allow the quote"
    case .notIncluded: "the response contains only its id"
    }
  }
}

extension MarkupReader.Outcome {
  fileprivate var inWords: String {
    switch self {
    case .tooLong: "the text's HTML is longer than \(MarkupReader.sizeLimit) bytes; the rest is skipped"
    case .outOfMemory: "there is not enough memory for the text's HTML; only its beginning is shown"
    case .manyAttributes:
      "an element of the text's HTML has more than \(MarkupReader.attributeLimit) attributes; the others are skipped"
    case .tooDeep, .whole:
      "the text's HTML is nested more than \(MarkupReader.depthLimit) elements deep; the rest is skipped"
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
    case (.empty, _), (.truncated, _): "save the service's complete response again"
    case (.tooDeep, _): "no service nests its feeds this deep; save the response again"
    case (_, .html): "this looks like a web page; save the API's response (JSON) instead"
    case (_, .xml): "this looks like XML; save the API's response (JSON) instead"
    case (_, .script): "this looks like a script; keep only the JSON in it"
    case (_, .gzip): "this looks like a compressed file; unpack it with gunzip first"
    case (_, .utf16): "this looks like UTF-16; save it as UTF-8, for example: iconv -f UTF-16 -t UTF-8"
    case (.trailingText, _): "save each response in a separate file"
    case (.controlCharacter, _): "write line breaks inside strings as \\n"
    default: "check the file with a JSON tool, for example: python3 -m json.tool"
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
    FeedFormat.hint(onError: code) ?? "repeat the request and save the response with the posts"
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

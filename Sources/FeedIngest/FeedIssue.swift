import Diagnostics
import JSONTree

/// What can be wrong with a feed.
enum FeedIssue: Issue {
  /// What a file that is no JSON seems to be instead.
  enum Lookalike: Hashable, Sendable {
    case html, xml, script, gzip, other

    init(_ bytes: [UInt8]) {
      let start = String(decoding: bytes.prefix(64), as: UTF8.self).trimmed.lowercased()
      self =
        if bytes.starts(with: [0x1F, 0x8B]) { .gzip } else if start.hasPrefix("<?xml") || start.hasPrefix("<rss") {
          .xml
        } else if start.hasPrefix("<") { .html } else if start.hasPrefix("window.") || start.hasPrefix("var ") {
          .script
        } else { .other }
    }
  }

  /// What is wrong with an item of the feed, or with an attachment.
  enum Fault: Hashable, Sendable {
    case notAnObject(String)
    case withoutType
    case withoutContent(String)
    case nothingKnown
  }

  /// What is wrong with an event.
  enum EventFault: Hashable, Sendable {
    case withoutTitle
    case withoutStart
    /// What stands where a date should be.
    case badMoment(String)
    case endsBeforeStart
  }

  case unparsable(JSONFault.Kind, looksLike: Lookalike)
  case badText(strings: Int)
  /// Texts that were no valid JSON, and how they come to be so.
  case repaired(Int, hint: String?)
  case apiError(ServiceError)
  /// One call of several failed; the rest of the answer is read.
  case callFailed(method: String?, ServiceError)
  case unknownFormat(JSONValue)
  /// The service's envelope around something that is no feed.
  case noPosts(Service)
  case emptyFeed
  case item(Fault)
  case moreAds(Int)
  /// The chain of reposts is longer than what is read of it.
  case moreReposts(limit: Int)
  case authorMissing(id: String, Service)
  case photoWithoutSizes(Service)
  case photoWithoutDimensions
  case attachment(Fault)
  case duplicate(id: String, firstIn: String)
  /// A version of a post that was edited, beside the edited one.
  case earlierVersion(id: String, of: String)
  /// An id that comes twice on a page of a service where every item is an entry.
  case repeatedID(String, shownAs: String)
  case badDate(String)
  /// What an item is about is not in the document, only where it is.
  case onlyAddress(String)
  /// A collection of which the document says only where its items are.
  case itemsElsewhere(String)
  /// A text's markup was not read to its end.
  case markupCut(MarkupReader.Outcome)
  case event(EventFault)
  /// What a text's own marks say of ranges that it does not have.
  case facetsLeftOut(Int)
  /// An item that stands for a post which can't be shown.
  case postMissing(Quote.Absence)
  /// The service left something out and says why; the rest of the answer is read.
  case partMissing(ServiceError)
  /// The service cut the text.
  case textCut
  /// Where people can't see it, by two letters each; none where nobody can.
  case withheld(countries: [String])
  /// An account's export holds chats that are no channels.
  case chatsLeftOut(Int)
  /// A file that the export was made without; the service's name for its kind.
  case fileNotIncluded(String)

  var severity: Diagnostic.Severity {
    switch self {
    case .unparsable, .apiError, .unknownFormat, .noPosts, .emptyFeed, .item,
      .event(.withoutTitle):
      .error
    case .badText, .callFailed, .moreAds, .moreReposts, .authorMissing, .photoWithoutSizes, .attachment, .badDate,
      .markupCut, .itemsElsewhere, .facetsLeftOut, .postMissing, .partMissing, .fileNotIncluded, .event:
      .warning
    case .repaired, .photoWithoutDimensions, .duplicate, .earlierVersion, .repeatedID, .onlyAddress, .textCut,
      .withheld,
      .chatsLeftOut:
      .note
    }
  }

  var code: String {
    switch self {
    case .unparsable(.empty, _): "feed.empty-file"
    case .unparsable(.truncated, _): "feed.truncated"
    case .unparsable: "feed.not-json"
    case .badText: "feed.bad-text"
    case .repaired: "feed.repaired"
    case .apiError, .callFailed, .partMissing: "feed.api-error"
    case .unknownFormat, .noPosts: "feed.unknown-format"
    case .emptyFeed: "feed.empty"
    case .item, .moreAds, .moreReposts, .postMissing: "feed.item"
    case .event: "feed.event"
    case .authorMissing: "feed.author-missing"
    case .photoWithoutSizes, .photoWithoutDimensions: "feed.photo-size"
    case .attachment: "feed.attachment"
    case .duplicate, .earlierVersion, .repeatedID: "feed.duplicate"
    case .badDate: "feed.bad-date"
    case .markupCut: "feed.markup"
    case .onlyAddress, .itemsElsewhere: "feed.only-address"
    case .facetsLeftOut: "feed.facet"
    case .fileNotIncluded: "feed.file-missing"
    case .textCut: "feed.text-cut"
    case .chatsLeftOut: "feed.chats"
    case .withheld: "feed.withheld"
    }
  }
}

extension FeedIssue {
  var message: String {
    switch self {
    case .unparsable(let kind, looksLike: _): kind.message
    case .badText(1): "a string holds bytes or escapes that are no Unicode text; they are shown as \u{FFFD}"
    case .badText(let count):
      "\(count) strings hold bytes or escapes that are no Unicode text; they are shown as \u{FFFD}"
    case .apiError(let error): "the service answered with \(error.inWords) instead of a feed"
    case .repaired(1, _): "1 text that is no valid JSON was put right"
    case .repaired(let count, _): "\(count) texts that are no valid JSON were put right"
    case .callFailed(let method, let error): "\(method ?? "a call") failed with \(error.inWords)"
    case .unknownFormat(let root): "no feed format that is known; the document is \(root.summary)"
    case .noPosts(let service): "an answer of \(service.name) without a list of posts"
    case .emptyFeed: "the feed has no posts"
    case .item(let fault): "the item can't be read: \(fault.message)"
    case .moreAds(1): "1 more ad in this item is not shown"
    case .moreAds(let count): "\(count) more ads in this item are not shown"
    case .moreReposts(let limit): "reposts nest deeper than \(limit); the rest is left out"
    case .authorMissing("0", _): "the item names no author"
    case .authorMissing(let id, _): "nothing says who \(id) is"
    case .photoWithoutSizes: "the photo has no size with a URL"
    case .photoWithoutDimensions: "no size of the photo has both width and height"
    case .attachment(let fault): "the attachment can't be read: \(fault.message)"
    case .duplicate(let id, let file): "\(id) is in the feed already (\(file)) and shown once"
    case .earlierVersion(let id, let later): "\(id) was edited; it is shown as \(later), its later version"
    case .repeatedID(let id, let shown): "\(id) comes more than once in this document; this one is shown as \(shown)"
    case .badDate(let text): "\(text) is no date"
    case .onlyAddress(let address): "only the address of this is in the document: \(DecodedText.line(address))"
    case .itemsElsewhere(let address): "the collection's items are elsewhere: \(DecodedText.line(address))"
    case .markupCut(.tooLong):
      "the text's HTML is longer than \(MarkupReader.sizeLimit) bytes; what follows is left out"
    case .markupCut(.outOfMemory): "the text's HTML takes more memory than there is; only its beginning is shown"
    case .markupCut(.tooDeep), .markupCut(.whole):
      "the text's HTML nests deeper than \(MarkupReader.depthLimit) elements; what follows is left out"
    case .facetsLeftOut(1): "1 mark of the text does not fit it and is left out"
    case .facetsLeftOut(let count): "\(count) marks of the text do not fit it and are left out"
    case .postMissing(let absence): "a post of the thread is not there: \(absence.inWords)"
    case .partMissing(let error): "the service left something out: \(error.inWords)"
    case .textCut: "the service cut the text"
    case .chatsLeftOut(1): "1 chat that is no channel is left out"
    case .chatsLeftOut(let count): "\(count) chats that are no channels are left out"
    case .withheld(let countries) where countries.isEmpty: "the post is withheld"
    case .withheld(let countries):
      "the post is withheld in \(DecodedText.line(countries.prefix(10).joined(separator: ", ")))"
    case .fileNotIncluded(let kind): "the \(kind) was not exported with the message"
    case .event(.withoutTitle): "the event has no title"
    case .event(.withoutStart): "the event's dates have no start"
    case .event(.badMoment(let text)): "\(text) is no date"
    case .event(.endsBeforeStart): "the event ends before it begins"
    }
  }

  var hint: String? {
    switch self {
    case .unparsable(let kind, let lookalike): kind.hint(lookalike)
    case .badText: "save the answer as UTF-8, e.g. iconv -f WINDOWS-1251 -t UTF-8"
    case .repaired(_, let hint): hint
    case .apiError(let error), .callFailed(_, let error):
      FeedFormat.hint(onError: error.code) ?? "ask the service again and save the answer that holds the posts"
    case .unknownFormat:
      "read are feeds of \(FeedFormat.namesInWords), and {\"events\": […]}; docs/feeds.md says which of their documents"
    case .noPosts(let service): service.hints.noPosts
    case .emptyFeed: "check what the answer was asked for: whose posts, from which cursor, with which rights"
    case .item, .attachment: "compare it with the service's answer; the rest of the feed is shown"
    case .moreAds, .moreReposts: nil
    case .authorMissing("0", let service): service.hints.ownerMissing ?? service.hints.authorMissing
    case .authorMissing(_, let service): service.hints.authorMissing
    case .photoWithoutSizes(let service): service.hints.photoWithoutSizes
    case .photoWithoutDimensions: "the picture's own pixels count once it is decoded"
    case .duplicate, .earlierVersion, .repeatedID: nil
    case .markupCut, .facetsLeftOut, .postMissing, .partMissing, .withheld: nil
    case .textCut: "ask the API with tweet_mode=extended"
    case .chatsLeftOut: "export a chat by itself to see it"
    case .fileNotIncluded: "export the chat again with its files, of any size"
    case .onlyAddress: "the card says where it is"
    case .itemsElsewhere: "save what is there, too"
    case .badDate: "dates are seconds since 1970, or written as in 2018-11-18T18:40:00Z; the post is shown without one"
    case .event(.withoutTitle): "give it a \"title\"; the other events are shown"
    case .event(.withoutStart): "write \"2018-11-24\", or {\"start\": \"2018-11-24\", \"end\": \"2018-11-26\"}"
    case .event(.badMoment): "write 2018-11-24 or 2018-11-24T19:00; the event is shown without it"
    case .event(.endsBeforeStart): "only the start is shown"
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

extension JSONFault.Kind {
  func hint(_ lookalike: FeedIssue.Lookalike) -> String {
    switch (self, lookalike) {
    case (.empty, _), (.truncated, _): "save the service's answer again, whole"
    case (.tooDeep, _): "no feed is nested like that; save the service's answer again"
    case (_, .html): "this looks like a web page; save the API's answer (JSON) instead"
    case (_, .xml): "this looks like XML; save the API's answer (JSON) instead"
    case (_, .script): "this looks like a script; keep only the JSON in it"
    case (_, .gzip): "this looks like a compressed file; unpack it with gunzip first"
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

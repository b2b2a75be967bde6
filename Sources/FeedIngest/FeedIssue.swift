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
    case .photoWithoutDimensions, .duplicate, .earlierVersion, .repeatedID, .onlyAddress, .textCut, .withheld,
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

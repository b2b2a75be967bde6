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
  case notReadYet(Service)
  case emptyFeed
  case mixedServices(first: Service, other: Service)
  case item(Fault)
  case moreAds(Int)
  /// The chain of reposts is longer than what is read of it.
  case moreReposts(limit: Int)
  case authorMissing(id: String)
  case photoWithoutSizes
  case photoWithoutDimensions
  case attachment(Fault)
  case duplicate(id: String, firstIn: String)
  case badDate(String)
  /// A text's markup was not read to its end.
  case markupCut(MarkupReader.Outcome)
  case event(EventFault)

  var severity: Diagnostic.Severity {
    switch self {
    case .unparsable, .apiError, .unknownFormat, .noPosts, .notReadYet, .emptyFeed, .mixedServices, .item,
      .event(.withoutTitle):
      .error
    case .badText, .callFailed, .moreAds, .moreReposts, .authorMissing, .photoWithoutSizes, .attachment, .badDate,
      .markupCut,
      .event:
      .warning
    case .photoWithoutDimensions, .duplicate: .note
    }
  }

  var code: String {
    switch self {
    case .unparsable(.empty, _): "feed.empty-file"
    case .unparsable(.truncated, _): "feed.truncated"
    case .unparsable: "feed.not-json"
    case .badText: "feed.bad-text"
    case .apiError, .callFailed: "feed.api-error"
    case .unknownFormat, .noPosts: "feed.unknown-format"
    case .notReadYet: "feed.format-not-read-yet"
    case .emptyFeed: "feed.empty"
    case .mixedServices: "feed.mixed-services"
    case .item, .moreAds, .moreReposts: "feed.item"
    case .event: "feed.event"
    case .authorMissing: "feed.author-missing"
    case .photoWithoutSizes, .photoWithoutDimensions: "feed.photo-size"
    case .attachment: "feed.attachment"
    case .duplicate: "feed.duplicate"
    case .badDate: "feed.bad-date"
    case .markupCut: "feed.markup"
    }
  }
}

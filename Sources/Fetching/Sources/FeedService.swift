import CivilTime
import JSONTree
import Names

/// A feed of a service: where it begins, and how its pages lead to each other.
protocol FeedService: Sendable {
  var kind: ServiceKind { get }
  /// What is asked for first: the newest posts.
  var top: HTTPAddress { get }
  /// Seconds from one request of pages to the next, as the service allows.
  var gap: Double { get }
  /// What kind of answer is asked for.
  var accept: String { get }
  /// Posts come by their dates, so that one which is missing between two others is gone.
  var isChronological: Bool { get }
  /// Pages may lie on other hosts.
  var mayLeaveHost: Bool { get }

  /// What the service means by an answer; nil where HTTP's status says it.
  func judge(_ answer: HTTPAnswer) -> HTTPClient.FollowUp?

  /// Reads an answer that was judged good.
  func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage

  /// Posts that were not there yet are gone through upwards, page by page from the newest one that is known.
  var climbs: Bool { get }

  /// Whether the service refuses the place that was asked for, rather than whoever asks.
  func refusesPlace(_ answer: HTTPAnswer) -> Bool

  /// What a later run asks for first, when posts up to `newest` are known; nil for the top.
  func newer(than newest: String) -> HTTPAddress?
}

extension FeedService {
  var gap: Double { 0 }
  var accept: String { "application/json" }
  var isChronological: Bool { true }
  var mayLeaveHost: Bool { false }
  var climbs: Bool { false }
  func newer(than newest: String) -> HTTPAddress? { nil }
  func refusesPlace(_ answer: HTTPAnswer) -> Bool { [400, 404, 410, 422].contains(answer.status) }
}

/// What one answer holds.
struct ServicePage: Sendable {
  var items: [FeedItem] = []
  /// The page behind it, with older posts; nil at the end.
  var next: HTTPAddress?
  /// The page before it, with posts that were not there yet.
  var newer: HTTPAddress?
  /// The answer only says where the pages are, and is none itself.
  var isSignpost = false
}

/// A post, as far as fetching has to know it.
struct FeedItem: Hashable, Sendable {
  /// Tells it from all others of the feed; a repost from what it reposts.
  var key: String
  /// The service's own.
  var id: String
  /// Another one after every edit; counters are no part of it.
  var version: String
  /// Seconds since 1970; nil where the service gives none.
  var date: Int?
  /// Out of its order, above all others.
  var isPinned: Bool
  /// Keys of the post's earlier versions, where the service makes every edit a post with a key of its own.
  var earlier: [String] = []

  init(key: String? = nil, id: String, version: String, date: Int?, isPinned: Bool = false) {
    (self.key, self.id, self.version, self.date, self.isPinned) = (key ?? id, id, version, date, isPinned)
  }
}

extension JSONNode {
  /// A short name for what some members say, in all their depth.
  func version(_ keys: String...) -> String {
    var digest = FNV1a64()
    for key in keys {
      digest.append(key)
      if let value = child(key)?.value { Self.append(value, to: &digest) }
    }
    return digest.hex
  }

  private static func append(_ value: JSONValue, to digest: inout FNV1a64) {
    switch value.content {
    case .null: digest.append("~")
    case .bool(let flag): digest.append(flag ? "y" : "n")
    case .integer(let number): digest.append("\(number)")
    case .real(let number): digest.append("\(number)")
    case .string(let text): digest.append("\"\(text)\"")
    case .array(let list):
      digest.append("[")
      for element in list { append(element, to: &digest) }
    case .object(let object):
      digest.append("{")
      for member in object.members {
        digest.append(member.key)
        append(member.value, to: &digest)
      }
    }
  }
}

extension HTTPAnswer {
  /// Whether the body is whole JSON; where it is not, what that means.
  var jsonFollowUp: HTTPClient.FollowUp? {
    if body.allSatisfy({ $0 <= 0x20 }) { return .askAgain(.emptyBody, wait: nil) }
    if ServiceWords.isWebPage(body) { return .askAgain(.webPage(title: WebPage(body).title), wait: nil) }
    do throws(JSONFault) {
      _ = try parsedBody()
      return nil
    } catch {
      return .askAgain(.brokenJSON(reason: "line \(error.position.line)"), wait: nil)
    }
  }
}

/// Dates as services write them.
enum ServiceDate {
  /// Seconds since 1970 of ISO 8601; nil for anything else.
  static func seconds(_ text: String?) -> Int? { text.flatMap { ISO8601Moment($0) }?.seconds }
}

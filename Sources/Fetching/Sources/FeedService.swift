import Basics
import DataFormats

/// A feed of a service: its first page, and the links between its pages.
protocol FeedService: Sendable {
  var kind: ServiceKind { get }
  /// The first page, with the newest posts.
  var top: HTTPAddress { get }
  /// Minimum seconds between page requests, as the service requires.
  var gap: Double { get }
  /// The requested media type.
  var accept: String { get }
  /// Whether posts are sorted by date, so that one missing between two others was removed.
  var isChronological: Bool { get }
  /// Whether pages may be on other hosts.
  var mayLeaveHost: Bool { get }

  /// Interprets a response by the service's rules; nil falls back to the HTTP status.
  func judge(_ answer: HTTPResponse) -> HTTPClient.FollowUp?

  /// Reads a successful response.
  func page(_ answer: HTTPResponse, root: JSONNode) throws(FetchIssue) -> ServicePage

  /// Whether new posts are fetched upward, page by page from the newest known one.
  var climbs: Bool { get }

  /// Whether the service refuses the requested position, rather than the client.
  func refusesPlace(_ answer: HTTPResponse) -> Bool

  /// Returns the first page of a later run if posts up to `newest` are known; nil for the top.
  func newer(than newest: String) -> HTTPAddress?
}

extension FeedService {
  var gap: Double { 0 }
  var accept: String { "application/json" }
  var isChronological: Bool { true }
  var mayLeaveHost: Bool { false }
  var climbs: Bool { false }
  func newer(than newest: String) -> HTTPAddress? { nil }
  func refusesPlace(_ answer: HTTPResponse) -> Bool { [400, 404, 410, 422].contains(answer.status) }
}

/// The contents of a response.
struct ServicePage: Sendable {
  var items: [FeedItem] = []
  /// The next page, with older posts; nil at the end.
  var next: HTTPAddress?
  /// The previous page, with new posts.
  var newer: HTTPAddress?
  /// Whether the response only links to the pages without being one.
  var isSignpost = false
}

/// A post as far as fetching is concerned.
struct FeedItem: Hashable, Sendable {
  /// Identifies the item in the feed; a repost has another key than the original post.
  var key: String
  /// The service's id.
  var id: String
  /// Changes with every edit, but not with counters.
  var version: String
  /// Seconds since 1970; nil if the service states none.
  var date: Int?
  /// Whether it is pinned above all others, out of order.
  var isPinned: Bool
  /// The keys of the post's earlier versions, if the service gives every edit its own key.
  var earlier: [String] = []

  init(key: String? = nil, id: String, version: String, date: Int?, isPinned: Bool = false) {
    (self.key, self.id, self.version, self.date, self.isPinned) = (key ?? id, id, version, date, isPinned)
  }
}

extension JSONNode {
  /// Returns a short digest of some members, including their descendants.
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

extension HTTPResponse {
  /// The reaction if the body isn't complete JSON; nil if it is.
  var jsonFollowUp: HTTPClient.FollowUp? {
    if body.allSatisfy({ $0 <= 0x20 }) { return .askAgain(.emptyBody, wait: nil) }
    if ErrorMessages.isWebPage(body) { return .askAgain(.webPage(title: WebPage(body).title), wait: nil) }
    do throws(JSONFault) {
      _ = try parsedBody()
      return nil
    } catch {
      return .askAgain(.brokenJSON(reason: "line \(error.position.line)"), wait: nil)
    }
  }
}

/// Parses dates of services.
enum ServiceDate {
  /// Returns seconds since 1970 for ISO 8601; nil for anything else.
  static func seconds(_ text: String?) -> Int? { text.flatMap { ISO8601Moment($0) }?.seconds }
}

import Basics
import DataFormats

/// VK's walls and news feed (dev.vk.com, wall.get and newsfeed.get). Errors have status 200; walls are paged by offset,
/// the news feed by `next_from`.
struct VKFeed: FeedService {
  static let version = "5.199"
  let top: HTTPAddress
  var kind: ServiceKind { .vk }
  /// A user token is limited to three requests a second (dev.vk.com, api-requests).
  var gap: Double { 0.34 }
  var isChronological: Bool { isWall }

  init(top: HTTPAddress) {
    self.top = top.defaulting("v", Self.version)
  }

  private var isWall: Bool { top.names.last == "wall.get" }

  func judge(_ answer: HTTPResponse) -> HTTPClient.FollowUp? {
    guard answer.status == 200 else { return nil }
    if let followUp = answer.jsonFollowUp { return followUp }
    guard let root = answer.json else { return nil }
    guard let error = root.object("error") else {
      // `execute` returns errors next to its results.
      if root.child("response") == nil {
        return .stop(.notAFeed(what: "a different response of VK", link: nil))
      }
      return nil
    }
    return VKError(error).followUp
  }

  /// Whether the status or the error code means a rejected parameter.
  func refusesPlace(_ answer: HTTPResponse) -> Bool {
    [400, 404, 410, 422].contains(answer.status) || answer.json?.object("error")?.int("error_code") == 100
  }

  func page(_ answer: HTTPResponse, root: JSONNode) throws(FetchIssue) -> ServicePage {
    guard let response = root.object("response") else { throw .notAFeed(what: "a different response of VK", link: nil) }
    let nodes = response.list("items")
    var page = ServicePage(items: nodes.compactMap(item))
    guard !nodes.isEmpty else { return page }
    if isWall {
      let offset = (answer.address.value(of: "offset").flatMap { Int($0) } ?? 0).saturatingAdd(nodes.count)
      if offset < response.int("count") ?? .max { page.next = answer.address.setting("offset", "\(offset)") }
    } else if let from = response.text("next_from") {
      page.next = answer.address.setting("start_from", from)
    }
    return page
  }

  private func item(_ node: JSONNode) -> FeedItem? {
    let owner = node.int("source_id", "owner_id", "to_id") ?? 0
    // File URLs have a different signature in each response.
    let version = node.version("text", "edited")
    let id = node.int("post_id", "id").map { "\($0)" } ?? "\(node.text("type") ?? "item")-\(node.int("date") ?? 0)"
    return FeedItem(id: "\(owner)_\(id)", version: version, date: node.int("date"), isPinned: node.isTrue("is_pinned"))
  }
}

extension FetchService {
  static let vk = FetchService(
    kind: .vk, documents: .vk, feed: { VKFeed(top: $0) }, names: ["vk": named],
    api: { $0.names.first == "method" && $0.names.count == 2 ? .api(.vk, $0) : nil },
    page: { address in
      let hosts = ["vk.com", "m.vk.com", "www.vk.com", "vk.ru", "m.vk.ru"]
      return hosts.contains(address.host) ? address.names.first.flatMap(wall) : nil
    },
    hasPreviewsFirst: true)

  private static let host = "https://api.vk.com"

  /// Parses `wall/-1`, `wall/name`, `newsfeed`.
  @Sendable private static func named(_ rest: String) -> SourceName? {
    if rest == "newsfeed" {
      return HTTPAddress("\(host)/method/newsfeed.get?filters=post&count=100").map { .api(.vk, $0) }
    }
    guard rest.hasPrefix("wall/"), rest.count > 5 else { return nil }
    return wall(String(rest.dropFirst(5)))
  }

  /// Parses `-1`, `wall-1`, `club1`, `id1`, or a short name.
  private static func wall(_ name: String) -> SourceName? {
    let number = ["wall", "id", ""].lazy.compactMap { name.hasPrefix($0) ? Int(name.dropFirst($0.count)) : nil }.first
    let community = ["club", "public", "event"].lazy.compactMap {
      name.hasPrefix($0) ? Int("-" + name.dropFirst($0.count)) : nil
    }.first
    let base = HTTPAddress("\(host)/method/wall.get")
    let address = (number ?? community).map { base?.setting("owner_id", "\($0)") } ?? base?.setting("domain", name)
    return address.flatMap { $0 }.map { .api(.vk, $0.setting("count", "100")) }
  }
}

extension ServiceKind {
  static let vk = ServiceKind("vk", name: "VK")
}

/// A VK error (dev.vk.com, "Error codes") and its hint.
struct VKError {
  private let code: Int
  private let said: String
  /// The page for a captcha.
  private let page: String?

  init(_ node: JSONNode) {
    code = node.int("error_code") ?? 0
    said = node.text("error_msg", "error_text") ?? ""
    page = node.text("redirect_uri", "captcha_img")
  }

  var followUp: HTTPClient.FollowUp {
    switch code {
    case 1, 10: .askAgain(issue(nil), wait: nil)
    case 6: .askAgain(issue("send requests more slowly: --sleep 1"), wait: 1)
    default: .stop(issue(hint))
    }
  }

  private func issue(_ hint: String?) -> FetchIssue {
    // Temporary server errors and rate limits.
    .serviceError(code: code, said: said, hint: hint, passes: [1, 6, 9, 10, 29].contains(code))
  }

  private var hint: String? {
    switch code {
    case 5, 1114, 1117: "the token is missing, expired or revoked; pass a new one with --token-file"
    case 27: "a community token can't call this method; use a user or service token"
    case 28: "a service token can't call this method; use a user token"
    case 9: "too many requests of the same kind; run again in some hours"
    case 29: "the daily limit of this method is reached; run again tomorrow"
    case 14: page.map { "VK requires a captcha; solve it in a browser and run again: \($0)" }
    case 17: page.map { "VK requires you to confirm the login; open this in a browser, then run again: \($0)" }
    case 15, 203: "this token may not read the wall"
    case 18: "the page is deleted or banned; there is nothing to fetch"
    case 30: "the profile is private; use a token of one of its friends"
    case 113: "there is no such user; check the number"
    case 125, 100: "check the URL; communities have negative numbers"
    default: nil
    }
  }
}

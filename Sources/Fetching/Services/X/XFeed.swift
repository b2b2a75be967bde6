import DataFormats
import Diagnostics
import FeedReading
import Foundation

/// Posts of X's API, version 2 (docs.x.com, x-api/users/get-posts). Pages are linked by `meta.next_token`.
struct XFeed: FeedService {
  let top: HTTPAddress
  var kind: ServiceKind { .x }

  /// The fields of a post that cards show.
  static let fields: [(String, String)] = [
    ("max_results", "100"),
    (
      "tweet.fields",
      "attachments,author_id,conversation_id,created_at,edit_history_tweet_ids,entities,geo,in_reply_to_user_id,lang,"
        + "note_tweet,possibly_sensitive,public_metrics,referenced_tweets,text"
    ),
    ("user.fields", "name,profile_image_url,protected,username,verified,verified_type"),
    ("media.fields", "alt_text,duration_ms,height,media_key,preview_image_url,type,url,variants,width"),
    ("poll.fields", "duration_minutes,end_datetime,options,voting_status"),
    ("place.fields", "full_name,geo,name"),
    (
      "expansions",
      "attachments.media_keys,attachments.poll_ids,author_id,entities.mentions.username,geo.place_id,"
        + "in_reply_to_user_id,referenced_tweets.id,referenced_tweets.id.author_id"
    ),
  ]

  func judge(_ answer: HTTPResponse) -> HTTPClient.FollowUp? {
    let root = answer.json
    switch answer.status {
    case 200:
      if let followUp = answer.jsonFollowUp { return followUp }
      guard let root, root.child("data") == nil, root.child("meta") == nil else { return nil }
      guard let error = root.list("errors").first else {
        return .stop(.notAFeed(what: "a different response of X", link: nil))
      }
      let said = error.text("detail", "message", "title") ?? ""
      return .stop(.serviceError(code: nil, said: said, hint: "check the name, or the number"))
    case 429:
      if String(decoding: answer.body.prefix(4096), as: UTF8.self).contains("UsageCapExceeded") {
        return .stop(
          .serviceError(code: 429, said: "the monthly limit of posts is reached", hint: "run again next month"))
      }
      let rate = RateLimit(answer.head, now: 0)
      // Not the limit of the window, but one request a second.
      if let left = rate.remaining, left > 0, rate.retryAfter == nil {
        return .askAgain(.busyAfter(attempts: Backoff.attempts, status: 429, said: nil), wait: 10)
      }
      return nil
    case 401:
      return .stop(.tokenNeeded(service: "X", what: "a bearer token", said: ErrorMessages.said(answer)))
    case 400:
      return .stop(.refused(status: 400, said: ErrorMessages.said(answer), hint: nil))
    case 404: return .stop(.notFound("such user or list"))
    default: return nil
    }
  }

  func page(_ answer: HTTPResponse, root: JSONNode) throws(FetchIssue) -> ServicePage {
    let items = root.list("data").compactMap { post -> FeedItem? in
      guard let id = post.text("id") else { return nil }
      var item = FeedItem(
        id: id, version: post.version("text", "note_tweet", "attachments", "edit_history_tweet_ids"),
        date: ServiceDate.seconds(post.text("created_at")))
      // An edit is a post with its own id; the history is from the first version to the last.
      item.earlier = XEdits.earlier(than: id, in: post)
      return item
    }
    var page = ServicePage(items: items)
    if let token = root.object("meta")?.text("next_token") {
      let name = answer.address.names.contains("search") ? "next_token" : "pagination_token"
      page.next = answer.address.setting(name, token)
    }
    return page
  }

  static func withFields(_ address: HTTPAddress) -> HTTPAddress {
    fields.reduce(address) { $0.defaulting($1.0, $1.1) }
  }

  func newer(than newest: String) -> HTTPAddress? {
    guard newest.allSatisfy(\.isASCII), Int(newest) != nil else { return nil }
    return top.setting("pagination_token", nil).setting("next_token", nil).setting("since_id", newest)
  }
}

/// An account that has to be looked up; nil for the token's own.
struct XAccount: SourceQuery {
  let host: HTTPAddress
  let name: String?
  let list: String

  func resolve(_ resolver: SourceResolver) async throws -> SourceResolver.ResolvedSource {
    let path = name.map { "/2/users/by/username/\(Percent.encoded($0))" } ?? "/2/users/me"
    let (root, answer) = try await resolver.json(path, of: host, judge: XFeed(top: host).judge)
    guard let id = root.object("data")?.text("id") else {
      throw Diagnostic(FetchIssue.notFound("such user"), at: answer.address.place)
    }
    let top = try resolver.address(host, "/2/users/\(Percent.encoded(id))/\(list)")
    return SourceResolver.ResolvedSource(feed: XFeed(top: XFeed.withFields(top)))
  }
}

extension FetchService {
  static let x = FetchService(
    kind: .x, documents: .x, feed: { XFeed(top: $0) }, names: ["x": named],
    api: { address in
      let names = address.names
      let isAPI = names.first == "2" && names.count > 1 && ["users", "lists", "tweets"].contains(names[1])
      return isAPI ? .api(.x, address) : nil
    },
    page: { address in
      let hosts = ["x.com", "twitter.com", "www.x.com", "mobile.twitter.com", "www.twitter.com"]
      guard hosts.contains(address.host), let name = address.names.first else { return nil }
      return name == "home" ? home : account(name)
    })

  private static let host = "https://api.x.com"

  private static var home: SourceName? {
    HTTPAddress(host).map { .query(XAccount(host: $0, name: nil, list: "timelines/reverse_chronological")) }
  }

  private static func account(_ name: String) -> SourceName? {
    HTTPAddress(host).map { .query(XAccount(host: $0, name: name, list: "tweets")) }
  }

  /// Parses `@name`, `home`, `user/1`, `mentions/1`, `list/1`.
  @Sendable private static func named(_ rest: String) -> SourceName? {
    if rest == "home" { return home }
    if rest.hasPrefix("@") { return account(String(rest.dropFirst())) }
    let parts = rest.split(separator: "/").map(String.init)
    guard parts.count == 2, Int(parts[1]) != nil else { return nil }
    let path: String? =
      switch parts[0] {
      case "user": "users/\(parts[1])/tweets"
      case "mentions": "users/\(parts[1])/mentions"
      case "list": "lists/\(parts[1])/tweets"
      default: nil
      }
    return path.flatMap { HTTPAddress("\(host)/2/\($0)") }.map { .api(.x, XFeed.withFields($0)) }
  }
}

extension ServiceKind {
  static let x = ServiceKind("x", name: "X")
}

import DataFormats
import Diagnostics

/// Feeds of Bluesky (docs.bsky.app, app.bsky.feed.*). Pages are linked by a cursor; a short page isn't necessarily the
/// last one.
struct BlueskyFeed: FeedService {
  let top: HTTPAddress
  var kind: ServiceKind { .bluesky }

  /// A feed generator has its own order of posts.
  var isChronological: Bool { !(top.names.last ?? "").hasSuffix("getFeed") }

  func judge(_ answer: HTTPResponse) -> HTTPClient.FollowUp? {
    switch answer.status {
    case 200: return answer.jsonFollowUp
    case 401:
      let what = "--login and an app password"
      return .stop(.tokenNeeded(service: "Bluesky", what: what, said: ErrorMessages.said(answer)))
    case 400:
      let said = ErrorMessages.said(answer)
      let name = answer.json?.text("error")
      if name == "ExpiredToken" {
        return .renewSecret(.refused(status: 400, said: said ?? name, hint: "run again to sign in again"))
      }
      if name == "InvalidRequest", said?.contains("not found") == true || said?.contains("not be found") == true {
        return .stop(.notFound("such account, feed or list"))
      }
      return .stop(.refused(status: 400, said: said ?? name, hint: nil))
    default: return nil
    }
  }

  func page(_ answer: HTTPResponse, root: JSONNode) throws(FetchIssue) -> ServicePage {
    guard root.child("feed") != nil else { throw .notAFeed(what: "a different response of Bluesky", link: nil) }
    let items = root.list("feed").compactMap(Self.item)
    var page = ServicePage(items: items)
    if !items.isEmpty, let cursor = root.text("cursor") { page.next = answer.address.setting("cursor", cursor) }
    return page
  }

  private static func item(_ node: JSONNode) -> FeedItem? {
    guard let post = node.object("post"), let uri = post.text("uri") else { return nil }
    let reason = node.object("reason")
    let type = reason?.text("$type") ?? ""
    // A repost is a separate item of the feed.
    let reposter = type.hasSuffix("reasonRepost") ? reason?.object("by")?.text("did") ?? "" : nil
    let date = reposter == nil ? post.text("indexedAt") : reason?.text("indexedAt") ?? post.text("indexedAt")
    return FeedItem(
      key: reposter.map { "\(uri) reposted by \($0)" }, id: uri, version: post.text("cid") ?? post.version("record"),
      date: ServiceDate.seconds(date), isPinned: type.hasSuffix("reasonPin"))
  }
}

/// A feed or a list whose address contains its owner's handle.
struct BlueskyRecord: SourceQuery {
  let host: HTTPAddress
  let owner: String
  let collection: String
  let key: String

  func resolve(_ resolver: SourceResolver) async throws -> SourceResolver.ResolvedSource {
    var owner = owner
    if !owner.hasPrefix("did:") {
      let handle = owner.hasPrefix("@") ? String(owner.dropFirst()) : owner
      let path = "/xrpc/com.atproto.identity.resolveHandle?handle=\(Percent.encoded(handle))"
      let (root, answer) = try await resolver.json(path, of: host, judge: BlueskyFeed(top: host).judge)
      guard let found = root.text("did") else {
        throw Diagnostic(FetchIssue.notFound("such account"), at: answer.address.place)
      }
      owner = found
    }
    let uri = Percent.encoded("at://\(owner)/\(collection)/\(key)")
    let path =
      collection.hasSuffix("list")
      ? "/xrpc/app.bsky.feed.getListFeed?list=\(uri)&limit=50" : "/xrpc/app.bsky.feed.getFeed?feed=\(uri)&limit=50"
    return SourceResolver.ResolvedSource(feed: BlueskyFeed(top: try resolver.address(host, path)))
  }
}

extension FetchService {
  static let bluesky = FetchService(
    kind: .bluesky, documents: .bluesky, feed: { BlueskyFeed(top: $0) },
    names: ["bluesky": named, "at": record], api: { $0.names.first == "xrpc" ? .api(.bluesky, $0) : nil },
    page: { address in
      guard ["bsky.app", "www.bsky.app"].contains(address.host) else { return nil }
      let names = address.names
      guard names.count >= 2, names[0] == "profile" else { return nil }
      switch (names.count, names.count > 2 ? names[2] : "") {
      case (2, _): return author(names[1])
      case (4, "feed"): return record("\(names[1])/app.bsky.feed.generator/\(names[3])")
      case (4, "lists"): return record("\(names[1])/app.bsky.graph.list/\(names[3])")
      default: return nil
      }
    },
    // An account's timelines require a session.
    session: Session(
      isNeeded: { ["app.bsky.feed.getTimeline", "com.atproto.server.createSession"].contains($0.names.last) },
      open: { client, host, limits, login, password in
        let session = BlueskySession(client: client, host: host, limits: limits)
        try await session.signIn(login, password: password)
        return session
      }))

  private static let host = "https://public.api.bsky.app"

  /// Parses `@name.example`, `timeline`.
  @Sendable private static func named(_ rest: String) -> SourceName? {
    guard rest == "timeline" else { return rest.isEmpty ? nil : author(rest) }
    return HTTPAddress("https://bsky.social/xrpc/app.bsky.feed.getTimeline?limit=50").map { .api(.bluesky, $0) }
  }

  private static func author(_ name: String) -> SourceName? {
    let actor = name.hasPrefix("@") ? String(name.dropFirst()) : name
    return HTTPAddress("\(host)/xrpc/app.bsky.feed.getAuthorFeed").map {
      .api(.bluesky, $0.setting("actor", actor).setting("limit", "50"))
    }
  }

  /// Parses `owner/collection/key`, with or without the two slashes of an `at:` address.
  @Sendable private static func record(_ rest: String) -> SourceName? {
    let parts = rest.split(separator: "/").map(String.init)
    guard let host = HTTPAddress(host), let owner = parts.first else { return nil }
    guard parts.count == 3 else { return parts.count == 1 ? author(owner) : nil }
    return .query(BlueskyRecord(host: host, owner: owner, collection: parts[1], key: parts[2]))
  }
}

extension ServiceKind {
  static let bluesky = ServiceKind("bluesky", name: "Bluesky")
}

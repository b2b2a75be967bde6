import Diagnostics
import JSONTree

/// Finds out what a source is, asking where it does not say by itself.
package struct SourceResolver: Sendable {
  package struct Resolved: Sendable {
    package var feed: any FeedService
    /// The answer to `feed.top`, where it has come already.
    package var answer: HTTPAnswer?
    /// Who the feed is of, as ActivityPub describes people.
    package var actor: [UInt8]?
  }

  package let client: HTTPClient
  package let site: Site
  package let secret: Secret?
  package let limits: TransferLimits

  package init(client: HTTPClient, site: Site, secret: Secret?, limits: TransferLimits) {
    (self.client, self.site, self.secret, self.limits) = (client, site, secret, limits)
  }

  /// - Throws: `Diagnostic`, `CancellationError`.
  package func resolve(_ name: SourceName) async throws -> Resolved {
    switch name {
    case .api(let kind, let address): return Resolved(feed: Self.feed(kind, site.local(address)))
    case .mastodonAccount(let host, let name): return try await mastodonAccount(host, name)
    case .blueskyRecord(let host, let owner, let collection, let key):
      return try await record(host, owner, collection, key)
    case .xAccount(let host, let name, let list): return try await xAccount(host, name, list)
    case .webfinger(let host, let account): return try await webfinger(host, account)
    case .page(let address): return try await page(site.local(address))
    }
  }

  package static func feed(_ kind: ServiceKind, _ top: HTTPAddress) -> any FeedService {
    switch kind {
    case .mastodon: MastodonFeed(top: top)
    case .bluesky: BlueskyFeed(top: top)
    case .vk: VKFeed(top: top)
    case .x: XFeed(top: top)
    case .jsonFeed: JSONFeed(top: top)
    case .activityPub: ActivityPubFeed(top: top)
    }
  }

  // MARK: Asking

  private func ask(_ address: HTTPAddress, accept: String, like feed: any FeedService) async throws -> HTTPAnswer {
    var request = HTTPRequest(address)
    request.headers = [HTTPHeader("Accept", accept)]
    request.secret = secret
    request.limits = limits
    request.isPublicOnly = !site.active.isPrivate
    return try await client.answer(request, gap: feed.gap, judge: feed.judge)
  }

  private func json(_ path: String, of host: HTTPAddress, like feed: (HTTPAddress) -> any FeedService) async throws
    -> (root: JSONNode, answer: HTTPAnswer)
  {
    guard let address = HTTPAddress(host.origin + path).map(site.local) else {
      throw Diagnostic(FetchIssue.unknownSource(path))
    }
    let answer = try await ask(address, accept: "application/json", like: feed(address))
    guard let root = answer.json else { throw Diagnostic(FetchIssue.emptyBody, at: address.place) }
    return (root, answer)
  }

  private func mastodonAccount(_ host: HTTPAddress, _ name: String) async throws -> Resolved {
    let (root, answer) = try await json(
      "/api/v1/accounts/lookup?acct=\(Percent.encoded(name))", of: host, like: LookUp.init)
    guard let id = root.text("id") else {
      throw Diagnostic(FetchIssue.notFound("such account"), at: answer.address.place)
    }
    let path = "/api/v1/accounts/\(Percent.encoded(id))/statuses?limit=40"
    return Resolved(feed: MastodonFeed(top: try address(host, path)))
  }

  private func record(
    _ host: HTTPAddress, _ owner: String, _ collection: String, _ key: String
  ) async throws -> Resolved {
    var owner = owner
    if !owner.hasPrefix("did:") {
      let handle = owner.hasPrefix("@") ? String(owner.dropFirst()) : owner
      let path = "/xrpc/com.atproto.identity.resolveHandle?handle=\(Percent.encoded(handle))"
      let (root, answer) = try await json(path, of: host, like: BlueskyFeed.init)
      guard let found = root.text("did") else {
        throw Diagnostic(FetchIssue.notFound("such account"), at: answer.address.place)
      }
      owner = found
    }
    let uri = Percent.encoded("at://\(owner)/\(collection)/\(key)")
    let path =
      collection.hasSuffix("list")
      ? "/xrpc/app.bsky.feed.getListFeed?list=\(uri)&limit=50" : "/xrpc/app.bsky.feed.getFeed?feed=\(uri)&limit=50"
    return Resolved(feed: BlueskyFeed(top: try address(host, path)))
  }

  private func xAccount(_ host: HTTPAddress, _ name: String?, _ list: String) async throws -> Resolved {
    let path = name.map { "/2/users/by/username/\(Percent.encoded($0))" } ?? "/2/users/me"
    let (root, answer) = try await json(path, of: host, like: XFeed.init)
    guard let id = root.object("data")?.text("id") else {
      throw Diagnostic(FetchIssue.notFound("such user"), at: answer.address.place)
    }
    let top = try address(host, "/2/users/\(Percent.encoded(id))/\(list)")
    return Resolved(feed: XFeed(top: SourceName.withFields(top)))
  }

  private func address(_ host: HTTPAddress, _ path: String) throws -> HTTPAddress {
    guard let address = HTTPAddress(host.origin + path) else { throw Diagnostic(FetchIssue.unknownSource(path)) }
    return site.local(address)
  }

  // MARK: ActivityPub and whatever is at an address

  private func webfinger(_ host: HTTPAddress, _ account: String) async throws -> Resolved {
    let path = "/.well-known/webfinger?resource=\(Percent.encoded("acct:\(account)"))"
    let (root, answer) = try await json(path, of: host, like: LookUp.init)
    let link = root.list("links").first {
      $0.text("rel") == "self" && $0.text("type")?.contains("activity") ?? $0.text("type")?.contains("ld+json") ?? false
    }
    guard let target = link?.text("href").flatMap({ answer.address.resolving($0) }) else {
      throw Diagnostic(FetchIssue.notFound("such account"), at: answer.address.place)
    }
    return try await page(site.local(target))
  }

  /// What a page can link.
  fileprivate static let linked = ["application/feed+json", "application/activity+json"]

  /// An actor, its outbox, a JSON Feed, or a page that links one of them.
  private func page(_ address: HTTPAddress, isLinked: Bool = false) async throws -> Resolved {
    let accept = "\(ActivityPubFeed.accept), application/feed+json, application/json;q=0.9, text/html;q=0.5"
    let answer = try await ask(address, accept: accept, like: AnyDocument(top: address))
    if let root = answer.json {
      if let outbox = root.text("outbox").flatMap({ answer.address.resolving($0) }) {
        return Resolved(feed: ActivityPubFeed(top: site.local(outbox)), actor: answer.body)
      }
      if ActivityPubFeed.isCollection(root) { return Resolved(feed: ActivityPubFeed(top: address), answer: answer) }
      if JSONFeed.recognises(root) { return Resolved(feed: JSONFeed(top: address), answer: answer) }
      throw Diagnostic(FetchIssue.notAFeed(what: "JSON", link: nil), at: address.place)
    }
    let links = PageLinks(answer)
    let target = links.target(types: Self.linked)
    // Who names a document means that one.
    guard !isLinked, !address.path.hasSuffix(".json"), let target, target != address else {
      throw Diagnostic(FetchIssue.notAFeed(what: "a web page", link: target?.text), at: address.place)
    }
    return try await page(site.local(target), isLinked: true)
  }
}

/// Answers that are no feed: people and what they are called.
private struct LookUp: FeedService {
  let top: HTTPAddress
  var kind: ServiceKind { .mastodon }

  func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    switch answer.status {
    case 200: answer.jsonVerdict
    case 401: .stop(.tokenNeeded(service: "the server", scope: "the scope read:accounts"))
    case 404: .stop(.notFound("such account"))
    default: nil
    }
  }

  func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage { ServicePage() }
}

/// An answer of whatever kind.
private struct AnyDocument: FeedService {
  let top: HTTPAddress
  var kind: ServiceKind { .jsonFeed }

  func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    switch answer.status {
    case 200:
      if answer.body.allSatisfy({ $0 <= 0x20 }) { return .stop(.emptyBody) }
      if ServiceWords.isWebPage(answer.body) {
        let links = PageLinks(answer)
        // A page that names no feed may be one that hotels answer with.
        return links.target(types: SourceResolver.linked) == nil
          ? .again(.webPage(title: ServiceWords.title(of: answer.body)), wait: nil) : nil
      }
      return answer.jsonVerdict
    case 401: return .stop(.signedFetch)
    case 404: return .stop(.notFound("such page"))
    default: return nil
    }
  }

  func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage { ServicePage() }
}

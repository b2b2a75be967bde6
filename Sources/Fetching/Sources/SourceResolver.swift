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

  func ask(_ address: HTTPAddress, accept: String, like feed: any FeedService) async throws -> HTTPAnswer {
    var request = HTTPRequest(address)
    request.headers = [HTTPHeader("Accept", accept)]
    request.secret = secret
    request.limits = limits
    request.isPublicOnly = !site.active.isPrivate
    return try await client.answer(request, gap: feed.gap, judge: feed.judge)
  }

  func json(_ path: String, of host: HTTPAddress, like feed: (HTTPAddress) -> any FeedService) async throws
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
    // A page called as Mastodon calls people's may be another server's.
    let isPage = host.path.hasPrefix("/@")
    let path = "/api/v1/accounts/lookup?acct=\(Percent.encoded(name))"
    guard let address = HTTPAddress(host.origin + path).map(site.local) else {
      throw Diagnostic(FetchIssue.unknownSource(path))
    }
    let answer = try await ask(
      address, accept: "application/json", like: LookUp(top: address, mayBeAnother: isPage))
    if isPage, LookUp.isOfAnother(answer) { return try await page(site.local(host)) }
    guard let root = answer.json else { throw Diagnostic(FetchIssue.emptyBody, at: address.place) }
    guard let id = root.text("id") else {
      throw Diagnostic(FetchIssue.notFound("such account"), at: answer.address.place)
    }
    let statuses = "/api/v1/accounts/\(Percent.encoded(id))/statuses?limit=40"
    return Resolved(feed: MastodonFeed(top: try self.address(host, statuses)))
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
}

/// Answers that are no feed: people and what they are called.
struct LookUp: FeedService {
  let top: HTTPAddress
  /// The host may be none of Mastodon's kin, and is something else then.
  var mayBeAnother = false
  var kind: ServiceKind { .mastodon }

  /// Mastodon says what is wrong in a line of text; who does not know the question answers in another way, or with a page.
  static func isOfAnother(_ answer: HTTPAnswer) -> Bool {
    [400, 404, 405, 406, 410].contains(answer.status)
      && answer.json?.child("error")?.value.text == nil
  }

  func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    if mayBeAnother, Self.isOfAnother(answer) { return .good }
    switch answer.status {
    case 200: return answer.jsonVerdict
    case 401:
      let what = "a token with the scope read:accounts"
      return .stop(.tokenNeeded(service: "the server", what: what, said: ServiceWords.said(answer)))
    case 404: return .stop(.notFound("such account"))
    default: return nil
    }
  }

  func page(_ answer: HTTPAnswer, root: JSONNode) throws(FetchIssue) -> ServicePage { ServicePage() }
}

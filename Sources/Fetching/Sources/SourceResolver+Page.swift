import Diagnostics
import JSONTree

/// ActivityPub, and whatever is at an address.
extension SourceResolver {
  func webfinger(_ host: HTTPAddress, _ account: String) async throws -> Resolved {
    let path = "/.well-known/webfinger?resource=\(Percent.encoded("acct:\(account)"))"
    let (root, answer) = try await json(path, of: host) { LookUp(top: $0) }
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

  /// An actor, its outbox, a JSON Feed, a page that links one of them, or one of Mastodon's own.
  func page(_ address: HTTPAddress, isLinked: Bool = false) async throws -> Resolved {
    let accept = "\(ActivityPubFeed.accept), application/feed+json, application/json;q=0.9, text/html;q=0.5"
    let timeline = isLinked ? nil : Self.timeline(of: address)
    // A front page is a blog's more often than an instance's.
    let mayBeInstance = timeline != nil && address.names.isEmpty
    if let timeline, !mayBeInstance, let found = try await instance(address, timeline) { return found }
    var answer = try await ask(
      address, accept: accept, like: AnyDocument(top: address, mayLinkNothing: mayBeInstance))
    if let timeline, mayBeInstance, AnyDocument.linksNothing(answer) {
      if let found = try await instance(address, timeline) { return found }
      answer = try await ask(address, accept: accept, like: AnyDocument(top: address))
    }
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

  // MARK: Instances of Mastodon

  /// What an instance would be asked for what one of its pages shows: `/`, `/public`, `/public/local`, `/tags/word`, `/home`,
  /// `/favourites`, `/bookmarks`; nil for any other address.
  private static func timeline(of address: HTTPAddress) -> String? {
    let names = address.names
    switch (names.first, names.count) {
    case (nil, _): return "/api/v1/timelines/public?limit=40&local=true"
    case ("public", 1): return "/api/v1/timelines/public?limit=40"
    case ("public", 2) where names[1] == "local": return "/api/v1/timelines/public?limit=40&local=true"
    case ("tags", 2): return "/api/v1/timelines/tag/\(Percent.encoded(names[1]))?limit=40"
    case ("home", 1): return "/api/v1/timelines/home?limit=40"
    case ("favourites", 1): return "/api/v1/favourites?limit=40"
    case ("bookmarks", 1): return "/api/v1/bookmarks?limit=40"
    default: return nil
    }
  }

  /// The timeline, where the host says of itself that it speaks as Mastodon does (docs.joinmastodon.org, methods/instance).
  private func instance(_ address: HTTPAddress, _ timeline: String) async throws -> Resolved? {
    guard let asked = HTTPAddress("\(address.origin)/api/v1/instance"),
      let top = HTTPAddress(address.origin + timeline)
    else { return nil }
    do {
      let root = try await ask(asked, accept: "application/json", like: LookUp(top: asked)).json
      guard root?.text("version") != nil, root?.text("uri", "domain") != nil else { return nil }
      return Resolved(feed: MastodonFeed(top: top))
    } catch let diagnostic as Diagnostic where diagnostic.kind == .refused {
      return nil
    }
  }
}

/// An answer of whatever kind.
private struct AnyDocument: FeedService {
  let top: HTTPAddress
  /// A page that names no feed is an answer, too.
  var mayLinkNothing = false
  var kind: ServiceKind { .jsonFeed }

  static func linksNothing(_ answer: HTTPAnswer) -> Bool {
    ServiceWords.isWebPage(answer.body) && PageLinks(answer).target(types: SourceResolver.linked) == nil
  }

  func judge(_ answer: HTTPAnswer) -> HTTPClient.Verdict? {
    switch answer.status {
    case 200:
      if answer.body.allSatisfy({ $0 <= 0x20 }) { return .stop(.emptyBody) }
      if ServiceWords.isWebPage(answer.body) {
        // A page that names no feed may be one that hotels answer with.
        return Self.linksNothing(answer) && !mayLinkNothing
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

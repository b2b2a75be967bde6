import DataFormats
import Diagnostics

/// Timelines of Mastodon and compatible servers (docs.joinmastodon.org, methods/timelines, methods/accounts). Pages are
/// linked in the `Link` header.
struct MastodonFeed: FeedService {
  let top: HTTPAddress
  var kind: ServiceKind { .mastodon }

  /// Lists that are paged by something other than post ids.
  private var isOfMarks: Bool { ["favourites", "bookmarks"].contains(top.names.last) }

  var isChronological: Bool { !isOfMarks }
  var climbs: Bool { true }

  func judge(_ answer: HTTPResponse) -> HTTPClient.FollowUp? {
    switch answer.status {
    case 200: return answer.jsonFollowUp ?? (answer.json?.value.array == nil ? .stop(notTimeline(answer)) : nil)
    case 401:
      let what = "a token with the scope read:statuses"
      return .stop(.tokenNeeded(service: "the server", what: what, said: ErrorMessages.said(answer)))
    case 403:
      return .stop(
        .refused(
          status: 403, said: ErrorMessages.said(answer), hint: "the server may require a signed-in account"))
    case 404: return .stop(.notFound("such account or timeline"))
    default: return nil
    }
  }

  private func notTimeline(_ answer: HTTPResponse) -> FetchIssue {
    .serviceError(code: nil, said: ErrorMessages.said(answer) ?? "", hint: nil)
  }

  func page(_ answer: HTTPResponse, root: JSONNode) throws(FetchIssue) -> ServicePage {
    let items = root.listed().compactMap { status -> FeedItem? in
      guard let id = status.text("id") else { return nil }
      return FeedItem(
        id: id, version: status.version("edited_at", "content", "spoiler_text", "sensitive"),
        date: ServiceDate.seconds(status.text("created_at")), isPinned: status.isTrue("pinned"))
    }
    let links = LinkHeader(answer.head)
    var newer = links.target(of: "prev").flatMap { answer.address.resolving($0) }
    // Behind a proxy, a server may not know its public name.
    if newer?.origin != answer.address.origin, !isOfMarks, let first = items.first(where: { !$0.isPinned }) {
      newer = self.newer(than: first.id)
    }
    let next = items.isEmpty ? nil : links.target(of: "next").flatMap { answer.address.resolving($0) }
    return ServicePage(items: items, next: next, newer: newer)
  }

  func newer(than newest: String) -> HTTPAddress? {
    isOfMarks ? nil : top.setting("max_id", nil).setting("since_id", nil).setting("min_id", newest)
  }
}

/// An account that has to be looked up.
package struct MastodonAccount: SourceQuery, Equatable {
  package let host: HTTPAddress
  let name: String

  package init(host: HTTPAddress, name: String) {
    (self.host, self.name) = (host, name)
  }

  package func resolve(_ resolver: SourceResolver) async throws -> SourceResolver.ResolvedSource {
    // A page with a Mastodon-style address may belong to another kind of server.
    let isPage = host.path.hasPrefix("/@")
    let address = try resolver.address(host, "/api/v1/accounts/lookup?acct=\(Percent.encoded(name))")
    let answer = try await resolver.ask(address, accept: "application/json") { answer in
      isPage && Self.isOfAnother(answer) ? .take : SourceResolver.isLookedUp(answer)
    }
    if isPage, Self.isOfAnother(answer) { return try await resolver.page(resolver.site.local(host)) }
    guard let root = answer.json else { throw Diagnostic(FetchIssue.emptyBody, at: address.place) }
    guard let id = root.text("id") else {
      throw Diagnostic(FetchIssue.notFound("such account"), at: answer.address.place)
    }
    let statuses = "/api/v1/accounts/\(Percent.encoded(id))/statuses?limit=40"
    return SourceResolver.ResolvedSource(feed: MastodonFeed(top: try resolver.address(host, statuses)))
  }

  /// Whether the server is of another kind: Mastodon reports errors in a text field; others respond differently, or
  /// with a web page.
  private static func isOfAnother(_ answer: HTTPResponse) -> Bool {
    [400, 404, 405, 406, 410].contains(answer.status)
      && answer.json?.child("error")?.value.text == nil
  }
}

extension FetchService {
  static let mastodon = FetchService(
    kind: .mastodon, documents: .mastodon, feed: { MastodonFeed(top: $0) }, names: ["mastodon": named],
    api: { address in
      guard address.names.starts(with: ["api", "v1"]) else { return nil }
      if address.names.suffix(2) == ["accounts", "lookup"], let name = address.value(of: "acct") {
        return .query(MastodonAccount(host: address, name: name))
      }
      return .api(.mastodon, address)
    },
    // Other pages require the host to confirm first that it is an instance.
    page: { address in
      guard let first = address.names.first, first.hasPrefix("@"), first.count > 1, address.names.count <= 2 else {
        return nil
      }
      return .query(MastodonAccount(host: address, name: String(first.dropFirst())))
    },
    instance: instance(of:),
    hasPreviewsFirst: true)

  /// Parses `@name@host`, `host/public`, `host/local`, `host/tag/word`, `host/home`, `host/favourites`.
  @Sendable private static func named(_ rest: String) -> SourceName? {
    if rest.contains("@"), !rest.contains("/") {
      let parts = rest.split(separator: "@")
      guard parts.count == 2, let host = HTTPAddress("https://\(parts[1])") else { return nil }
      return .query(MastodonAccount(host: host, name: String(parts[0])))
    }
    let parts = rest.split(separator: "/").map(String.init)
    guard let host = parts.first.flatMap({ HTTPAddress("https://\($0)") }) else { return nil }
    return timeline(parts.dropFirst()).flatMap { HTTPAddress(host.origin + $0) }.map { .api(.mastodon, $0) }
  }

  /// Returns an instance's timeline: `public`, `local`, `tag/word`, `home`, `favourites`, `bookmarks`; nil for anything
  /// else.
  private static func timeline(_ names: some Collection<String>) -> String? {
    switch (names.first, names.count) {
    case ("public", 1): "/api/v1/timelines/public?limit=40"
    case ("local", 1): "/api/v1/timelines/public?limit=40&local=true"
    case ("home", 1): "/api/v1/timelines/home?limit=40"
    case ("favourites", 1): "/api/v1/favourites?limit=40"
    case ("bookmarks", 1): "/api/v1/bookmarks?limit=40"
    case ("tag", 2): "/api/v1/timelines/tag/\(Percent.encoded(Array(names)[1]))?limit=40"
    default: nil
    }
  }

  /// Returns the timeline shown on one of its pages: `/`, `/public`, `/public/local`, `/tags/word`, and so on.
  private static func timeline(of address: HTTPAddress) -> String? {
    let names = address.names
    switch (names.first, names.count) {
    case (nil, _): return timeline(["local"])
    case ("public", 2): return timeline(names.dropFirst())
    case ("tags", 2): return timeline(["tag", names[1]])
    case ("local", _), ("tag", _): return nil
    default: return timeline(names)
    }
  }

  @Sendable private static func instance(of address: HTTPAddress) -> Instance? {
    guard let timeline = timeline(of: address) else { return nil }
    return { try await Self.timeline(timeline, of: address, $0) }
  }

  /// Returns the timeline if the host identifies itself as Mastodon-compatible (docs.joinmastodon.org,
  /// methods/instance).
  private static func timeline(
    _ timeline: String, of address: HTTPAddress, _ resolver: SourceResolver
  ) async throws -> SourceResolver.ResolvedSource? {
    guard let asked = HTTPAddress("\(address.origin)/api/v1/instance"),
      let top = HTTPAddress(address.origin + timeline)
    else { return nil }
    do {
      let answer = try await resolver.ask(asked, accept: "application/json", judge: SourceResolver.isLookedUp)
      guard let root = answer.json, root.text("version") != nil, root.text("uri", "domain") != nil else { return nil }
      return SourceResolver.ResolvedSource(feed: MastodonFeed(top: top))
    } catch let diagnostic as Diagnostic where diagnostic.kind == .refused {
      return nil
    }
  }
}

extension ServiceKind {
  static let mastodon = ServiceKind("mastodon", name: "Mastodon")
}

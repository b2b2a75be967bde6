import DataFormats
import Diagnostics

/// The outbox of an actor (W3C, ActivityPub 5.1): a collection with a link to its first page, and pages linked to each
/// other.
struct ActivityPubFeed: FeedService {
  static let accept =
    #"application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams""#

  /// The hint for servers that only accept signed requests.
  static let signedHint = "try the server's Mastodon API: mastodon:@name@host"

  let top: HTTPAddress
  var kind: ServiceKind { .activityPub }
  var accept: String { Self.accept }
  var mayLeaveHost: Bool { true }

  func judge(_ answer: HTTPResponse) -> HTTPClient.FollowUp? {
    switch answer.status {
    case 200:
      return answer.jsonFollowUp
    case 401: return .stop(.signedFetch(hint: Self.signedHint))
    case 403:
      return .stop(.refused(status: 403, said: ErrorMessages.said(answer), hint: Self.signedHint))
    case 406:
      return .stop(
        .refused(status: 406, said: ErrorMessages.said(answer), hint: "the server does not support ActivityPub"))
    case 404: return .stop(.notFound("such actor"))
    default: return nil
    }
  }

  func page(_ answer: HTTPResponse, root: JSONNode) throws(FetchIssue) -> ServicePage {
    let listed = root.child("orderedItems") ?? root.child("items")
    guard let listed else {
      if let first = Self.address(root.child("first")).flatMap({ answer.address.resolving($0) }) {
        var page = ServicePage(next: first)
        page.isSignpost = true
        return page
      }
      if let first = root.object("first"), first.child("orderedItems") != nil {
        return try page(answer, root: first)
      }
      if Self.isCollection(root) {
        // A page without items is valid.
        if (root.text("type") ?? "").hasSuffix("Page") || root.int("totalItems") == 0 { return ServicePage() }
        throw .noPosts(
          total: root.int("totalItems"),
          hint: "the account hides them; try the server's Mastodon API")
      }
      throw .notAFeed(what: "no collection", link: nil)
    }
    let items = (listed.value.array == nil ? [listed] : listed.listed()).compactMap(Self.item)
    var page = ServicePage(items: items)
    if !items.isEmpty { page.next = Self.address(root.child("next")).flatMap { answer.address.resolving($0) } }
    return page
  }

  static func isCollection(_ root: JSONNode) -> Bool { (root.text("type") ?? "").contains("Collection") }

  /// Returns the address of a link, or the id of an embedded object.
  static func address(_ node: JSONNode?) -> String? { node.flatMap { $0.value.text ?? $0.text("href", "id") } }

  private static func item(_ node: JSONNode) -> FeedItem? {
    if let address = node.value.text { return FeedItem(id: address, version: "", date: nil) }
    let object = node.object("object")
    guard let id = node.text("id") ?? object?.text("id") else { return nil }
    let inner = object?.version("updated", "content", "summary", "name") ?? ""
    return FeedItem(
      id: id, version: inner.isEmpty ? node.version("type", "object") : inner,
      date: ServiceDate.seconds(node.text("published") ?? object?.text("published")))
  }
}

/// An account to look up by WebFinger: `acct:name@host`.
package struct WebfingerAccount: SourceQuery, Equatable {
  package let host: HTTPAddress
  let account: String

  package init?(_ text: String) {
    let parts = text.split(separator: "@")
    guard parts.count == 2, let host = HTTPAddress("https://\(parts[1])") else { return nil }
    (self.host, account) = (host, "\(parts[0])@\(parts[1])")
  }

  package func resolve(_ resolver: SourceResolver) async throws -> SourceResolver.ResolvedSource {
    let path = "/.well-known/webfinger?resource=\(Percent.encoded("acct:\(account)"))"
    let (root, answer) = try await resolver.json(path, of: host)
    let link = root.list("links").first {
      $0.text("rel") == "self" && $0.text("type")?.contains("activity") ?? $0.text("type")?.contains("ld+json") ?? false
    }
    guard let target = link?.text("href").flatMap({ answer.address.resolving($0) }) else {
      throw Diagnostic(FetchIssue.notFound("such account"), at: answer.address.place)
    }
    return try await resolver.page(resolver.site.local(target))
  }
}

extension FetchService {
  static let activityPub = FetchService(
    kind: .activityPub, documents: .activityStreams, feed: { ActivityPubFeed(top: $0) },
    names: [
      "acct": { WebfingerAccount($0).map { .query($0) } },
      "activitypub": { rest in
        guard let address = HTTPAddress(rest) else { return WebfingerAccount(rest).map { .query($0) } }
        return address.names.last == "outbox" ? .api(.activityPub, address) : .page(address)
      },
    ],
    api: { $0.names.last == "outbox" ? .api(.activityPub, $0) : nil },
    // An actor links to its outbox.
    document: { document, resolver in
      if let outbox = document.root.text("outbox").flatMap({ document.answer.address.resolving($0) }) {
        let feed = ActivityPubFeed(top: resolver.site.local(outbox))
        return SourceResolver.ResolvedSource(feed: feed, actor: document.answer.body)
      }
      guard ActivityPubFeed.isCollection(document.root) else { return nil }
      return SourceResolver.ResolvedSource(feed: ActivityPubFeed(top: document.address), answer: document.answer)
    },
    signedHint: ActivityPubFeed.signedHint, accept: ActivityPubFeed.accept, linked: "application/activity+json")
}

extension ServiceKind {
  static let activityPub = ServiceKind("activitypub", name: "ActivityPub")
}

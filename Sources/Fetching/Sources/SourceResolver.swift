import DataFormats
import Diagnostics

/// Resolves a source, with requests if necessary.
package struct SourceResolver: Sendable {
  package struct ResolvedSource: Sendable {
    var feed: any FeedService
    /// The response for `feed.top`, if already available.
    var answer: HTTPResponse?
    /// The feed's author, in a document format that exports can read.
    var actor: [UInt8]?
  }

  typealias Judge = (HTTPResponse) -> HTTPClient.FollowUp?

  let client: HTTPClient
  let site: SourceHost
  let secret: Secret?
  let limits: TransferLimits

  /// - Throws: `Diagnostic`, `CancellationError`.
  func resolve(_ name: SourceName) async throws -> ResolvedSource {
    switch name {
    case .api(let kind, let address):
      guard let service = kind.service else { throw Diagnostic(FetchIssue.unknownSource(address.text)) }
      return ResolvedSource(feed: service.feed(site.local(address)))
    case .query(let query): return try await query.resolve(self)
    case .page(let address): return try await page(site.local(address))
    }
  }

  // MARK: Requests

  func ask(_ address: HTTPAddress, accept: String, judge: Judge) async throws -> HTTPResponse {
    var request = HTTPRequest(address)
    request.headers = [HTTPHeader("Accept", accept)]
    request.secret = secret
    request.limits = limits
    return try await client.answer(request, judge: judge)
  }

  func json(
    _ path: String, of host: HTTPAddress, judge: Judge = Self.isLookedUp
  ) async throws -> (root: JSONNode, answer: HTTPResponse) {
    let answer = try await ask(try address(host, path), accept: "application/json", judge: judge)
    guard let root = answer.json else { throw Diagnostic(FetchIssue.emptyBody, at: answer.address.place) }
    return (root, answer)
  }

  func address(_ host: HTTPAddress, _ path: String) throws -> HTTPAddress {
    guard let address = HTTPAddress(host.origin + path) else { throw Diagnostic(FetchIssue.unknownSource(path)) }
    return site.local(address)
  }

  /// Interprets responses about accounts rather than feeds.
  static func isLookedUp(_ answer: HTTPResponse) -> HTTPClient.FollowUp? {
    switch answer.status {
    case 200: return answer.jsonFollowUp
    case 401:
      let what = "a token with the scope read:accounts"
      return .stop(.tokenNeeded(service: "the server", what: what, said: ErrorMessages.said(answer)))
    case 404: return .stop(.notFound("such account"))
    default: return nil
    }
  }

  // MARK: Web addresses

  /// The types of documents that a page can link to.
  private static let linked = FetchService.all.reversed().compactMap(\.linked)

  /// Resolves a feed document, one that links to a feed, a page with a link to one, or a page of an instance.
  func page(_ address: HTTPAddress, isLinked: Bool = false) async throws -> ResolvedSource {
    let accept = FetchService.all.compactMap(\.accept) + ["application/json;q=0.9", "text/html;q=0.5"]
    func ask(mayLinkNothing: Bool) async throws -> HTTPResponse {
      try await self.ask(address, accept: accept.joined(separator: ", ")) { answer in
        Self.isAnyDocument(answer, mayLinkNothing: mayLinkNothing)
      }
    }
    let instance = isLinked ? nil : FetchService.all.lazy.compactMap { $0.instance(address) }.first
    // A front page is more likely a blog's than an instance's.
    let mayBeInstance = instance != nil && address.names.isEmpty
    if let instance, !mayBeInstance, let found = try await instance(self) { return found }
    var answer = try await ask(mayLinkNothing: mayBeInstance)
    if let instance, mayBeInstance, Self.linksNothing(answer) {
      if let found = try await instance(self) { return found }
      answer = try await ask(mayLinkNothing: false)
    }
    if let root = answer.json {
      let document = FetchService.JSONResponse(root: root, answer: answer, address: address)
      for service in FetchService.all { if let found = service.document(document, self) { return found } }
      throw Diagnostic(FetchIssue.notAFeed(what: "JSON", link: nil), at: address.place)
    }
    let target = WebPage(answer.body).target(types: Self.linked, from: answer.address)
    // An explicit document address is used as is.
    guard !isLinked, !address.path.hasSuffix(".json"), let target, target != address else {
      throw Diagnostic(FetchIssue.notAFeed(what: "a web page", link: target?.text), at: address.place)
    }
    return try await page(site.local(target), isLinked: true)
  }

  private static func linksNothing(_ answer: HTTPResponse) -> Bool {
    ErrorMessages.isWebPage(answer.body) && WebPage(answer.body).target(types: linked, from: answer.address) == nil
  }

  private static func isAnyDocument(_ answer: HTTPResponse, mayLinkNothing: Bool) -> HTTPClient.FollowUp? {
    switch answer.status {
    case 200:
      if answer.body.allSatisfy({ $0 <= 0x20 }) { return .stop(.emptyBody) }
      if ErrorMessages.isWebPage(answer.body) {
        // A page without a feed link may be the login page of a public Wi-Fi.
        return linksNothing(answer) && !mayLinkNothing
          ? .askAgain(.webPage(title: WebPage(answer.body).title), wait: nil) : nil
      }
      return answer.jsonFollowUp
    case 401: return .stop(.signedFetch(hint: FetchService.all.lazy.compactMap(\.signedHint).first))
    case 404: return .stop(.notFound("such page"))
    default: return nil
    }
  }
}

import FeedIngest
import JSONTree

/// What there is to know of a service (or kind of feed) to fetch it: how its sources are written, who looks them up, what is
/// asked for. Each stands in the service's own folder.
struct FetchService: Sendable {
  /// In the order in which they are asked what a source means.
  static let all: [FetchService] = [.bluesky, .vk, .x, .mastodon, .activityPub, .jsonFeed]

  let kind: ServiceKind
  /// What its pages are to whoever reads them.
  let documents: Service
  let feed: @Sendable (_ top: HTTPAddress) -> any FeedService
  /// What stands behind a name and a colon (`vk:wall/-1`), by name; they give nil for what is no source.
  var names: [String: @Sendable (String) -> SourceName?] = [:]
  /// Reads an address whose path is of the service's API; nil for any other.
  var api: @Sendable (HTTPAddress) -> SourceName? = { _ in nil }
  /// Reads an address of the service's pages; nil for any other.
  var page: @Sendable (HTTPAddress) -> SourceName? = { _ in nil }
  /// What asks the host of an address whether it speaks as the service does, and finds the feed that the address shows then;
  /// nil where the address can be no page of such a host.
  var instance: @Sendable (HTTPAddress) -> Instance? = { _ in nil }
  /// The feed that a document is, or leads to; nil of any other document.
  var document: @Sendable (JSONAnswer, SourceResolver) -> SourceResolver.Resolved? = { _, _ in nil }
  /// What to do where a server gives such documents to signed requests alone.
  var signedHint: String?
  /// Media types of such documents: what is asked for, and what pages link.
  var accept: String?
  var linked: String?
  /// Of what has no widths the last size is the picture itself, and previews stand before it.
  var hasPreviewsFirst = false
  var session: Session?

  typealias Instance = @Sendable (SourceResolver) async throws -> SourceResolver.Resolved?

  /// A document that has come from somewhere.
  struct JSONAnswer: Sendable {
    let root: JSONNode
    let answer: HTTPAnswer
    /// As it was asked for.
    let address: HTTPAddress
  }

  /// Signing in, where a token is not enough.
  struct Session: Sendable {
    let isNeeded: @Sendable (_ top: HTTPAddress) -> Bool
    /// - Throws: `Diagnostic`.
    let open:
      @Sendable (
        _ client: HTTPClient, _ host: HTTPAddress, _ limits: TransferLimits, _ login: String, _ password: Secret
      ) async throws -> any RenewableSecret
  }
}

/// What requests are signed with, where it may expire meanwhile.
protocol RenewableSecret: Sendable {
  var secret: Secret? { get }
  /// Another secret in place of one that has expired; nil where there is none to be had.
  ///
  /// - Throws: `Diagnostic`.
  func renew() async throws -> Secret?
}

/// The services that can be asked. Each is named in its own folder; `FetchService.all` lists them.
struct ServiceKind: RawRepresentable, Hashable, Codable, Sendable {
  /// As journals and command lines write it.
  let rawValue: String
  let name: String

  init(_ rawValue: String, name: String) {
    (self.rawValue, self.name) = (rawValue, name)
  }

  init?(rawValue: String) {
    guard let known = FetchService.all.first(where: { $0.kind.rawValue == rawValue }) else { return nil }
    self = known.kind
  }

  var service: FetchService? { FetchService.all.first { $0.kind == self } }
}

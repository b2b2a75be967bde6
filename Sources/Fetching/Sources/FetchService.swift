import DataFormats
import FeedReading

/// The description of a service (or kind of feed) for fetching: the syntax of its sources, how to look them up, and its
/// requests. Each is defined in the service's folder.
package struct FetchService: Sendable {
  /// The services in the order in which they try to interpret a source.
  package static let all: [FetchService] = [.bluesky, .vk, .x, .mastodon, .activityPub, .jsonFeed]

  package let kind: ServiceKind
  /// The service whose reader parses its pages.
  let documents: Service
  let feed: @Sendable (_ top: HTTPAddress) -> any FeedService
  /// The syntax of sources with a prefix (`vk:wall/-1`), by prefix; nil for an invalid source.
  package var names: [String: @Sendable (String) -> SourceName?] = [:]
  /// Parses an address of the service's API; nil for any other.
  var api: @Sendable (HTTPAddress) -> SourceName? = { _ in nil }
  /// Parses an address of the service's web pages; nil for any other.
  var page: @Sendable (HTTPAddress) -> SourceName? = { _ in nil }
  /// Checks whether the host of an address runs this kind of server, and finds the feed that the address shows; nil if
  /// the address can't be a page of such a host.
  var instance: @Sendable (HTTPAddress) -> Instance? = { _ in nil }
  /// Returns the feed that a document is, or links to; nil for any other document.
  var document: @Sendable (JSONResponse, SourceResolver) -> SourceResolver.ResolvedSource? = { _, _ in nil }
  /// The hint if a server only sends such documents for signed requests.
  var signedHint: String?
  /// The media types of such documents, for requests and for links in pages.
  var accept: String?
  var linked: String?
  /// Whether, without widths, the last size is the original and previews precede it.
  var hasPreviewsFirst = false
  var session: Session?

  typealias Instance = @Sendable (SourceResolver) async throws -> SourceResolver.ResolvedSource?

  /// A received document.
  struct JSONResponse: Sendable {
    let root: JSONNode
    let answer: HTTPResponse
    /// The requested address.
    let address: HTTPAddress
  }

  /// A sign-in, if a token isn't sufficient.
  struct Session: Sendable {
    let isNeeded: @Sendable (_ top: HTTPAddress) -> Bool
    /// - Throws: `Diagnostic`.
    let open:
      @Sendable (
        _ client: HTTPClient, _ host: HTTPAddress, _ limits: TransferLimits, _ login: String, _ password: Secret
      ) async throws -> any RenewableSecret
  }
}

/// The secret of requests, if it can expire.
protocol RenewableSecret: Sendable {
  var secret: Secret? { get }
  /// Returns a replacement for an expired secret; nil if there is none.
  ///
  /// - Throws: `Diagnostic`.
  func renew() async throws -> Secret?
}

/// The services to fetch from. Each is named in its own folder; `FetchService.all` lists them.
package struct ServiceKind: RawRepresentable, Hashable, Codable, Sendable {
  /// The name in journals and on the command line.
  package let rawValue: String
  let name: String

  init(_ rawValue: String, name: String) {
    (self.rawValue, self.name) = (rawValue, name)
  }

  package init?(rawValue: String) {
    guard let known = FetchService.all.first(where: { $0.kind.rawValue == rawValue }) else { return nil }
    self = known.kind
  }

  var service: FetchService? { FetchService.all.first { $0.kind == self } }
}

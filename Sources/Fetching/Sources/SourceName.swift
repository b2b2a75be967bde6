import Foundation

/// A source given by the user, parsed as far as possible without requests.
package enum SourceName: Sendable {
  /// A request to an API of a host.
  case api(ServiceKind, HTTPAddress)
  /// A source that the service has to look up.
  case query(any SourceQuery)
  /// Any web address.
  case page(HTTPAddress)

  /// - Throws: `FetchIssue` for an invalid source, and for an address that contains a secret.
  package init(_ text: String) throws(FetchIssue) {
    let text = text.trimmingCharacters(in: .whitespaces)
    try Self.checkForSecrets(text)
    if let scheme = text.range(of: ":"), !text.hasPrefix("http://"), !text.hasPrefix("https://") {
      let (name, rest) = (text[..<scheme.lowerBound].lowercased(), String(text[scheme.upperBound...]))
      guard let read = FetchService.all.lazy.compactMap({ $0.names[name] }).first, let found = read(rest) else {
        throw .unknownSource(text)
      }
      self = found
      return
    }
    guard let address = HTTPAddress(text) else { throw .unknownSource(text) }
    self =
      FetchService.all.lazy.compactMap { $0.api(address) }.first
      ?? FetchService.all.lazy.compactMap { $0.page(address) }.first ?? .page(address)
  }

  private static func checkForSecrets(_ text: String) throws(FetchIssue) {
    let authority = text.range(of: "://").map { text[$0.upperBound...].prefix { $0 != "/" && $0 != "?" } }
    if authority?.contains("@") == true, !text.hasPrefix("at://") { throw .secretInAddress }
    let names = (HTTPAddress(text)?.parameters ?? []).map { $0.name.lowercased() }
    if names.contains(where: { ["access_token", "token", "api_key", "password", "client_secret"].contains($0) }) {
      throw .secretInAddress
    }
  }

  /// The host of the source.
  var host: HTTPAddress {
    switch self {
    case .api(_, let address), .page(let address): address
    case .query(let query): query.host
    }
  }
}

/// An item of a service that has to be looked up: an account by its name, a list by its owner's.
package protocol SourceQuery: Sendable {
  var host: HTTPAddress { get }
  /// - Throws: `Diagnostic`, `CancellationError`.
  func resolve(_ resolver: SourceResolver) async throws -> SourceResolver.ResolvedSource
}

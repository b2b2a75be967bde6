import Foundation

/// What a user wrote as a source, read as far as it says by itself what is meant.
enum SourceName: Sendable {
  /// What an API is asked, at a host.
  case api(ServiceKind, HTTPAddress)
  /// What a service has to be asked about first.
  case query(any SourceQuery)
  /// Whatever is at an address.
  case page(HTTPAddress)

  /// - Throws: `FetchIssue` for what is none, and for an address with a secret in it.
  init(_ text: String) throws(FetchIssue) {
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

  /// Whose host the source is of.
  var host: HTTPAddress {
    switch self {
    case .api(_, let address), .page(let address): address
    case .query(let query): query.host
    }
  }
}

/// Something of a service that has to be looked up: an account by its name, a list by its owner's.
protocol SourceQuery: Sendable {
  var host: HTTPAddress { get }
  /// - Throws: `Diagnostic`, `CancellationError`.
  func resolve(_ resolver: SourceResolver) async throws -> SourceResolver.Resolved
}

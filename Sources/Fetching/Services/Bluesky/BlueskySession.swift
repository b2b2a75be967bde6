import DataFormats
import Diagnostics
import Files
import Foundation
import Synchronization

/// A session of Bluesky (docs.bsky.app, com.atproto.server.createSession). Sign-ins are limited to ten a day, so there
/// is one per run, and a refusal isn't retried; an expired session is renewed. It is only kept in memory.
final class BlueskySession: RenewableSecret {
  private struct Tokens: Sendable {
    var access: Secret
    /// The token for renewing the session; nil if it can't be renewed.
    var refresh: Secret?
  }

  private let client: HTTPClient
  private let host: HTTPAddress
  private let limits: TransferLimits
  private let tokens = Mutex<Tokens?>(nil)

  init(client: HTTPClient, host: HTTPAddress, limits: TransferLimits) {
    (self.client, self.host, self.limits) = (client, host, limits)
  }

  /// The token for requests; nil before the session is open.
  var secret: Secret? { tokens.withLock { $0?.access } }

  private struct Login: Encodable {
    var identifier: String
    var password: String
  }

  /// - Throws: `Diagnostic`.
  func signIn(_ name: String, password: Secret) async throws {
    var request = try request("createSession")
    request.headers.append(HTTPHeader("Content-Type", "application/json"))
    request.body = [UInt8](try JSONEncoder().encode(Login(identifier: name, password: password.value)))
    try await open(
      request,
      hint: "check the handle (--login) and the app password; Bluesky limits sign-ins, so Feedproof does not retry")
  }

  /// Returns a replacement for an expired secret; nil if the session can't be renewed.
  ///
  /// - Throws: `Diagnostic`.
  func renew() async throws -> Secret? {
    guard let refresh = tokens.withLock({ $0?.refresh }) else { return nil }
    var request = try request("refreshSession")
    // Not the request's secret: the response may contain the same one again.
    request.headers += [refresh.header, HTTPHeader("Content-Length", "0")]
    try await open(request, hint: "the session has expired; run again to sign in")
    return secret
  }

  private func request(_ method: String) throws -> HTTPRequest {
    guard let address = HTTPAddress("\(host.origin)/xrpc/com.atproto.server.\(method)") else {
      throw Diagnostic(FetchIssue.unknownSource(host.text))
    }
    var request = HTTPRequest(address)
    request.method = "POST"
    request.headers = [HTTPHeader("Accept", "application/json")]
    request.limits = limits
    return request
  }

  private func open(_ request: HTTPRequest, hint: String) async throws {
    let judge: (HTTPResponse) -> HTTPClient.FollowUp? = { answer in
      switch answer.status {
      case 200: answer.json?.text("accessJwt") == nil ? .stop(.notAFeed(what: "no session", link: nil)) : .take
      case 400, 401, 403, 429:
        .stop(
          .refused(
            status: answer.status, said: ErrorMessages.said(answer),
            hint: answer.status == 429 ? "Bluesky limits sign-ins per day; run again later" : hint))
      default: nil
      }
    }
    let answer = try await client.answer(request, judge: judge)
    let root = answer.json
    let opened = Tokens(
      access: Secret(root?.text("accessJwt") ?? "", for: host.origin),
      refresh: root?.text("refreshJwt").map { Secret($0, for: host.origin) })
    tokens.withLock { $0 = opened }
  }
}

import Diagnostics
import Files
import Foundation
import JSONTree
import Synchronization

/// A session of Bluesky's (docs.bsky.app, com.atproto.server.createSession). Signing in is allowed ten times a day, so that it
/// is done once a run, and a refusal is not tried again; a session that expires meanwhile is renewed. It lives in memory alone.
final class BlueskySession: RenewableSecret {
  private struct Tokens: Sendable {
    var access: Secret
    /// What the session is renewed with; nil where it can't be.
    var refresh: Secret?
  }

  private let client: HTTPClient
  private let host: HTTPAddress
  private let limits: TransferLimits
  private let tokens = Mutex<Tokens?>(nil)

  init(client: HTTPClient, host: HTTPAddress, limits: TransferLimits) {
    (self.client, self.host, self.limits) = (client, host, limits)
  }

  /// What requests are signed with; nil before the session is open.
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
      hint: "check the handle (--login) and the app password; sign-ins are counted, so this is not tried again")
  }

  /// Another secret in place of one that has expired; nil where the session can't be renewed.
  ///
  /// - Throws: `Diagnostic`.
  func renew() async throws -> Secret? {
    guard let refresh = tokens.withLock({ $0?.refresh }) else { return nil }
    var request = try request("refreshSession")
    // No secret of the request: the answer may hold the same again.
    request.headers += [refresh.header, HTTPHeader("Content-Length", "0")]
    try await open(request, hint: "the session is over; run again to sign in anew")
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
    let judge: (HTTPAnswer) -> HTTPClient.FollowUp? = { answer in
      switch answer.status {
      case 200: answer.json?.text("accessJwt") == nil ? .stop(.notAFeed(what: "no session", link: nil)) : .take
      case 400, 401, 403, 429:
        .stop(
          .refused(
            status: answer.status, said: ServiceWords.said(answer),
            hint: answer.status == 429 ? "sign-ins are counted by the day; run again later" : hint))
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

import Diagnostics
import Files
import Foundation
import JSONTree

/// Signing in to Bluesky with an app password (docs.bsky.app, com.atproto.server.createSession). Ten times a day are allowed,
/// so that it is done once a run and never tried again.
package struct BlueskySession: Sendable {
  package let client: HTTPClient
  package let host: HTTPAddress
  package let limits: TransferLimits

  package init(client: HTTPClient, host: HTTPAddress, limits: TransferLimits) {
    (self.client, self.host, self.limits) = (client, host, limits)
  }

  private struct Login: Encodable {
    var identifier: String
    var password: String
  }

  /// - Returns: What requests are signed with.
  /// - Throws: `Diagnostic`.
  package func signIn(_ name: String, password: Secret) async throws -> Secret {
    guard let address = HTTPAddress("\(host.origin)/xrpc/com.atproto.server.createSession") else {
      throw Diagnostic(FetchIssue.unknownSource(host.text))
    }
    var request = HTTPRequest(address)
    request.method = "POST"
    request.headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json")]
    request.body = [UInt8](try JSONEncoder().encode(Login(identifier: name, password: password.value)))
    request.limits = limits
    let answer = try await client.answer(request) { answer in
      switch answer.status {
      case 200: answer.json?.text("accessJwt") == nil ? .stop(.notAFeed(what: "no session", link: nil)) : .good
      case 400, 401, 403, 429:
        .stop(
          .refused(
            status: answer.status, said: ServiceWords.said(answer),
            hint: answer.status == 429
              ? "sign-ins are counted by the day; run again later"
              : "check the handle (--login) and the app password; sign-ins are counted, so this is not tried again"))
      default: nil
      }
    }
    return Secret(answer.json?.text("accessJwt") ?? "", for: host.origin)
  }
}

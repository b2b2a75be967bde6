import Diagnostics
import FlyingFox
import Foundation

/// Answers one request: files for reading, and the two addresses of the review.
struct Responder: Sendable {
  let folders: [ServedFolder]
  /// Where `/` leads when there is no page.
  let home: String
  let desk: any ReviewDesk
  let gate: RequestGate
  /// Bytes of a body.
  let bodyLimit: Int

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(ServingRefusal) {
      // Whatever is asked for: what nobody read of a body would be taken for the next request.
      let body = await body(of: request)
      return try await accepted(request, body)
    } catch {
      return Reply.refusal(error.issue, status: error.status)
    }
  }

  /// The whole body; nil where it is larger than it may be.
  private func body(of request: HTTPRequest) async -> Data? {
    var body = Data()
    var isTooLarge = false
    do {
      for try await part in request.bodySequence {
        isTooLarge = isTooLarge || part.count > bodyLimit - body.count
        if isTooLarge { body = Data() } else { body.append(part) }
      }
    } catch {
      // Who hangs up in the middle hears no answer, and what came is no JSON.
    }
    return isTooLarge ? nil : body
  }

  private func accepted(_ request: HTTPRequest, _ body: Data?) async throws(ServingRefusal) -> HTTPResponse {
    guard let host = request.headers[.host], gate.allows(host: host) else {
      throw ServingRefusal(.wrongHost, .misdirected)
    }
    guard let path = RequestPath(request.target.path()) else { throw ServingRefusal(.badPath, .badRequest) }
    if path.names.first == "api" {
      let origin = request.headers[HTTPHeader("Origin")]
      guard gate.allows(origin: origin, fetchSite: request.headers[HTTPHeader("Sec-Fetch-Site")], host: host) else {
        throw ServingRefusal(.wrongOrigin, .forbidden)
      }
      return try await api(path, request, body)
    }
    guard request.method == .GET || request.method == .HEAD else {
      throw ServingRefusal(.wrongMethod(allowed: "GET and HEAD"), .methodNotAllowed)
    }
    return try file(path, request)
  }

  // MARK: Files

  private func file(_ path: RequestPath, _ request: HTTPRequest) throws(ServingRefusal) -> HTTPResponse {
    for folder in folders {
      switch folder.find(path) {
      case .file(let file): return try Reply.file(file, to: request)
      case .folder: return Reply.redirect(to: request.target.path() + "/")
      case .nothing: continue
      }
    }
    if path.names.isEmpty { return Reply.redirect(to: home) }
    throw ServingRefusal(.notFound, .notFound)
  }

  // MARK: The review

  private func api(
    _ path: RequestPath, _ request: HTTPRequest, _ body: Data?
  ) async throws(ServingRefusal) -> HTTPResponse {
    switch path.names {
    case ["api", "session"]:
      guard request.method == .GET else {
        throw ServingRefusal(.wrongMethod(allowed: "GET"), .methodNotAllowed)
      }
      guard let project = desk.project else { throw ServingRefusal(.noReview, .forbidden) }
      return Reply.json(["token": gate.token, "project": project])
    case ["api", "decisions"]:
      guard request.method == .POST else {
        throw ServingRefusal(.wrongMethod(allowed: "POST"), .methodNotAllowed)
      }
      return try await decisions(request, body)
    default: throw ServingRefusal(.notFound, .notFound)
    }
  }

  private func decisions(_ request: HTTPRequest, _ body: Data?) async throws(ServingRefusal) -> HTTPResponse {
    guard gate.allows(token: request.headers[HTTPHeader("X-Feedproof-Token")]) else {
      throw ServingRefusal(.wrongToken, .forbidden)
    }
    let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
    guard type?.lowercased() == "application/json" else { throw ServingRefusal(.wrongType, .unsupportedMediaType) }
    guard desk.project != nil else { throw ServingRefusal(.noReview, .forbidden) }
    guard let body else { throw ServingRefusal(.tooLarge(limit: bodyLimit), .payloadTooLarge) }
    do {
      return Reply.json(try await desk.apply(body))
    } catch let refusal as ReviewRefusal {
      throw ServingRefusal(refusal.diagnostic, refusal.reason.status)
    } catch {
      throw ServingRefusal(.failed, .internalServerError)
    }
  }
}

/// A request that is not answered as asked.
struct ServingRefusal: Error {
  var issue: Diagnostic
  var status: HTTPStatusCode

  init(_ issue: ServingIssue, _ status: HTTPStatusCode) {
    self.init(Diagnostic(issue), status)
  }

  init(_ issue: Diagnostic, _ status: HTTPStatusCode) {
    (self.issue, self.status) = (issue, status)
  }
}

extension ReviewRefusal.Reason {
  fileprivate var status: HTTPStatusCode {
    switch self {
    case .malformed: .badRequest
    case .conflict: .conflict
    case .unwritable: .internalServerError
    }
  }
}

extension HTTPStatusCode {
  fileprivate static let misdirected = HTTPStatusCode(421, phrase: "Misdirected Request")
}

import Basics
import Diagnostics
import Foundation

/// Answers requests for files and for the API of reviews and live sites.
struct Responder: Sendable {
  let folders: [ServedFolder]
  /// The target of the redirect from `/` if no folder has a page there.
  let home: String
  let controller: any ReviewController
  var live: (any LiveSite)?
  let gate: RequestGate
  /// The largest accepted body of a request, in bytes.
  let bodyLimit: Int

  /// Returns what a request asks for, judged by its headers alone.
  ///
  /// - Throws: `ServingRefusal` if the request is not allowed.
  func question(of head: RequestHead) throws(ServingRefusal) -> AuthorizedRequest {
    guard let host = head.headers.only("host"), gate.allows(host: host) else {
      throw ServingRefusal(.wrongHost, .misdirectedRequest)
    }
    let address = String(head.target.prefix { $0 != "?" })
    guard let path = RequestPath(address) else { throw ServingRefusal(.badPath, .badRequest) }
    if path.names.first == "api" {
      let (origin, site) = (head.headers.only("origin"), head.headers.only("sec-fetch-site"))
      guard gate.allows(origin: origin, fetchSite: site, host: host) else {
        throw ServingRefusal(.wrongOrigin, .forbidden)
      }
      return try review(path, head)
    }
    guard head.method == "GET" || head.method == "HEAD" else { throw Self.only("GET and HEAD", ["GET", "HEAD"]) }
    return .file(path, address: address, head)
  }

  func answer(_ question: AuthorizedRequest, _ body: Data) async -> Reply {
    do throws(ServingRefusal) {
      switch question {
      case .file(let path, let address, let head):
        if let live, let made = await live.file(path.names.joined(separator: "/")) { return offering(Reply.made(made)) }
        return offering(try file(path, address, head))
      case .live(let asked):
        guard let live else { throw ServingRefusal(.notFound, .notFound) }
        return Reply.encoded(await live.news(asked))
      case .session: return try session()
      case .state(let known): return try await state(known: known)
      case .decisions: return try await decide { try await controller.apply(body) }
      case .undo: return try await decide { try await controller.undo(body) }
      case .pin: return try await decide { try await controller.pin(body) }
      case .history(let id):
        return try await decide {
          try await controller.history(of: id)
        } reply: {
          Reply.encoded($0)
        }
      }
    } catch {
      return Reply.refusal(error)
    }
  }

  private static func only(_ names: String, _ methods: [String]) -> ServingRefusal {
    ServingRefusal(
      .wrongMethod(allowed: names), .methodNotAllowed, ["Allow": methods.joined(separator: ", ")])
  }

  // MARK: Files

  /// Adds the live site's offers to an HTML page. Scripts read them from the `Server-Timing` header of their page,
  /// without another request.
  private func offering(_ reply: Reply) -> Reply {
    guard let offers = live?.offers, !offers.isEmpty,
      reply.headers.only("content-type")?.hasPrefix("text/html") == true
    else { return reply }
    var reply = reply
    reply.headers.add("Server-Timing", offers.joined(separator: ", "))
    return reply
  }

  private func file(_ path: RequestPath, _ address: String, _ head: RequestHead) throws(ServingRefusal) -> Reply {
    for folder in folders {
      switch folder.find(path) {
      case .file(let file, let isPage): return try Reply.file(file, isPage: isPage, to: head)
      case .folder: return Reply.redirect(to: address + "/")
      case .nothing: continue
      }
    }
    if path.names.isEmpty { return Reply.redirect(to: home) }
    throw ServingRefusal(.notFound, .notFound)
  }

  /// Returns the parameters of the query. Values are not decoded: they are numbers and theme names, which need no
  /// escapes.
  private static func query(of address: String) -> [String: String] {
    let pairs = address.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&") ?? []
    return Dictionary(
      pairs.compactMap { pair in
        let sides = pair.split(separator: "=", maxSplits: 1)
        return sides.count == 2 ? (String(sides[0]), String(sides[1])) : nil
      }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: The review

  private func review(_ path: RequestPath, _ head: RequestHead) throws(ServingRefusal) -> AuthorizedRequest {
    switch path.names {
    case ["api", "session"]:
      guard head.method == "GET" else { throw Self.only("GET", ["GET"]) }
      return .session
    case ["api", "decisions"]:
      if head.method == "GET" {
        guard controller.project != nil else { throw ServingRefusal(.noReview, .forbidden) }
        return .state(known: head.headers.only("if-none-match"))
      }
      guard head.method == "POST" else { throw Self.only("GET and POST", ["GET", "POST"]) }
      try admitDecisions(head.headers)
      return .decisions(bodyLimit: bodyLimit)
    case ["api", "live"]:
      guard head.method == "GET" else { throw Self.only("GET", ["GET"]) }
      return .live(Self.query(of: head.target))
    case ["api", "undo"]:
      guard head.method == "POST" else { throw Self.only("POST", ["POST"]) }
      try admitDecisions(head.headers)
      return .undo(bodyLimit: bodyLimit)
    case ["api", "pins"]:
      guard head.method == "POST" else { throw Self.only("POST", ["POST"]) }
      try admitDecisions(head.headers)
      return .pin(bodyLimit: bodyLimit)
    case let names where names.count > 2 && names[1] == "history":
      guard head.method == "GET" else { throw Self.only("GET", ["GET"]) }
      guard controller.project != nil else { throw ServingRefusal(.noReview, .forbidden) }
      return .history(id: names.dropFirst(2).joined(separator: "/"))
    default: throw ServingRefusal(.notFound, .notFound)
    }
  }

  private func session() throws(ServingRefusal) -> Reply {
    guard let project = controller.project else { throw ServingRefusal(.noReview, .forbidden) }
    return Reply.json(["token": gate.token, "project": project])
  }

  private func admitDecisions(_ headers: HeaderFields) throws(ServingRefusal) {
    guard gate.allows(token: headers.only("x-feedproof-token")) else { throw ServingRefusal(.wrongToken, .forbidden) }
    let type = headers.only("content-type")?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
    guard type?.lowercased() == "application/json" else { throw ServingRefusal(.wrongType, .unsupportedMediaType) }
    guard controller.project != nil else { throw ServingRefusal(.noReview, .forbidden) }
    if let length = headers.only("content-length").flatMap({ BoundedNumber($0)?.value }), length > bodyLimit {
      throw ServingRefusal(.tooLarge(limit: bodyLimit), .payloadTooLarge)
    }
  }

  /// - Parameter known: The revision that the client already has.
  private func state(known: String?) async throws(ServingRefusal) -> Reply {
    try await decide {
      try await controller.state()
    } reply: { state in
      let mark = "\"\(state.revision)\""
      var reply = known == mark ? Reply(.notModified) : Reply.json(state)
      reply.headers.set("ETag", mark)
      return reply
    }
  }

  private func decide<Result: Encodable & Sendable>(
    _ body: () async throws -> Result, reply: (Result) -> Reply = { Reply.json($0) }
  ) async throws(ServingRefusal) -> Reply {
    do {
      return reply(try await body())
    } catch let refusal as ReviewRefusal {
      throw ServingRefusal(refusal.diagnostic, refusal.reason.status)
    } catch {
      throw ServingRefusal(.failed, .internalServerError)
    }
  }
}

/// A request that passed the gate.
enum AuthorizedRequest: Sendable {
  /// - address: The path as sent, without the query.
  case file(RequestPath, address: String, RequestHead)
  case session
  /// The news of a live site, with the parameters of the query.
  case live([String: String])
  /// - known: The revision that the client already has.
  case state(known: String?)
  case decisions(bodyLimit: Int)
  case undo(bodyLimit: Int)
  /// Stores which element of a screen shows a part of a card.
  case pin(bodyLimit: Int)
  /// The history of a case's baseline.
  case history(id: String)

  /// The number of bytes to read from the body, 0 if the request needs none.
  var bodyLimit: Int {
    switch self {
    case .file, .session, .live, .state, .history: 0
    case .decisions(let limit), .undo(let limit), .pin(let limit): limit
    }
  }
}

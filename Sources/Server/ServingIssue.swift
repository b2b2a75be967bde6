import Diagnostics

/// Why a server doesn't start, stops, or refuses a request.
package enum ServingIssue: Error, Issue, Hashable {
  case portTaken(UInt16)
  case portForbidden(UInt16)
  case noSocket(reason: String)
  /// The system closed the listening socket.
  case died(reason: String)
  case noReview
  case wrongHost
  case wrongOrigin
  case wrongToken
  case wrongMethod(allowed: String)
  case wrongType
  case tooLarge(limit: Int)
  case malformed
  /// - limit: The largest length of the request line, in bytes.
  case longLine(limit: Int)
  /// - limit: The largest number of headers.
  /// - bytes: The largest length of all headers, in bytes.
  case largeHeaders(limit: Int, bytes: Int)
  case tooSlow
  /// - size: The size of the file, in bytes.
  case noSuchRange(size: Int)
  case badPath
  case notFound
  case failed

  package var text: IssueText {
    switch self {
    case .portTaken(let port):
      .error(
        "serve.port-taken", "port \(port) is taken by another program",
        hint: "give another --port, or --port 0 for any that is free")
    case .portForbidden(let port):
      .error("serve.port-forbidden", "port \(port) may not be used by this user", hint: "give a --port above 1023")
    case .noSocket(let reason):
      .error("serve.socket", "the server can't listen: \(reason)")
    case .died(let reason):
      .error("serve.died", "the server has stopped listening: \(reason)", hint: "start it again", kind: .environment)
    case .noReview:
      .error(
        "serve.no-project", "this folder belongs to no project that is known here, so nothing can be approved",
        hint: "start the server with --project")
    case .wrongHost:
      .error("serve.host", "the request is for another host")
    case .wrongOrigin:
      .error("serve.origin", "the request comes from another page")
    case .wrongToken:
      .error("serve.token", "the token is not the one of this session", hint: "load the page again")
    case .wrongMethod(let allowed):
      .error("serve.method", "only \(allowed) is answered here")
    case .wrongType:
      .error("serve.type", "decisions are application/json")
    case .tooLarge(let limit):
      .error("serve.too-large", "the request is larger than \(limit) bytes")
    case .malformed:
      .error("serve.request", "this is no request of HTTP/1.1")
    case .longLine(let limit):
      .error("serve.line", "the request line, or a part of it, is longer than \(limit) bytes")
    case .largeHeaders(let limit, let bytes):
      .error("serve.headers", "there are more than \(limit) headers, or they are longer than \(bytes) bytes")
    case .tooSlow:
      .error("serve.slow", "the request took too long to come")
    case .noSuchRange(let size):
      .error("serve.range", "the file has \(size) bytes, and none of those that are asked for")
    case .badPath:
      .error("serve.path", "the path is none that is served")
    case .notFound:
      .error("serve.not-found", "there is nothing at this path")
    case .failed:
      .error("serve.failed", "the server made a mistake")
    }
  }
}

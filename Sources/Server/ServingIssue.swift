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
        "serve.port-taken", "another program uses port \(port)",
        hint: "choose another --port, or use --port 0 for a free one")
    case .portForbidden(let port):
      .error("serve.port-forbidden", "this user may not open port \(port)", hint: "choose a --port above 1023")
    case .noSocket(let reason):
      .error("serve.socket", "the server can't listen: \(reason)")
    case .died(let reason):
      .error("serve.died", "the server has stopped listening: \(reason)", hint: "restart it", kind: .environment)
    case .noReview:
      .error(
        "serve.no-project", "the server knows no project for this folder, so it can't approve cases",
        hint: "restart the server with the project: feedproof serve PROJECT --output FOLDER")
    case .wrongHost:
      .error("serve.host", "the request names a different host")
    case .wrongOrigin:
      .error("serve.origin", "the request comes from a page of a different origin")
    case .wrongToken:
      .error("serve.token", "the token does not belong to this session", hint: "reload the page")
    case .wrongMethod(let allowed):
      .error("serve.method", "this URL supports only \(allowed)")
    case .wrongType:
      .error("serve.type", "the content type must be application/json")
    case .tooLarge(let limit):
      .error("serve.too-large", "the request is larger than \(limit) bytes")
    case .malformed:
      .error("serve.request", "the request is not valid HTTP/1.1")
    case .longLine(let limit):
      .error("serve.line", "the request line is longer than \(limit) bytes")
    case .largeHeaders(let limit, let bytes):
      .error("serve.headers", "the request has more than \(limit) headers, or more than \(bytes) bytes of headers")
    case .tooSlow:
      .error("serve.slow", "the request was not received in time")
    case .noSuchRange(let size):
      .error("serve.range", "the requested range is outside the file's \(size) bytes")
    case .badPath:
      .error("serve.path", "the path is not valid")
    case .notFound:
      .error("serve.not-found", "there is no file at this path")
    case .failed:
      .error("serve.failed", "internal server error")
    }
  }
}

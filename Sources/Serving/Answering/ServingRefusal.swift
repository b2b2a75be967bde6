import Diagnostics
import NIOHTTP1

/// A request that is not answered as asked.
struct ServingRefusal: Error {
  var issue: Diagnostic
  var status: HTTPResponseStatus
  /// What the answer has to say beside.
  var headers: HTTPHeaders

  init(_ issue: ServingIssue, _ status: HTTPResponseStatus, _ headers: HTTPHeaders = [:]) {
    self.init(Diagnostic(issue), status, headers)
  }

  init(_ issue: Diagnostic, _ status: HTTPResponseStatus, _ headers: HTTPHeaders = [:]) {
    (self.issue, self.status, self.headers) = (issue, status, headers)
  }

  /// Of what could not be read as a request.
  ///
  /// - Parameter hasLine: The request line had come to its end.
  init(_ error: HTTPParserError, hasLine: Bool, _ limits: ServerLimits) {
    switch error {
    case .headerOverflow where !hasLine: self.init(.longLine(limit: limits.fieldBytes), .uriTooLong)
    case .headerOverflow:
      self.init(.largeHeaders(limit: limits.headers, bytes: limits.headerBytes), .requestHeaderFieldsTooLarge)
    case .invalidVersion: self.init(.malformed, .httpVersionNotSupported)
    default: self.init(.malformed, .badRequest)
    }
  }
}

extension ReviewRefusal.Reason {
  var status: HTTPResponseStatus {
    switch self {
    case .malformed: .badRequest
    case .conflict: .conflict
    case .unwritable: .internalServerError
    }
  }
}

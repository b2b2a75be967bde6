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

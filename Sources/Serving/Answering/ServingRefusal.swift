import Diagnostics

/// A request that is not answered as asked.
struct ServingRefusal: Error {
  var issue: Diagnostic
  var status: HTTPStatus
  /// What the answer has to say beside.
  var headers: HeaderFields

  init(_ issue: ServingIssue, _ status: HTTPStatus, _ headers: HeaderFields = [:]) {
    self.init(Diagnostic(issue), status, headers)
  }

  init(_ issue: Diagnostic, _ status: HTTPStatus, _ headers: HeaderFields = [:]) {
    (self.issue, self.status, self.headers) = (issue, status, headers)
  }
}

extension ReviewRefusal.Reason {
  var status: HTTPStatus {
    switch self {
    case .malformed: .badRequest
    case .conflict: .conflict
    case .unwritable: .internalServerError
    }
  }
}

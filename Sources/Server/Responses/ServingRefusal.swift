import Diagnostics

/// A refused request: the problem and the status of the response.
struct ServingRefusal: Error {
  var issue: Diagnostic
  var status: HTTPStatus
  /// Additional headers of the response.
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

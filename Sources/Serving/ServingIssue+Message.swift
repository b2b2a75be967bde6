import Diagnostics

extension ServingIssue {
  package var kind: Diagnostic.Kind {
    if case .died = self { .environment } else { .input }
  }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .portTaken: "serve.port-taken"
    case .portForbidden: "serve.port-forbidden"
    case .noSocket: "serve.socket"
    case .died: "serve.died"
    case .noReview: "serve.no-project"
    case .wrongHost: "serve.host"
    case .wrongOrigin: "serve.origin"
    case .wrongToken: "serve.token"
    case .wrongMethod: "serve.method"
    case .wrongType: "serve.type"
    case .tooLarge: "serve.too-large"
    case .malformed: "serve.request"
    case .longLine: "serve.line"
    case .largeHeaders: "serve.headers"
    case .tooSlow: "serve.slow"
    case .noSuchRange: "serve.range"
    case .badPath: "serve.path"
    case .notFound: "serve.not-found"
    case .failed: "serve.failed"
    }
  }

  package var message: String {
    switch self {
    case .portTaken(let port): "port \(port) is taken by another program"
    case .portForbidden(let port): "port \(port) may not be used by this user"
    case .noSocket(let reason): "the server can't listen: \(reason)"
    case .died(let reason): "the server has stopped listening: \(reason)"
    case .noReview: "this folder belongs to no project that is known here, so nothing can be approved"
    case .wrongHost: "the request is for another host"
    case .wrongOrigin: "the request comes from another page"
    case .wrongToken: "the token is not the one of this session"
    case .wrongMethod(let allowed): "only \(allowed) is answered here"
    case .wrongType: "decisions are application/json"
    case .tooLarge(let limit): "the request is larger than \(limit) bytes"
    case .malformed: "this is no request of HTTP/1.1"
    case .longLine(let limit): "the request line, or a part of it, is longer than \(limit) bytes"
    case .largeHeaders(let limit, let bytes):
      "there are more than \(limit) headers, or they are longer than \(bytes) bytes"
    case .tooSlow: "the request took too long to come"
    case .noSuchRange(let size): "the file has \(size) bytes, and none of those that are asked for"
    case .badPath: "the path is none that is served"
    case .notFound: "there is nothing at this path"
    case .failed: "the server made a mistake"
    }
  }

  package var hint: String? {
    switch self {
    case .portTaken: "give another --port, or --port 0 for any that is free"
    case .portForbidden: "give a --port above 1023"
    case .noReview: "start the server with --project"
    case .wrongToken: "load the page again"
    case .died: "start it again"
    case .noSocket, .wrongHost, .wrongOrigin, .wrongMethod, .wrongType, .tooLarge, .malformed, .longLine, .largeHeaders,
      .tooSlow, .noSuchRange, .badPath, .notFound, .failed:
      nil
    }
  }
}

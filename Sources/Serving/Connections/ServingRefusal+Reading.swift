import NIOHTTP1

extension ServingRefusal {
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

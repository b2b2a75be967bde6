/// Status and headers of an answer.
package struct HTTPHead: Sendable {
  package var status: Int
  package var headers: [HTTPHeader]

  package init(status: Int, headers: [HTTPHeader] = []) {
    (self.status, self.headers) = (status, headers)
  }

  package func header(_ name: String) -> String? { headers.value(of: name) }

  /// Without parameters, in small letters; empty where the answer does not say.
  package var contentType: String {
    (header("Content-Type") ?? "").prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
  }

  /// Of the body as it is sent; nil where the answer does not say.
  package var contentLength: Int? { header("Content-Length").flatMap { Int($0) } }
}

/// An answer that is whole.
package struct HTTPAnswer: Sendable {
  package var head: HTTPHead
  /// Empty where it went into a file.
  package var body: [UInt8]
  /// What was asked at last, after redirects.
  package var address: HTTPAddress
  /// Where a redirect says that it is for good.
  package var movedForGood: HTTPAddress?

  package init(head: HTTPHead, body: [UInt8] = [], address: HTTPAddress) {
    (self.head, self.body, self.address) = (head, body, address)
  }

  package var status: Int { head.status }
}

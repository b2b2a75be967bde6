import CCurl
import DataFormats
import Foundation
import Synchronization

/// The status and headers of a response.
package struct HTTPHead: Sendable {
  package var status: Int
  var headers: [HTTPHeader] = []

  package init(status: Int, headers: [HTTPHeader] = []) {
    (self.status, self.headers) = (status, headers)
  }

  package func header(_ name: String) -> String? { headers.value(of: name) }

  /// The media type in lower case without parameters; empty if missing.
  package var contentType: String {
    (header("Content-Type") ?? "").prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
  }

  /// The size of the body as sent; nil if missing.
  var contentLength: Int? { header("Content-Length").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }
}

/// A complete response.
struct HTTPResponse: Sendable {
  var head: HTTPHead
  /// The body; empty if it was written to a file.
  var body: [UInt8] { didSet { parsed = ParsedBody() } }
  private var parsed = ParsedBody()
  /// The final address after redirects.
  var address: HTTPAddress
  /// The target of a permanent redirect.
  var movedForGood: HTTPAddress?

  init(head: HTTPHead, body: [UInt8] = [], address: HTTPAddress) {
    (self.head, self.body, self.address) = (head, body, address)
  }

  var status: Int { head.status }

  /// Returns the body as JSON, which is parsed once.
  func parsedBody() throws(JSONFault) -> JSONNode { try parsed.root(of: body) }

  /// The body as JSON; nil if it isn't JSON.
  var json: JSONNode? { try? parsedBody() }
}

private final class ParsedBody: Sendable {
  private let result = Mutex<Result<JSONNode, JSONFault>?>(nil)

  func root(of body: [UInt8]) throws(JSONFault) -> JSONNode {
    let parsed = result.withLock { known in
      if let known { return known }
      let made = Result { () throws(JSONFault) in try JSONDocument.parse(body).root }
      known = made
      return made
    }
    return try parsed.get()
  }
}

/// A `Link` header (RFC 8288): `<https://…>; rel="next", <…>; rel="prev"`.
package struct LinkHeader: Sendable {
  private var links: [(target: String, relations: [Substring])] = []

  package init(_ head: HTTPHead) {
    for value in head.headers.values(of: "Link") {
      var rest = value[...]
      while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
        let target = rest[rest.index(after: open)..<close]
        let after = rest[rest.index(after: close)...]
        // A comma ends a link if another link follows.
        let end = after.range(of: #",\s*<"#, options: .regularExpression)?.lowerBound ?? after.endIndex
        links.append((String(target), Self.relations(after[..<end])))
        rest = after[end...]
      }
    }
  }

  private static func relations(_ parameters: Substring) -> [Substring] {
    for parameter in parameters.split(separator: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "rel" else { continue }
      return parts[1].split { $0 == "\"" || $0 == " " || $0 == "," }
    }
    return []
  }

  /// Returns the first link of a relation, as written.
  package func target(of relation: String) -> String? {
    links.first { $0.relations.contains { $0.lowercased() == relation } }?.target
  }
}

/// Parses HTTP dates (RFC 9110, 5.6.7) with libcurl.
package enum HTTPDate {
  /// Returns seconds since 1970 for `Sun, 06 Nov 1994 08:49:37 GMT` and the two older formats; nil for anything else.
  package static func seconds(_ text: String) -> Int? {
    let seconds = ccurl_open() == nil ? ccurl_date(text) : -1
    return seconds < 0 ? nil : Int(seconds)
  }
}

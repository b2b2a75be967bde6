import CCurl
import Foundation
import JSONTree
import Synchronization

/// Status and headers of an answer.
struct HTTPHead: Sendable {
  var status: Int
  var headers: [HTTPHeader] = []

  func header(_ name: String) -> String? { headers.value(of: name) }

  /// Without parameters, in small letters; empty where the answer does not say.
  var contentType: String {
    (header("Content-Type") ?? "").prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
  }

  /// Of the body as it is sent; nil where the answer does not say.
  var contentLength: Int? { header("Content-Length").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }
}

/// An answer that is whole.
struct HTTPAnswer: Sendable {
  var head: HTTPHead
  /// Empty where it went into a file.
  var body: [UInt8] { didSet { parsed = ParsedBody() } }
  private var parsed = ParsedBody()
  /// What was asked at last, after redirects.
  var address: HTTPAddress
  /// Where a redirect says that it is for good.
  var movedForGood: HTTPAddress?

  init(head: HTTPHead, body: [UInt8] = [], address: HTTPAddress) {
    (self.head, self.body, self.address) = (head, body, address)
  }

  var status: Int { head.status }

  /// The body as JSON, parsed once however often it is asked for.
  func parsedBody() throws(JSONFault) -> JSONNode { try parsed.root(of: body) }

  /// Nil for what is no JSON.
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

/// Links between pages in a header (RFC 8288): `<https://…>; rel="next", <…>; rel="prev"`.
struct LinkHeader: Sendable {
  private var links: [(target: String, relations: [Substring])] = []

  init(_ head: HTTPHead) {
    for value in head.headers.values(of: "Link") {
      var rest = value[...]
      while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
        let target = rest[rest.index(after: open)..<close]
        let after = rest[rest.index(after: close)...]
        // A comma ends the link where the next one begins behind it.
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

  /// The first link of a relation, as it is written.
  func target(of relation: String) -> String? {
    links.first { $0.relations.contains { $0.lowercased() == relation } }?.target
  }
}

/// Moments as HTTP writes them (RFC 9110, 5.6.7), read by libcurl.
enum HTTPDate {
  /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, and of the two older forms; nil for anything else.
  static func seconds(_ text: String) -> Int? {
    let seconds = ccurl_open() == nil ? ccurl_date(text) : -1
    return seconds < 0 ? nil : Int(seconds)
  }
}

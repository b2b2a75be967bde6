import Diagnostics
import Files
import Foundation

/// A response that other sites can't read, frame or sniff.
struct Reply: Sendable {
  enum Body: Sendable {
    case bytes(Data)
    /// A part of a file.
    case file(RegularFile, Range<Int>)
  }

  var status: HTTPStatus
  /// The headers without Content-Length, which depends on the body.
  var headers: HeaderFields
  var body: Body

  static let guarded: HeaderFields = [
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": "frame-ancestors 'self'", "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin", "Referrer-Policy": "no-referrer",
  ]

  init(_ status: HTTPStatus, _ headers: HeaderFields = guarded, body: Body = .bytes(Data())) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  static func json(_ value: some Encodable, status: HTTPStatus = .ok) -> Reply {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoded((try? encoder.encode(value)) ?? Data("{}".utf8), status: status)
  }

  /// - Parameter json: The encoded body.
  static func encoded(_ json: Data, status: HTTPStatus = .ok) -> Reply {
    var headers = guarded
    headers.add("Content-Type", "application/json")
    headers.add("Cache-Control", "no-store")
    return Reply(status, headers, body: .bytes(json))
  }

  /// Returns the response that reports a refusal: `{"error": {"code": …, "message": …, "hint": …}}`.
  static func refusal(_ refusal: ServingRefusal) -> Reply {
    var reply = json(["error": refusal.issue], status: refusal.status)
    reply.headers.add(contentsOf: refusal.headers)
    return reply
  }

  static func redirect(to path: String) -> Reply {
    var headers = guarded
    headers.add("Location", path)
    headers.add("Cache-Control", "no-store")
    return Reply(.temporaryRedirect, headers)
  }
}

extension Reply.Body {
  /// The length in bytes.
  var count: Int {
    switch self {
    case .bytes(let data): data.count
    case .file(_, let range): range.count
    }
  }

  /// Returns some of the bytes, at least one.
  ///
  /// - Parameters:
  ///   - start: Less than `count`.
  ///   - limit: More than 0.
  /// - Throws: An error if the file was truncated or can't be read.
  func piece(at start: Int, atMost limit: Int) throws -> [UInt8] {
    let length = min(limit, count - start)
    switch self {
    case .bytes(let data):
      let begin = data.startIndex + start
      return Array(data[begin..<begin + length])
    case .file(let file, let range):
      return try [UInt8](unsafeUninitializedCapacity: length) { room, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(room), at: range.lowerBound + start)
        guard count > 0 else { throw FileError(file.path, .changed) }
      }
    }
  }
}

// MARK: - File

extension Reply {
  /// The policy for files in which a browser could run a script. The browser displays the file, but runs no script,
  /// loads only images, and gives it no origin, so that it can't request a session's token.
  private static let inert =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"

  /// Returns the file or a part of it, or reports that the client's copy is still valid.
  ///
  /// - Parameter isPage: Whether the file is one of our own pages, which run scripts.
  /// - Throws: `ServingRefusal` if the file doesn't exist, is a symbolic link, or lacks the requested range.
  static func file(_ file: URL, isPage: Bool, to head: RequestHead) throws(ServingRefusal) -> Reply {
    guard let open = try? RegularFile(notLinked: file.path) else { throw ServingRefusal(.notFound, .notFound) }
    let (type, isPicture) = (ContentType.of(file), ContentType.isPicture(file))
    var headers = guarded
    headers.add("Content-Type", type)
    headers.add("Cache-Control", isPicture ? "no-cache" : "no-store")
    headers.add("Accept-Ranges", "bytes")
    if ContentType.isActive(file), !isPage { headers.set("Content-Security-Policy", inert) }
    let tag = "\"\(String(open.stamp.modified, radix: 16))-\(String(open.stamp.size, radix: 16))\""
    if isPicture {
      headers.add("ETag", tag)
      if knows(tag, head.headers) { return Reply(.notModified, headers) }
    }
    let whole = Reply(.ok, headers, body: .file(open, 0..<open.stamp.size))
    guard head.method == "GET", let asked = head.headers.only("range"), isSame(tag, head.headers) else { return whole }
    switch ByteRange(asked, of: open.stamp.size) {
    case .whole: return whole
    case .part(let range):
      headers.add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(open.stamp.size)")
      return Reply(.partialContent, headers, body: .file(open, range))
    case .outside:
      throw ServingRefusal(
        .noSuchRange(size: open.stamp.size), .rangeNotSatisfiable, ["Content-Range": "bytes */\(open.stamp.size)"])
    }
  }

  /// Returns a file that was generated for this request only.
  static func made(_ file: GeneratedFile) -> Reply {
    let name = URL(fileURLWithPath: file.name)
    var headers = guarded
    headers.add("Content-Type", ContentType.of(name))
    headers.add("Cache-Control", "no-store")
    if ContentType.isActive(name), !file.isPage { headers.set("Content-Security-Policy", inert) }
    return Reply(.ok, headers, body: .bytes(file.bytes))
  }

  private static func knows(_ tag: String, _ headers: HeaderFields) -> Bool {
    headers.members("if-none-match").contains { known in
      known == "*" || known == tag || known == "W/" + tag
    }
  }

  /// Returns whether the client has the beginning of this same file (If-Range, RFC 9110, 13.1.5). If not, it gets the
  /// whole file.
  private static func isSame(_ tag: String, _ headers: HeaderFields) -> Bool {
    guard let condition = headers.only("if-range") else { return true }
    return condition == tag
  }
}

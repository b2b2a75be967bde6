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

import Diagnostics
import Files
import Foundation
import NIOCore
import NIOHTTP1

/// An answer. None may be read, framed or guessed at by another site.
struct Reply: Sendable {
  enum Body: Sendable {
    case bytes(Data)
    /// A part of a file.
    case file(RegularFile, Range<Int>)
  }

  var status: HTTPResponseStatus
  /// Without Content-Length.
  var headers: HTTPHeaders
  var body: Body

  static let guarded: HTTPHeaders = [
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": "frame-ancestors 'self'", "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin", "Referrer-Policy": "no-referrer",
  ]

  init(_ status: HTTPResponseStatus, _ headers: HTTPHeaders = guarded, body: Body = .bytes(Data())) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  static func json(_ value: some Encodable, status: HTTPResponseStatus = .ok) -> Reply {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoded((try? encoder.encode(value)) ?? Data("{}".utf8), status: status)
  }

  /// - Parameter json: As it is sent.
  static func encoded(_ json: Data, status: HTTPResponseStatus = .ok) -> Reply {
    var headers = guarded
    headers.add(name: "Content-Type", value: "application/json")
    headers.add(name: "Cache-Control", value: "no-store")
    return Reply(status, headers, body: .bytes(json))
  }

  /// `{"error": {"code": …, "message": …, "hint": …}}`
  static func refusal(_ refusal: ServingRefusal) -> Reply {
    var reply = json(["error": refusal.issue], status: refusal.status)
    reply.headers.add(contentsOf: refusal.headers)
    return reply
  }

  static func redirect(to path: String) -> Reply {
    var headers = guarded
    headers.add(name: "Location", value: path)
    headers.add(name: "Cache-Control", value: "no-store")
    return Reply(.temporaryRedirect, headers)
  }
}

extension Reply.Body {
  /// Bytes.
  var count: Int {
    switch self {
    case .bytes(let data): data.count
    case .file(_, let range): range.count
    }
  }

  /// Some of the bytes, one at the least.
  ///
  /// - Parameters:
  ///   - start: Less than `count`.
  ///   - limit: More than 0.
  /// - Throws: Where the file has become shorter, or can't be read.
  func piece(at start: Int, atMost limit: Int) throws -> ByteBuffer {
    let length = min(limit, count - start)
    switch self {
    case .bytes(let data):
      let begin = data.startIndex + start
      return ByteBuffer(bytes: data[begin..<begin + length])
    case .file(let file, let range):
      var buffer = ByteBuffer()
      try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { bytes in
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[..<length])
        let count = try file.read(into: room, at: range.lowerBound + start)
        guard count > 0 else { throw FileError(file.path, .changed) }
        return count
      }
      return buffer
    }
  }
}

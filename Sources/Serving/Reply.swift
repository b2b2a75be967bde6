import Diagnostics
import FlyingFox
import Foundation

/// The forms of an answer. None of them may be read, framed or guessed at by another site.
enum Reply {
  private static let guarded: HTTPHeaders = [
    HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("X-Frame-Options"): "SAMEORIGIN",
    HTTPHeader("Content-Security-Policy"): "frame-ancestors 'self'",
    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin", HTTPHeader("Referrer-Policy"): "no-referrer",
  ]

  static func json(_ value: some Encodable, status: HTTPStatusCode = .ok) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var headers = guarded
    headers[.contentType] = "application/json"
    headers[.cacheControl] = "no-store"
    return HTTPResponse(statusCode: status, headers: headers, body: (try? encoder.encode(value)) ?? Data("{}".utf8))
  }

  /// `{"error": {"code": …, "message": …, "hint": …}}`
  static func refusal(_ diagnostic: Diagnostic, status: HTTPStatusCode) -> HTTPResponse {
    json(["error": diagnostic], status: status)
  }

  static func redirect(to path: String) -> HTTPResponse {
    var headers = guarded
    headers[.location] = path
    headers[.cacheControl] = "no-store"
    return HTTPResponse(statusCode: .temporaryRedirect, headers: headers)
  }

  /// The whole file, or the word that the asker's copy still holds.
  static func file(_ file: URL, to request: HTTPRequest) throws(ServingRefusal) -> HTTPResponse {
    guard let data = try? Data(contentsOf: file) else { throw ServingRefusal(.notFound, .notFound) }
    var headers = guarded
    headers[.contentType] = ContentType.of(file)
    headers[.cacheControl] = ContentType.isPicture(file) ? "no-cache" : "no-store"
    if ContentType.isPicture(file), let tag = tag(of: file, data) {
      headers[.eTag] = tag
      if request.headers[.ifNoneMatch] == tag { return HTTPResponse(statusCode: .notModified, headers: headers) }
    }
    guard request.method != .HEAD else {
      headers[.contentLength] = String(data.count)
      return HTTPResponse(statusCode: .ok, headers: headers)
    }
    return HTTPResponse(statusCode: .ok, headers: headers, body: data)
  }

  /// Of a file that is replaced as a whole: when it was written, and how long it is.
  private static func tag(of file: URL, _ data: Data) -> String? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    let written = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
    return written.map { "\"\(String($0.bitPattern, radix: 16))-\(String(data.count, radix: 16))\"" }
  }
}

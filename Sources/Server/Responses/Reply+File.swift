import Files
import Foundation

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

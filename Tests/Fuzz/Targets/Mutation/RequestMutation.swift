import Support

/// Mutates lines, paths, headers and bodies of requests.
enum RequestMutation {
  static func mutate(_ input: [UInt8], using random: inout SplitMix64) -> [UInt8]? {
    var bytes = input
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: bytes = LineMutation.mutate(bytes, vocabulary: vocabulary, using: &random) ?? bytes
      case 1: escape(&bytes, using: &random)
      case 2: changePath(&bytes, using: &random)
      case 3, 4: addHeader(&bytes, using: &random)
      case 5:
        // Another request on the same connection.
        let more = RequestTarget.seeds.values.sorted { $0.lexicographicallyPrecedes($1) }.randomElement(using: &random)
        bytes += more ?? []
      case 6: setLength(&bytes)
      case 7: chunk(&bytes, using: &random)
      default:
        let place = Int.random(in: 0...bytes.count, using: &random)
        bytes.insert(contentsOf: Array("{cut}".utf8), at: place)
      }
    }
    return bytes
  }

  private static let newline = Array("\r\n".utf8)
  private static let blank = Array("\r\n\r\n".utf8)

  /// The range of the target in the first line.
  private static func target(in bytes: [UInt8]) -> Range<Int>? {
    guard let start = bytes.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let end = bytes[(start + 1)...].firstIndex { $0 == UInt8(ascii: " ") || $0 == 0x0d || $0 == 0x0a }
    return start + 1..<(end ?? bytes.endIndex)
  }

  /// Percent-encodes a byte of the target, possibly as another byte.
  private static func escape(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard let target = target(in: bytes), let place = target.randomElement(using: &random) else { return }
    let known: [String] = [
      "%2e", "%2F", "%5c", "%00", "%25", "%", "%2", "%zz", "%c0%af", "%ff", "%0d%0a", "%7f", "%2e%2e",
    ]
    let own = String(bytes[place], radix: 16)
    let text =
      Bool.random(using: &random) ? "%" + (own.count == 1 ? "0" : "") + own : known.randomElement(using: &random)
    bytes.replaceSubrange(place..<place + 1, with: Array((text ?? "%").utf8))
  }

  private static func changePath(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard let target = target(in: bytes), let path = paths.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes.replaceSubrange(target, with: Array(path.utf8))
    case 1: bytes.insert(contentsOf: Array(path.utf8), at: target.lowerBound)
    default: bytes.insert(contentsOf: Array(path.utf8), at: target.upperBound)
    }
  }

  private static func addHeader(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard let end = bytes.firstRange(of: newline), let header = headers.randomElement(using: &random) else { return }
    bytes.insert(contentsOf: Array("\(header)\r\n".utf8), at: end.upperBound)
  }

  /// Corrects the Content-Length of the last request.
  private static func setLength(_ bytes: inout [UInt8]) {
    guard let end = bytes.firstRange(of: blank) else { return }
    let header = "\r\nContent-Length: \(bytes.count - end.upperBound)"
    bytes.insert(contentsOf: Array(header.utf8), at: end.lowerBound)
  }

  private static func chunk(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard let end = bytes.firstRange(of: blank) else { return }
    let body = bytes[end.upperBound...]
    let sizes = ["0", "ffffffffffffffff", "7fffffffffffffff", "-1", "1;x=y", String(body.count, radix: 16)]
    let size = Int.random(in: 0..<4, using: &random) == 0 ? sizes.randomElement(using: &random) : sizes.last
    let chunked = Array("\(size ?? "0")\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
    bytes = bytes[..<end.lowerBound] + Array("\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + chunked
  }

  private static let paths: [String] = [
    "/", "//", "/..", "/../", "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/link/index.html",
    "/cards/link.png", "/.hidden", "/.feedproof/lock", "/cards/.half.png", "/Baselines/wall1_1/a.json",
    "/Baselines/../secret.txt", "/Baselines/wall1_1/a.png", "/Baselines", "/review", "/review/", "/pipe.png", "/loop/",
    "/inner/picture.svg", "/cards/page.html", "/feed/large.png", "/feed/empty.png", "/dead", "/api/session",
    "/api/decisions", "/api", "/api/../secret.txt", "?x", "?../..", "#x", ";x", "\\..\\secret.txt", "/a b", "*",
    "http://127.0.0.1:{port}/", "/\u{416}", String(repeating: "/a", count: 3000),
  ]

  private static let headers: [String] = [
    "Host: 127.0.0.1:{port}", "Host: localhost:{port}", "Host: evil.example", "Host:", "host : x",
    "Origin: http://127.0.0.1:{port}", "Origin: null", "Origin: http://evil.example", "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-origin", "X-Feedproof-Token: {token}", "X-Feedproof-Token: x",
    "Content-Type: application/json", "Content-Type: text/plain", "Content-Length: 0", "Content-Length: -1",
    "Content-Length: 99999999999999999999", "Content-Length: 5", "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked", "Expect: 100-continue", "Connection: close", "Connection: keep-alive, upgrade",
    "Upgrade: websocket", "Range: bytes=0-0", "Range: bytes=-1", "Range: bytes=9223372036854775807-",
    "Range: bytes=5-2", "Range: bytes=299999-999999999999", "Range: bytes=0-1,3-4",
    "Range: bytes=0-9223372036854775807",
    "If-None-Match: *", "If-None-Match: \"0-0\"", "If-Range: \"x\"", " folded",
    "x: " + String(repeating: "y", count: 9000),
  ]

  private static let vocabulary: [String] =
    headers + [
      "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0",
      "HTTP/0.9",
      "PRI * HTTP/2.0", "\r", "{port}", "{token}", "127.0.0.1", "127.1", "[::1]", "0.0.0.0",
    ]
}

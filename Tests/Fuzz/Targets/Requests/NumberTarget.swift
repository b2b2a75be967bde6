import Support

/// A number of any size in each place of a request to `feedproof serve` that takes one. The input is the number's text.
enum NumberTarget {
  static func run(_ input: [UInt8]) throws {
    let number = input.filter { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "{") }.prefix(64)
    let text = String(decoding: number, as: UTF8.self)
    for request in requests(text) { try RequestTarget.run(Array(request.utf8)) }
  }

  private static func requests(_ number: String) -> [String] {
    let host = "Host: 127.0.0.1:{port}\r\n"
    let post = "POST /api/decisions HTTP/1.1\r\n\(host)X-Feedproof-Token: {token}\r\n"
    return [
      "\(post)Content-Length: \(number)\r\n\r\n{cut}ab",
      "\(post)Transfer-Encoding: chunked\r\n\r\n\(number)\r\n{cut}ab",
      "GET /feed/large.png HTTP/1.1\r\n\(host)Range: bytes=\(number)-\r\n\r\n",
      "GET /feed/large.png HTTP/1.1\r\n\(host)Range: bytes=-\(number)\r\n\r\n",
      "GET /feed/large.png HTTP/1.1\r\n\(host)Range: bytes=0-\(number)\r\n\r\n",
      "GET /api/live?from=\(number)&to=\(number)&width=\(number)&scale=2&theme=light HTTP/1.1\r\n\(host)\r\n",
      "GET /api/live?since=\(number) HTTP/1.1\r\n\(host)\r\n",
      "GET /site/stories/\(number).js HTTP/1.1\r\n\(host)\r\n",
      "GET /originals/a/\(number)/\(number) HTTP/1.1\r\n\(host)\r\n",
    ]
  }

  static let vocabulary = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775797", "7FFFFFFFFFFFFFFF", "9007199254740992", "-1",
    "0", "4294967296", "18446744073709551615", "1e308", "+", "-",
  ]

  static let seeds = Dictionary(
    uniqueKeysWithValues: vocabulary.enumerated().map { ("\($0.offset)", Array($0.element.utf8)) })
}

extension RequestTarget {
  /// Initial inputs: requests of a browser, and attacks by pages of other sites.
  static let seeds: [String: [UInt8]] = {
    let host = "Host: 127.0.0.1:{port}\r\n"
    let decisions = #"{"schema":1,"decisions":[{"case":"wall1_1","decision":"approve"}]}"#
    let post =
      "POST /api/decisions HTTP/1.1\r\n\(host)Origin: http://127.0.0.1:{port}\r\nX-Feedproof-Token: {token}\r\n"
      + "Content-Type: application/json\r\n"
    let texts = [
      "GET / HTTP/1.1\r\n\(host)\r\n",
      "GET /review/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n",
      "GET /review HTTP/1.1\r\n\(host)\r\n",
      "HEAD /feed/large.png HTTP/1.1\r\n\(host)\r\n",
      "GET /feed/large.png HTTP/1.1\r\n\(host)Range: bytes=10-20\r\n\r\n",
      "GET /cards/wall1_1/a%20b.png HTTP/1.1\r\n\(host)If-None-Match: *\r\n\r\n",
      "GET /cards/%D0%96.webp HTTP/1.1\r\n\(host)\r\n",
      "GET /cards/picture.svg HTTP/1.1\r\n\(host)\r\nGET /cards/page.html HTTP/1.1\r\n\(host)\r\n",
      "GET /Baselines/wall1_1/a.png HTTP/1.1\r\n\(host)\r\n",
      "GET /link/index.html HTTP/1.1\r\n\(host)\r\n",
      "GET /../secret.txt HTTP/1.1\r\n\(host)\r\n",
      "GET /api/session HTTP/1.1\r\n\(host)Sec-Fetch-Site: same-origin\r\n\r\n",
      "\(post)Content-Length: \(decisions.utf8.count)\r\n\r\n\(decisions)",
      "\(post)Transfer-Encoding: chunked\r\n\r\n\(String(decisions.utf8.count, radix: 16))\r\n\(decisions)\r\n0\r\n\r\n",
      "\(post)Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{cut}{}",
      "GET /x HTTP/1.0\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\n\(host)\r\n",
    ]
    return Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("\($0.offset)", Array($0.element.utf8)) })
  }()
}

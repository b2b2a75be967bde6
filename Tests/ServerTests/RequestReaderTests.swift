import Server
import Testing

@Suite("Requests out of bytes")
struct RequestReaderTests {
  /// Parses bytes that arrive in pieces.
  private func read(_ text: String, pieces: Int = .max) throws -> (heads: [RequestHead], bodies: [String]) {
    var reader = RequestReader(ServerLimits(descriptors: 256))
    var (heads, bodies, rest) = ([RequestHead](), [String](), Array(text.utf8)[...])
    while !rest.isEmpty {
      reader.add(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
      while let part = try reader.next() {
        switch part {
        case .head(let head):
          heads.append(head)
          bodies.append("")
        case .body(let bytes): bodies[bodies.count - 1] += String(decoding: bytes, as: UTF8.self)
        case .end: bodies[bodies.count - 1] += "."
        }
      }
    }
    return (heads, bodies)
  }

  @Test("the same requests whatever the pieces", arguments: [1, 2, 3, 7, 64, .max])
  func pieces(size: Int) throws {
    let text =
      "\r\nPOST /a?b=c HTTP/1.1\r\nHost: here\r\nX-Empty:\r\nContent-Length: 5\r\n\r\nab\r\n\r"
      + "GET /%41 HTTP/1.0\r\nhost:\t there \t\r\n\r\n"
      + "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;name=word\r\nabc\r\n0A \r\n0123456789\r\n0\r\nX: y\r\n\r\n"
    let (heads, bodies) = try read(text, pieces: size)
    #expect(
      heads == [
        RequestHead(
          method: "POST", target: "/a?b=c", isCurrent: true,
          headers: ["Host": "here", "X-Empty": "", "Content-Length": "5"]),
        RequestHead(method: "GET", target: "/%41", isCurrent: false, headers: ["host": "there"]),
        RequestHead(method: "POST", target: "/c", isCurrent: true, headers: ["Transfer-Encoding": "chunked"]),
      ])
    #expect(bodies == ["ab\r\n\r.", ".", "abc0123456789."])
  }

  @Test("nothing is known of a request before its headers are there")
  func unfinished() throws {
    #expect(try read("GET / HTTP/1.1\r\nHost: here\r\n").heads.isEmpty)
  }

  @Test(
    "what another reader could take for another request is refused",
    arguments: [
      "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", "GET / HTTP/1.1\r\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\n: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost\r\n\r\n", "GET / HTTP/1.1\r\nX: a\u{0}b\r\n\r\n", "GET /\u{7F} HTTP/1.1\r\n\r\n",
      "GET /ü HTTP/1.1\r\n\r\n", "GET / a HTTP/1.1\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n", "GET / http/1.1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: \r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 9223372036854775807\r\n\r\na",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\na",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n8000000000000000\r\n",
    ])
  func malformed(text: String) {
    #expect(throws: RequestReader.Fault.malformed) { try read(text) }
  }

  @Test("other versions are distinguished from nonsense", arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/1.2"])
  func version(name: String) {
    #expect(throws: RequestReader.Fault.version) { try read("GET / \(name)\r\n\r\n") }
  }

  @Test("no part of a request is longer than the limits, also where its end never comes")
  func limits() {
    let long = String(repeating: "a", count: 40_000)
    #expect(throws: RequestReader.Fault.longLine) { try read("GET /\(long)", pieces: 1000) }
    #expect(throws: RequestReader.Fault.largeHeaders) { try read("GET / HTTP/1.1\r\nX: \(long)", pieces: 1000) }
    let trailers = String(repeating: "X: y\r\n", count: 20_000)
    let chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    #expect(throws: RequestReader.Fault.largeHeaders) { try read(chunked + trailers) }
  }
}

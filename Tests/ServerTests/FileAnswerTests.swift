import Foundation
import Server
import Support
import Testing

@Suite("Files as they are sent")
struct FileAnswerTests {
  typealias RangeCase = (header: String, status: Int, range: String?, body: String?)

  @Test(
    "a part of a file",
    arguments: [
      ("bytes=0-3", 206, "bytes 0-3/17", "revi"), ("bytes=14-", 206, "bytes 14-16/17", "bin"),
      ("bytes=-3", 206, "bytes 14-16/17", "bin"), ("bytes=14-99", 206, "bytes 14-16/17", "bin"),
      ("bytes=17-", 416, "bytes */17", nil), ("bytes=-0", 416, "bytes */17", nil),
      ("bytes=3-2", 200, nil, "review/digits.bin"), ("bytes=0-1,3-4", 200, nil, "review/digits.bin"),
      ("lines=0-1", 200, nil, "review/digits.bin"), ("bytes=99999999999999999999-", 200, nil, "review/digits.bin"),
    ] as [RangeCase])
  func range(of test: RangeCase) async throws {
    let (header, status, range, body) = test
    try await RunningReview.serving { review in
      let answer = try await review.client.send("GET", "/review/digits.bin", headers: ["Range": header])
      #expect(answer.status == status && answer.headers["content-range"] == range)
      if let body { #expect(answer.body == body && answer.headers["content-length"] == "\(body.utf8.count)") }
      let head = try await review.client.send("HEAD", "/review/digits.bin", headers: ["Range": header])
      #expect(head.status == 200 && head.headers["content-length"] == "17")
    }
  }

  @Test("a part is sent only of the image that the asker has begun")
  func condition() async throws {
    try await RunningReview.serving { review in
      let tag = try #require(try await review.client.send("GET", "/review/a.png").headers["etag"])
      for (known, status) in [(tag, 206), ("\"other\"", 200)] {
        let answer = try await review.client.send(
          "GET", "/review/a.png", headers: ["Range": "bytes=0-1", "If-Range": known])
        #expect(answer.status == status)
      }
    }
  }

  @Test("a file of gigabytes is sent from any place, piece by piece")
  func sparse() async throws {
    try await RunningReview.serving { review in
      let size = 5 << 30
      try review.makeSparse("review/large.png", size: size)
      let head = try await review.client.send("HEAD", "/review/large.png")
      #expect(head.headers["content-length"] == "\(size)")
      let end = try await review.client.send("GET", "/review/large.png", headers: ["Range": "bytes=-3"])
      #expect(end.status == 206 && end.body == "\0\0\0")
      let connection = try RawConnection(port: review.port)
      await connection.send(review.request("GET", "/review/large.png"))
      #expect(await connection.skip(32 << 20) == 32 << 20)
    }
  }

  @Test(
    "a drawing or a page that is not ours is shown as of no site, without scripts",
    arguments: ["cards/a.svg", "cards/A.SVG", "cards/a.xml", "review/other.html", "cards/index.html"])
  func inert(path: String) async throws {
    try await RunningReview.serving { review in
      try review.folder.write(
        "<svg xmlns='http://www.w3.org/2000/svg'><script>fetch('/api/session')</script></svg>", to: "out/\(path)")
      let answer = try await review.client.send("GET", "/\(path)")
      let policy = try #require(answer.headers["content-security-policy"])
      #expect(answer.status == 200 && policy.hasPrefix("sandbox; default-src 'none';"))
      #expect(!policy.contains("allow-") && !policy.contains("script-src"))
      // Pages of other sites send these headers, and get no token.
      for headers in [["Origin": "null"], ["Sec-Fetch-Site": "cross-site"]] {
        let session = try await review.client.send("GET", "/api/session", headers: headers)
        #expect(session.status == 403 && !session.body.contains("token\":"))
      }
    }
  }

  @Test("our own pages run", arguments: ["/", "/index.html", "/review/", "/review/index.html"])
  func pages(path: String) async throws {
    try await RunningReview.serving { review in
      let answer = try await review.client.send("GET", path)
      #expect(answer.status == 200 && answer.headers["content-security-policy"] == "frame-ancestors 'self'")
    }
  }

  @Test("a pipe is not a file")
  func pipe() async throws {
    try await RunningReview.serving { review in
      try #require(mkfifo(review.folder.url.appendingPathComponent("out/pipe.png").path, 0o600) == 0)
      let answer = try await review.client.send("GET", "/pipe.png")
      #expect(answer.status == 404)
    }
  }
}

extension RunningReview {
  /// Writes a file of zeros that takes no space on the disk.
  func makeSparse(_ path: String, size: Int) throws {
    try folder.write("", to: "out/\(path)")
    try #require(truncate(folder.url.appendingPathComponent("out/\(path)").path, off_t(size)) == 0)
  }
}

import Foundation
import Server
import Support
import Testing

@Suite("Requests on one connection")
struct ConnectionTests {
  @Test("requests that come in one piece are answered in their order")
  func pipelined() async throws {
    try await RunningReview.serving { review in
      let requests = [
        review.request("GET", "/review/a.png"), review.request("HEAD", "/review/a.png"),
        review.request("GET", "/nothing"), review.request("GET", "/index.html", ["Connection: close"]),
      ]
      let answers = try await review.client.raw(requests.joined())
      let statuses = answers.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
      #expect(statuses == ["200", "200", "404", "200"] && answers.hasSuffix("index.html"))
    }
  }

  @Test("thousands of them too")
  func manyPipelined() async throws {
    try await RunningReview.serving { review in
      let all = String(repeating: review.request("POST", "/"), count: 3000)
      let answers = try await review.client.raw(all + review.request("GET", "/review/", ["Connection: close"]))
      #expect(answers.components(separatedBy: "HTTP/1.1 405").count == 3001 && answers.hasSuffix("review/index.html"))
    }
  }

  @Test("the next request can wait for the answer, and who has said everything still gets one")
  func keptOpen() async throws {
    try await RunningReview.serving { review in
      let connection = try RawConnection(port: review.port)
      for _ in 0..<3 {
        await connection.send(review.request("GET", "/review/a.png"))
        #expect(await connection.receive(until: "review/a.png").hasPrefix("HTTP/1.1 200 "))
      }
      await connection.send(review.request("GET", "/review/a.png"))
      connection.finish()
      #expect(await connection.receiveAll().hasSuffix("review/a.png"))
    }
  }

  @Test(
    "anything that is not a request of HTTP/1.1 is refused, and the connection with it",
    arguments: [
      ("\u{16}\u{3}\u{1}\r\n\r\n", 400), ("GET /review/ HTTP/3.0\r\n\r\n", 505), ("GET  HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n", 400),
    ])
  func malformed(text: String, status: Int) async throws {
    try await RunningReview.serving { review in
      let answer = try await review.client.raw(text + review.request("GET", "/review/"))
      #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.components(separatedBy: "HTTP/1.1 ").count == 2)
    }
  }

  @Test("a request names one host and one origin", arguments: ["Host: evil.example", "Origin: http://evil.example"])
  func twice(header: String) async throws {
    try await RunningReview.serving { review in
      let own = "Origin: http://127.0.0.1:\(review.port)"
      let request = review.request("GET", "/api/session", [own, header, "Connection: close"])
      let answer = try await review.client.raw(request)
      #expect(["serve.host", "serve.origin"].contains(review.code(answer)) && !answer.contains("token\":"))
    }
  }

  @Test("an offer to switch protocols is passed over", arguments: ["h2c", "websocket"])
  func upgrade(name: String) async throws {
    try await RunningReview.serving { review in
      let headers = ["Connection: Upgrade", "Upgrade: \(name)"]
      let answer = try await review.client.raw(review.request("GET", "/review/a.png", headers))
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("review/a.png"))
    }
  }

  @Test("who asks whether to send the body hears that it may")
  func expectation() async throws {
    try await RunningReview.serving { review in
      let session = try await review.client.send("GET", "/api/session").body
      let token = try #require(session.components(separatedBy: "\"").first { $0.count == 64 })
      let held = ["Content-Type: application/json", "Content-Length: 2", "Expect: 100-continue"]
      let allowed = try RawConnection(port: review.port)
      await allowed.send(review.request("POST", "/api/decisions", held + ["X-Feedproof-Token: \(token)"]))
      #expect(await allowed.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
      await allowed.send("{}")
      #expect(await allowed.receive(until: "}").hasPrefix("HTTP/1.1 200 "))
      #expect(await review.controller.asked == 1)
    }
  }
}

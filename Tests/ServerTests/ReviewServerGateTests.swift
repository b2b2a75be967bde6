import Diagnostics
import Foundation
import Server
import Support
import Testing

@Suite("Accepted requests of the review server")
struct ReviewServerGateTests: ServedFiles {
  @Test(
    "a request for another host is refused, whatever it asks for",
    arguments: ["/review/", "/api/session", "/api/decisions", "/api/undo", "/api/pins", "/nothing"])
  func rebinding(path: String) async throws {
    try await serving { client, controller, port in
      for host in ["evil.example:\(port)", "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]:\(port)"] {
        for method in ["GET", "POST"] {
          let answer = try await client.send(method, path, headers: ["Host": host])
          #expect(answer.status == 421)
          #expect(try code(answer) == "serve.host")
        }
      }
      #expect(await controller.asked.isEmpty)
    }
  }

  @Test(
    "no path leads out of the folder",
    arguments: [
      "/../secret.txt", "/review/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
      "/review/..%5c..%5csecret.txt",
      "/review/%00", "//secret.txt", "/%2fetc/passwd", "http://127.0.0.1/review/", "*",
    ])
  func traversal(path: String) async throws {
    try await serving { client, _, _ in
      let answer = try await client.send("GET", path)
      #expect([400, 404].contains(answer.status) && !answer.body.contains("secret\n"))
    }
  }

  @Test("decisions with the session's token are applied")
  func decisions() async throws {
    try await serving { client, controller, port in
      var headers = try await writing(client)
      headers["Origin"] = "http://127.0.0.1:\(port)"
      headers["Sec-Fetch-Site"] = "same-origin"
      let answer = try await client.send("POST", "/api/decisions", headers: headers, body: "{}")
      #expect(answer.status == 200 && answer.body == #"{"approved":["a"],"rejected":[],"skipped":["b"],"undone":[]}"#)
      let long = String(repeating: "x", count: 19_000)
      let second = try await client.send("POST", "/api/decisions", headers: headers, body: long)
      #expect(second.status == 200)
      #expect(await controller.asked == ["{}", long])
      let undone = try await client.send("POST", "/api/undo", headers: headers, body: "back")
      #expect(undone.status == 200 && undone.body.contains(#""undone":["a"]"#))
      let pinned = try await client.send("POST", "/api/pins", headers: headers, body: "pair")
      #expect(pinned.status == 200 && pinned.body == #"{"file":"screens.yml"}"#)
      let known = try await client.send("GET", "/api/decisions")
      #expect(
        known.body.contains(#""decisions":[{"canUndo":true,"case":"a","comment":"rounder","decision":"reject"}]"#))
      let conflict = try await client.send("POST", "/api/decisions", headers: headers, body: "conflict")
      #expect(conflict.status == 409)
      #expect(try code(conflict) == "serve.not-found")
    }
  }

  @Test(
    "a write without the token, from another page, or of another type is refused",
    arguments: [
      ("X-Feedproof-Token", nil, 403, "serve.token"), ("X-Feedproof-Token", "0", 403, "serve.token"),
      ("Origin", "http://evil.example", 403, "serve.origin"), ("Origin", "null", 403, "serve.origin"),
      ("Sec-Fetch-Site", "cross-site", 403, "serve.origin"), ("Sec-Fetch-Site", "same-site", 403, "serve.origin"),
      ("Content-Type", "text/plain", 415, "serve.type"), ("Content-Type", nil, 415, "serve.type"),
    ])
  func refusedWrites(header: String, value: String?, status: Int, expected: String) async throws {
    try await serving { client, controller, _ in
      var headers = try await writing(client)
      headers[header] = value
      for path in ["/api/decisions", "/api/undo", "/api/pins"] {
        let answer = try await client.send("POST", path, headers: headers, body: "{}")
        #expect(answer.status == status)
        #expect(try code(answer) == expected)
      }
      #expect(await controller.asked.isEmpty)
    }
  }

  @Test("a page elsewhere gets neither the token nor leave to ask for it")
  func token() async throws {
    try await serving { client, _, _ in
      for site in ["cross-site", "same-site"] {
        for path in ["/api/session", "/api/decisions"] {
          let answer = try await client.send("GET", path, headers: ["Sec-Fetch-Site": site])
          #expect(answer.status == 403 && !answer.body.contains("token\":") && !answer.body.contains("rounder"))
        }
      }
      let preflight = try await client.send(
        "OPTIONS", "/api/decisions",
        headers: ["Origin": "http://evil.example", "Access-Control-Request-Method": "POST"])
      #expect(preflight.status == 403 && !preflight.headers.keys.contains { $0.hasPrefix("access-control") })
    }
  }

  @Test("each start has a token of its own")
  func tokens() async throws {
    var first: String?
    try await serving { client, _, _ in first = try await writing(client)["X-Feedproof-Token"] }
    try await serving { client, _, _ in
      let second = try await writing(client)["X-Feedproof-Token"]
      #expect(first != nil && first != second)
    }
  }

  @Test("a body that is too large is refused, in one piece or in chunks")
  func large() async throws {
    try await serving { client, controller, port in
      var headers = try await writing(client)
      headers["Content-Length"] = String(20_001)
      let body = String(repeating: " ", count: 20_001)
      let answer = try await client.send("POST", "/api/decisions", headers: headers, body: body)
      #expect(answer.status == 413)
      #expect(try code(answer) == "serve.too-large")
      headers["Content-Length"] = nil
      let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
      let chunk = String(body.utf8.count, radix: 16)
      let chunked = try await client.raw(
        "POST /api/decisions HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(lines)"
          + "Transfer-Encoding: chunked\r\n\r\n\(chunk)\r\n\(body)\r\n0\r\n\r\n")
      #expect(chunked.hasPrefix("HTTP/1.1 413"))
      #expect(await controller.asked.isEmpty)
    }
  }

  @Test("anything that is in the body of a refused request is not taken for another request")
  func smuggling() async throws {
    try await serving { client, controller, port in
      let headers = try await writing(client)
      let hidden =
        "POST /api/decisions HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 2\r\n"
        + headers.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n{}"
      let padding = String(repeating: " ", count: 9000)
      let answers = try await client.raw(
        "POST /review/ HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(hidden.utf8.count + 9000)\r\n\r\n"
          + hidden + padding + "GET /review/a.png HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
      #expect(answers.hasPrefix("HTTP/1.1 405") && answers.hasSuffix("review/a.png"))
      #expect(await controller.asked.isEmpty)
    }
  }
}

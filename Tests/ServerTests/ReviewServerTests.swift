import Diagnostics
import Foundation
import Server
import Support
import Testing

@Suite("A server of a review")
struct ReviewServerTests: ServedFiles {
  @Test(
    "files come with their type, not to be guessed, framed or read elsewhere",
    arguments: [
      ("/review/", "text/html; charset=utf-8", "no-store"),
      ("/review/data.js", "text/javascript; charset=utf-8", "no-store"),
      ("/review/a.png?v=1", "image/png", "no-cache"), ("/review/a.bin", "application/octet-stream", "no-store"),
    ])
  func files(path: String, type: String, cache: String) async throws {
    try await serving { client, _, _ in
      let answer = try await client.send("GET", path)
      #expect(answer.status == 200 && answer.body.hasPrefix("review/"))
      #expect(answer.headers["content-type"] == type && answer.headers["cache-control"] == cache)
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["x-frame-options"] == "SAMEORIGIN")
      #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
      #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control") })
      let head = try await client.send("HEAD", path)
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.headers["content-length"] == answer.headers["content-length"])
    }
  }

  @Test("the way to the review is found from above, and an image that has not changed is not sent again")
  func redirects() async throws {
    try await serving { client, _, _ in
      let root = try await client.send("GET", "/")
      #expect(root.status == 307 && root.headers["location"] == "/review/")
      let folder = try await client.send("GET", "/review")
      #expect(folder.status == 307 && folder.headers["location"] == "/review/")
      let tag = try await client.send("GET", "/review/a.png").headers["etag"]
      let again = try await client.send("GET", "/review/a.png", headers: ["If-None-Match": try #require(tag)])
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  @Test("files are read and nothing else", arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
  func methods(method: String) async throws {
    try await serving { client, _, _ in
      for path in ["/review/", "/api/session"] {
        let answer = try await client.send(method, path)
        #expect(answer.status == 405)
      }
    }
  }

  @Test("without a project there is nothing to approve, and the files are shown all the same")
  func noProject() async throws {
    try await serving(project: nil) { client, _, _ in
      let answer = try await client.send("GET", "/api/session")
      #expect(answer.status == 403)
      #expect(try code(answer) == "serve.no-project")
      #expect(try await client.send("GET", "/review/").status == 200)
    }
  }

  @Test("a port that is taken is an error where it was asked for, and another is chosen where not")
  func ports() async throws {
    try await serving { _, _, port in
      let folder = try TemporaryFolder()
      let second = ReviewServer(
        folders: [ServedFolder(folder.url)], home: "/review/", controller: RememberingController(project: nil))
      await #expect(throws: ServingIssue.portTaken(UInt16(port))) { try await second.start(port: UInt16(port)) }
      let any = try #require(try await second.start(port: nil).port)
      #expect(any != port)
      await second.stop()
    }
  }

  @Test("nothing is listened to but this machine's own address")
  func loopback() async throws {
    try await serving { _, _, port in
      // The other loopback addresses belong to this machine too, but the server doesn't listen on them.
      #expect(!RawClient.listens(at: "127.0.0.2", port: port) && RawClient.listens(at: "127.0.0.1", port: port))
    }
  }
}

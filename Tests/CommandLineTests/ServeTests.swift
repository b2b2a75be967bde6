import Foundation
import Support
import Testing

@Suite("feedproof serve", .timeLimit(.minutes(30)))
struct ServeTests: ServedReview {
  @Test("a page elsewhere can't approve, by no way a browser offers")
  func elsewhere() async throws {
    let project = try compared()
    _ = try await serving(project) { client, address in
      for (header, value) in [
        ("Host", "evil.example:\(address.port)"), ("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site"),
        ("X-Feedproof-Token", "guess"), ("Content-Type", "text/plain"),
      ] {
        let approval = #"{"case": "\#(Self.first)", "decision": "approve"}"#
        let answer = try await decide(client, approval, changing: [header: value])
        #expect([403, 415, 421].contains(answer.status))
      }
    }
    #expect(project.files(in: "Baselines").isEmpty)
  }

  @Test("an output of no known project is shown, but nothing in it is approved unless --project says whose it is")
  func downloaded() async throws {
    let project = try compared()
    try FileManager.default.moveItem(
      at: project.folder.url.appendingPathComponent("output"),
      to: project.folder.url.appendingPathComponent("artifact"))
    let shown = try await serving(project, ["artifact"]) { client, address in
      #expect(address.project == nil)
      let session = try await client.send("GET", "/api/session")
      let report = try await client.send("GET", "/review/report.json")
      #expect(session.status == 403 && report.status == 200)
    }
    #expect(shown.error.contains("warning[serve.no-project]"))
    _ = try await serving(project, ["artifact", "--project", "."]) { client, _ in
      let answer = try await decide(client, #"{"case": "\#(Self.first)", "decision": "approve"}"#)
      #expect(answer.status == 200)
    }
    #expect(project.files(in: "Baselines").contains("\(Self.first).png"))
  }

  @Test("a post in all faces is a page that is drawn when it is asked for, which pages hear of")
  func faces() async throws {
    let project = try compared()
    _ = try await serving(project) { client, _ in
      let review = try await client.send("GET", "/review/")
      let report = try await client.send("GET", "/review/report.json")
      #expect(review.headers["server-timing"] == "faces, originals" && report.headers["server-timing"] == nil)
      let page = try await client.send("GET", "/faces/wall1_1.html")
      #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.body.contains("<span>mastodon</span>") && page.body.contains("src=\"data:image/png;base64,"))
      let card = try await client.send("GET", "/faces/wall1_1/bluesky.light.png")
      #expect(card.status == 200 && card.headers["content-type"] == "image/png")
      for name in ["unknown.light.png", "bluesky.unknown.png", "bluesky.light.svg", "bluesky.png"] {
        #expect(try await client.send("GET", "/faces/wall1_1/\(name)").status == 404, "\(name)")
      }
      let nobody = try await client.send("GET", "/faces/nobody.html")
      #expect(nobody.body.contains("<pre>error") && !nobody.body.contains("<img"))
    }
    try FileManager.default.moveItem(
      at: project.folder.url.appendingPathComponent("output"),
      to: project.folder.url.appendingPathComponent("artifact"))
    _ = try await serving(project, ["artifact"]) { client, _ in
      let review = try await client.send("GET", "/review/")
      let page = try await client.send("GET", "/faces/wall1_1.html")
      #expect(review.status == 200 && review.headers["server-timing"] == nil && page.status == 404)
    }
  }

  @Test("connections by the hundred don't take its descriptors away", arguments: [256, 24])
  func descriptors(limit: Int) async throws {
    let project = try ProofProject()
    try project.folder.write("<p>", to: "output/index.html")
    let ended = try await serving(project, descriptors: limit) { client, address in
      // More connections than the limit. The system queues at most 128 more.
      let count = limit < 100 ? 100 : 300
      let idle = try (0..<count).map { _ in try RawConnection(port: address.port) }
      #expect(try await client.send("GET", "/index.html").status == 200)
      #expect(idle.count == count)
    }
    #expect(ended.status == 0)
  }

  #if os(Linux)
    @Test("a file of gigabytes takes no memory")
    func memory() async throws {
      let project = try ProofProject()
      try project.folder.write("", to: "output/large.png")
      let file = project.folder.url.appendingPathComponent("output/large.png")
      try #require(truncate(file.path, 5 << 30) == 0)
      let running = try Tool.start(["serve", "--port", "0", "--json", "output"], in: project.folder.url)
      defer { running.process.terminate() }
      let port = try await address(of: running).port
      let connection = try RawConnection(port: port)
      await connection.send("GET /large.png HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      #expect(await connection.skip(256 << 20) == 256 << 20)
      let status = try String(contentsOfFile: "/proc/\(running.process.processIdentifier)/status", encoding: .utf8)
      let peak = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      #expect(try #require(Int(peak.filter(\.isNumber))) < 200 << 10, "\(peak)")
    }
  #endif

  @Test("wrong usage is status 2", arguments: [["nowhere"], ["--port", "65536"], ["--port", "x"]])
  func usage(arguments: [String]) throws {
    let project = try ProofProject(posts: ["Hello"])
    let outcome = try Tool.run(["serve"] + arguments, in: project.folder.url)
    #expect(outcome.status == 2 && outcome.error.lowercased().contains("error"))
  }
}

import Foundation
import Support
import Testing

@Suite("feedproof watch", .timeLimit(.minutes(10)))
struct WatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    #expect(try Tool.run(["init", "holiday"], in: folder.url).status == 0)
    #expect(try Tool.run(["eject", "post", "tokens", "-C", "holiday"], in: folder.url).status == 0)
  }

  private struct News: Decodable {
    struct Problem: Decodable {
      var code: String
      var file: String?
      var line: Int?
      var hint: String?
    }
    var revision: Int
    var edition: Int
    var isWritten: Bool
    var problems: [Problem]
    var heights: [[Int]]
  }

  private static let options = ["--scale", "1", "--width", "320", "--theme", "light"]
  private static let view = "width=320&scale=1&theme=light&from=0&to=1"

  /// Watches during the test, then ends the command with Ctrl-C.
  private func watching(_ test: (RawClient) async throws -> Void) async throws -> Tool.Outcome {
    let running = try Tool.start(["watch", "holiday", "--port", "0", "--json"] + Self.options, in: folder.url)
    do {
      try await test(RawClient(port: try await port(of: running)))
    } catch {
      running.process.terminate()
      throw error
    }
    kill(running.process.processIdentifier, SIGINT)
    return running.outcome()
  }

  private func port(of running: Tool.Running) async throws -> Int {
    while running.process.isRunning {
      for line in running.outputSoFar.split(separator: "\n") {
        if let said = try? JSONDecoder().decode(ServedAddress.self, from: Data(line.utf8)) { return said.port }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw POSIXError(.ECHILD)
  }

  /// Returns the first news after `known` that `isWanted` accepts.
  private func news(
    _ client: RawClient, after known: Int = 0, until isWanted: (News) -> Bool = { _ in true }
  ) async throws -> News {
    var known = known
    // A time limit of its own: waiting blocks a thread that others need, so a limit of the suite would not be noticed.
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      let body = try await client.send("GET", "/api/live?since=\(known)&\(Self.view)").body
      let news = try JSONDecoder().decode(News.self, from: Data(body.utf8))
      if isWanted(news) { return news }
      known = news.revision
    }
    throw NothingNew()
  }

  private struct NothingNew: Error {}

  private func replace(_ old: String, with new: String, in path: String) throws {
    let text = try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
    #expect(text.contains(old))
    try Data(text.replacing(old, with: new, maxReplacements: 1).utf8).write(
      to: folder.url.appendingPathComponent(path), options: .atomic)
  }

  private func cards() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("holiday/output/cards").path)
  }

  @Test("a saved template is drawn again, visible cards first, with the same bytes as an export")
  func template() async throws {
    let ended = try await watching { client in
      let before = try await news(client)
      #expect(before.isWritten && before.problems.isEmpty)
      let path = "/cards/\(try #require(try cards().sorted().first))/320@1x-light-expanded.png"
      let old = try await client.send("GET", path).body
      try replace(#"fill: "{color.card}""#, with: #"fill: "{color.link}""#, in: "holiday/Cards/post.yml")
      let turned = try await news(client, after: before.revision) { $0.edition != before.edition }
      #expect(Set(turned.heights.map { $0[0] }).isSuperset(of: [0, 1]))
      let new = try await client.send("GET", path).body
      #expect(new != old && !new.isEmpty)
      let written = try await news(client, after: turned.revision - 1) { $0.isWritten }
      #expect(written.edition == turned.edition)
      let exported = try Data(contentsOf: folder.url.appendingPathComponent("holiday/output\(path)"))
      #expect(new == String(decoding: exported, as: UTF8.self))
    }
    #expect(ended.status == 0)
  }

  @Test(
    "anything that is wrong is reported with its place and a hint until it is repaired; anything that was good is shown meanwhile"
  )
  func problem() async throws {
    let ended = try await watching { client in
      let before = try await news(client)
      try replace("  name: card", with: "  nmae: card", in: "holiday/Cards/post.yml")
      let broken = try await news(client, after: before.revision) { !$0.problems.isEmpty }
      let problem = try #require(broken.problems.first)
      #expect(problem.file?.hasSuffix("Cards/post.yml") == true && problem.line == 8 && problem.hint != nil)
      #expect(broken.edition == before.edition)
      #expect(try await client.send("GET", "/").status == 200)
      try replace("  nmae: card", with: "  name: card", in: "holiday/Cards/post.yml")
      #expect(try await news(client, after: broken.revision) { $0.problems.isEmpty }.edition != before.edition)
    }
    let schema = try JSONSchema("watch")
    #expect(ended.output.contains(#""event":"diagnostic""#))
    for line in ended.output.split(separator: "\n") { #expect(try schema.faults(in: String(line)) == []) }
  }

  @Test("the folder of templates may be replaced by a different one")
  func replacedFolder() async throws {
    try FileManager.default.copyItem(
      at: folder.url.appendingPathComponent("holiday/Cards"), to: folder.url.appendingPathComponent("holiday/Next"))
    try replace(#"fill: "{color.card}""#, with: #"fill: "{color.link}""#, in: "holiday/Next/post.yml")
    _ = try await watching { client in
      let before = try await news(client)
      for (from, to) in [("Cards", "Before"), ("Next", "Cards")] {
        try FileManager.default.moveItem(
          at: folder.url.appendingPathComponent("holiday/\(from)"),
          to: folder.url.appendingPathComponent("holiday/\(to)"))
      }
      let turned = try await news(client, after: before.revision) {
        $0.edition != before.edition && $0.problems.isEmpty
      }
      // From then on, the template is watched.
      try replace(#"fill: "{color.link}""#, with: #"fill: "{color.text}""#, in: "holiday/Cards/post.yml")
      #expect(
        try await news(client, after: turned.revision) { $0.edition != turned.edition && $0.problems.isEmpty }.edition
          != 0)
    }
  }

  @Test("a project file that is gone is reported, nothing is drawn without it, and it counts again once it is back")
  func projectFileGone() async throws {
    let file = folder.url.appendingPathComponent("holiday/feedproof.yml")
    let kept = folder.url.appendingPathComponent("kept.yml")
    _ = try await watching { client in
      let before = try await news(client)
      // Change this first: files read by the first rendering are watched as well.
      try FileManager.default.moveItem(at: file, to: kept)
      let gone = try await news(client, after: before.revision) { !$0.problems.isEmpty }
      #expect(gone.problems.first?.code == "watch.project-gone" && gone.edition == before.edition)
      #expect(gone.problems.first?.file == "holiday/feedproof.yml" && gone.problems.first?.hint != nil)
      try FileManager.default.moveItem(at: kept, to: file)
      let back = try await news(client, after: gone.revision) { $0.problems.isEmpty }
      // The templates are watched again.
      try replace(#"fill: "{color.card}""#, with: #"fill: "{color.link}""#, in: "holiday/Cards/post.yml")
      _ = try await news(client, after: back.revision) { $0.edition != back.edition }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("output").path))
  }

  @Test("the folder that is served stays the one that is written, until the project is watched again")
  func outputStays() async throws {
    _ = try await watching { client in
      let before = try await news(client)
      try replace("output: output", with: "output: other", in: "holiday/feedproof.yml")
      let turned = try await news(client, after: before.revision) { $0.edition != before.edition }
      _ = try await news(client, after: turned.revision - 1) { $0.isWritten }
      #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("holiday/other").path))
    }
  }

  @Test(
    "the exported page knows nothing of being watched; anything that is served asks for news, and takes no decisions")
  func pages() async throws {
    _ = try await watching { client in
      let exported = try String(
        contentsOf: folder.url.appendingPathComponent("holiday/output/site/feed.js"), encoding: .utf8)
      let served = try await client.send("GET", "/site/feed.js").body
      #expect(served.contains("/api/live") && !exported.contains("/api/live"))
      #expect(try await client.send("GET", "/").body.contains("connect-src 'self'"))
      #expect(try await client.send("GET", "/api/session").status == 403)
      #expect(try await client.send("POST", "/api/live").status == 405)
      #expect(try await client.send("GET", "/api/live", headers: ["Origin": "http://evil.example"]).status == 403)
    }
  }

  @Test("--help has an example")
  func help() throws {
    #expect(try Tool.run(["watch", "--help"], in: folder.url).output.contains("feedproof watch holiday"))
  }

  @Test("a project that can't be drawn is status 2")
  func broken() throws {
    try folder.write("widhts: 3\n", to: "holiday/feedproof.yml")
    let outcome = try Tool.run(["watch", "holiday", "--port", "0"], in: folder.url)
    #expect(outcome.status == 2 && outcome.error.contains("holiday/feedproof.yml:1:1"))
  }
}

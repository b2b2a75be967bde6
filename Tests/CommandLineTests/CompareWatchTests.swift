import Foundation
import Support
import Testing

@Suite("feedproof compare --watch", .timeLimit(.minutes(10)))
struct CompareWatchTests {
  private struct News: Decodable {
    struct Problem: Decodable {
      var code: String
      var line: Int?
    }
    var revision: Int
    var edition: Int
    var problems: [Problem]
  }

  private func news(_ client: RawClient, after known: Int, until isWanted: (News) -> Bool) async throws -> News {
    var known = known
    // A time limit of its own: waiting blocks a thread that others need, so a limit of the suite would not be noticed.
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      let body = try await client.send("GET", "/api/live?since=\(known)&review=1").body
      let news = try JSONDecoder().decode(News.self, from: Data(body.utf8))
      if isWanted(news) { return news }
      known = news.revision
    }
    throw NothingNew()
  }

  private struct NothingNew: Error {}

  @Test(
    "what changes is compared again, and reported to the page; anything that is wrong is reported until it is repaired")
  func again() async throws {
    let project = try ProofProject().approved()
    let running = try Tool.start(["compare", ".", "--watch", "--port", "0", "--json"], in: project.folder.url)
    defer { running.process.terminate() }
    var port: Int?
    while running.process.isRunning, port == nil {
      for line in running.outputSoFar.split(separator: "\n") {
        port = port ?? (try? JSONDecoder().decode(ServedAddress.self, from: Data(line.utf8)))?.port
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    let client = RawClient(port: try #require(port))
    let first = try await news(client, after: 0) { _ in true }
    #expect(first.problems.isEmpty)
    #expect(try project.report.cases.allSatisfy { $0.verdict == "identical" })
    #expect(try await client.send("GET", "/review/site/review.js").body.contains("/api/live"))
    #expect(!String(decoding: try project.data("output/review/site/review.js"), as: UTF8.self).contains("/api/live"))

    // The state of a file while an editor saves it.
    try project.folder.write("", to: "feed.json")
    let empty = try await news(client, after: first.revision) { !$0.problems.isEmpty }
    #expect(empty.problems.first?.code == "feed.empty-file")
    try project.write([ProofProject.text, "Hello again"])
    let second = try await news(client, after: first.revision) { $0.edition != first.edition }
    #expect(try project.report.cases.contains { $0.verdict == "different" })

    try project.folder.write("widhts: 3\n", to: "feedproof.yml")
    let broken = try await news(client, after: second.revision) { !$0.problems.isEmpty }
    #expect(broken.problems.first?.line == 1 && broken.edition == second.edition)
    try project.folder.write("widths: 375\nscales: 2\nlocale: en\n", to: "feedproof.yml")
    _ = try await news(client, after: broken.revision) { $0.problems.isEmpty }
    kill(running.process.processIdentifier, SIGINT)
    #expect(running.outcome().status == 0)
  }

  @Test(
    "anything that is for machines is not watched, and an address is not asked for without watching",
    arguments: [["--watch", "--shard", "1/2"], ["--watch", "--github"], ["--port", "0"], ["--open"]])
  func usage(options: [String]) throws {
    let project = try ProofProject()
    #expect(try Tool.run(["compare", "."] + options, in: project.folder.url).status == 2)
  }
}

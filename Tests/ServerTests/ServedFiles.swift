import Diagnostics
import Foundation
import Server
import Support
import Testing

/// Records the requests.
actor RememberingController: ReviewController {
  nonisolated let project: String?
  private(set) var asked: [String] = []

  init(project: String?) { self.project = project }

  func apply(_ decisions: Data) throws -> ReviewOutcome {
    asked.append(String(decoding: decisions, as: UTF8.self))
    if decisions.starts(with: Data("conflict".utf8)) {
      throw ReviewRefusal(.conflict, Diagnostic(ServingIssue.notFound))
    }
    return ReviewOutcome(approved: ["a"], skipped: ["b"])
  }

  func undo(_ cases: Data) -> ReviewOutcome {
    asked.append(String(decoding: cases, as: UTF8.self))
    return ReviewOutcome(undone: ["a"])
  }

  func pin(_ pair: Data) -> PinnedMatch {
    asked.append(String(decoding: pair, as: UTF8.self))
    return PinnedMatch(file: "screens.yml")
  }

  func state() -> ReviewState {
    ReviewState(
      revision: asked.count, comparison: 0,
      decisions: [.init(id: "a", decision: "reject", comment: "rounder", canUndo: true)])
  }

  func finish() {}
}

struct ServedSession: Decodable {
  var token: String
  var project: String
}

struct ServedRefusal: Decodable {
  struct Fault: Decodable {
    var code: String
    var message: String
    var hint: String?
  }
  var error: Fault
}

/// A suite that sends requests to a review server.
protocol ServedFiles {}

extension ServedFiles {
  /// Runs a server during the test.
  func serving(
    project: String? = "holiday", _ test: (RawClient, RememberingController, Int) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    for path in ["review/index.html", "review/data.js", "review/a.png", "review/a.bin"] {
      try folder.write(path, to: "out/\(path)")
    }
    try folder.write("secret", to: "secret.txt")
    let controller = RememberingController(project: project)
    let server = ReviewServer(
      folders: [ServedFolder(folder.url.appendingPathComponent("out"))], home: "/review/", controller: controller,
      bodyLimit: 20_000)
    let port = try #require(try await server.start(port: 0).port)
    do {
      try await test(RawClient(port: port), controller, port)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  func code(_ answer: RawClient.Answer) throws -> String {
    try JSONDecoder().decode(ServedRefusal.self, from: Data(answer.body.utf8)).error.code
  }

  func writing(_ client: RawClient) async throws -> [String: String] {
    let answer = try await client.send("GET", "/api/session")
    let session = try JSONDecoder().decode(ServedSession.self, from: Data(answer.body.utf8))
    return ["X-Feedproof-Token": session.token, "Content-Type": "application/json"]
  }
}

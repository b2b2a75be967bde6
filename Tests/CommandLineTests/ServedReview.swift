import Foundation
import Support
import Testing

struct ServedAddress: Decodable {
  var address: String
  var port: Int
  var project: String?
}

struct ServedSession: Decodable {
  var token: String
  var project: String
}

struct ServedOutcome: Decodable {
  var approved: [String]
  var skipped: [String]
}

struct ServedState: Decodable {
  struct Decision: Decodable {
    var `case`: String
    var decision: String
    var comment: String?
    var canUndo: Bool
  }
  var comparison: Int
  var decisions: [Decision]
}

/// A suite that tests a review served by `feedproof serve`.
protocol ServedReview {}

extension ServedReview {
  static var first: String { "wall1_1/375@2x-light-expanded" }
  static var second: String { "wall1_2/375@2x-light-expanded" }

  /// Serves the project's output during the test, then ends the server with Ctrl-C or another signal.
  func serving(
    _ project: ProofProject, _ arguments: [String] = ["output"], descriptors: Int? = nil, signal: Int32 = SIGINT,
    _ test: (RawClient, ServedAddress) async throws -> Void
  ) async throws -> Tool.Outcome {
    try await serving(project.folder.url, arguments, descriptors: descriptors, signal: signal, test)
  }

  func serving(
    _ folder: URL, _ arguments: [String], descriptors: Int? = nil, signal: Int32 = SIGINT,
    _ test: (RawClient, ServedAddress) async throws -> Void
  ) async throws -> Tool.Outcome {
    let running = try Tool.start(["serve", "--port", "0", "--json"] + arguments, in: folder, descriptors: descriptors)
    do {
      let address = try await address(of: running)
      try await test(RawClient(port: address.port), address)
    } catch {
      running.process.terminate()
      throw error
    }
    kill(running.process.processIdentifier, signal)
    return running.outcome()
  }

  /// Waits for the address that the server prints.
  func address(of running: Tool.Running) async throws -> ServedAddress {
    while running.process.isRunning {
      if let said = try? JSONDecoder().decode(ServedAddress.self, from: Data(running.outputSoFar.utf8)) { return said }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw POSIXError(.ECHILD)
  }

  func decide(
    _ client: RawClient, _ decisions: String, changing headers: [String: String] = [:]
  ) async throws -> RawClient.Answer {
    let session = try await client.send("GET", "/api/session").body
    let token = try JSONDecoder().decode(ServedSession.self, from: Data(session.utf8)).token
    let usual = ["X-Feedproof-Token": token, "Content-Type": "application/json"]
    return try await client.send(
      "POST", "/api/decisions", headers: usual.merging(headers) { $1 },
      body: #"{"schema": 1, "decisions": [\#(decisions)]}"#)
  }

  func pin(_ client: RawClient, _ pair: String) async throws -> RawClient.Answer {
    let session = try await client.send("GET", "/api/session").body
    let token = try JSONDecoder().decode(ServedSession.self, from: Data(session.utf8)).token
    return try await client.send(
      "POST", "/api/pins", headers: ["X-Feedproof-Token": token, "Content-Type": "application/json"], body: pair)
  }

  func undo(_ client: RawClient, _ cases: [String]) async throws -> RawClient.Answer {
    let session = try await client.send("GET", "/api/session").body
    let token = try JSONDecoder().decode(ServedSession.self, from: Data(session.utf8)).token
    let list = cases.map { "\"\($0)\"" }.joined(separator: ",")
    return try await client.send(
      "POST", "/api/undo", headers: ["X-Feedproof-Token": token, "Content-Type": "application/json"],
      body: #"{"cases": [\#(list)]}"#)
  }

  func state(_ client: RawClient) async throws -> ServedState {
    try JSONDecoder().decode(ServedState.self, from: Data(try await client.send("GET", "/api/decisions").body.utf8))
  }

  func compared() throws -> ProofProject {
    let project = try ProofProject()
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    return project
  }

  /// Returns all files in the project's folder except for baselines and files with decisions.
  func rest(of project: ProofProject) throws -> [String: Data] {
    let told = ["output/review/report.json", "output/review/site/decisions.js"]
    let files = project.files(in: "").filter { !$0.hasPrefix("Baselines/") && !told.contains($0) }
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try project.data($0)) })
  }

  func baselines(of project: ProofProject) throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: project.files(in: "Baselines").map { ($0, try project.data("Baselines/\($0)")) })
  }
}

import Foundation
import Support
import Testing

@Suite("feedproof serve")
struct ServeTests {
  private static let first = "wall1_1/375@2x-light-expanded"
  private static let second = "wall1_2/375@2x-light-expanded"

  private struct Address: Decodable {
    var address: String
    var port: Int
    var project: String?
  }

  private struct Session: Decodable {
    var token: String
    var project: String
  }

  private struct Outcome: Decodable {
    var approved: [String]
    var skipped: [String]
  }

  /// Serves the project's output for as long as the test takes, then ends it as Ctrl-C does.
  private func serving(
    _ project: ProofProject, _ arguments: [String] = ["output"], _ test: (RawClient, Address) async throws -> Void
  ) async throws -> Tool.Outcome {
    let running = try Tool.start(["serve", "--port", "0", "--json"] + arguments, in: project.folder.url)
    var said: Address?
    for _ in 0..<1500 where said == nil {
      guard running.process.isRunning else { break }
      try await Task.sleep(for: .milliseconds(20))
      said = try? JSONDecoder().decode(Address.self, from: Data(running.outputSoFar.utf8))
    }
    do {
      let address = try #require(said)
      try await test(RawClient(port: address.port), address)
    } catch {
      running.process.terminate()
      throw error
    }
    kill(running.process.processIdentifier, SIGINT)
    return running.outcome()
  }

  private func decide(
    _ client: RawClient, _ decisions: String, changing headers: [String: String] = [:]
  ) async throws -> RawClient.Answer {
    let session = try await client.send("GET", "/api/session").body
    let token = try JSONDecoder().decode(Session.self, from: Data(session.utf8)).token
    let usual = ["X-Feedproof-Token": token, "Content-Type": "application/json"]
    return try await client.send(
      "POST", "/api/decisions", headers: usual.merging(headers) { $1 },
      body: #"{"schema": 1, "decisions": [\#(decisions)]}"#)
  }

  private func compared() throws -> ProofProject {
    let project = try ProofProject()
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    return project
  }

  /// All that lies in the project's folder except its baselines.
  private func rest(of project: ProofProject) throws -> [String: Data] {
    let files = project.files(in: "").filter { !$0.hasPrefix("Baselines/") }
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try project.data($0)) })
  }

  @Test("approving writes the baselines and nothing else; Ctrl-C ends it well")
  func approve() async throws {
    let project = try compared()
    let before = try rest(of: project)
    let ended = try await serving(project) { client, address in
      #expect(address.address == "http://127.0.0.1:\(address.port)/review/")
      #expect(address.project == project.folder.url.lastPathComponent)
      let answer = try await decide(
        client,
        #"{"case": "\#(Self.first)", "decision": "approve"}, {"case": "\#(Self.second)", "decision": "reject"}"#)
      #expect(answer.status == 200)
      let outcome = try JSONDecoder().decode(Outcome.self, from: Data(answer.body.utf8))
      #expect(outcome.approved == [Self.first] && outcome.skipped == [Self.second])
      // The review shows baselines of identical cases from where they are.
      let picture = try await client.send("GET", "/Baselines/\(Self.first).png")
      let record = try await client.send("GET", "/Baselines/\(Self.first).json")
      #expect(picture.status == 200 && record.status == 404)
    }
    #expect(ended.status == 0 && ended.error.isEmpty)
    #expect(try rest(of: project) == before)
    #expect(
      project.files(in: "Baselines").filter { !$0.hasPrefix("environments") } == [
        "\(Self.first).json", "\(Self.first).png",
      ])
    #expect(try project.run("compare", ".", "--quiet").output.hasSuffix("2 cases: 1 identical, 1 new\n"))
  }

  @Test("many decisions at once are applied one after the other")
  func concurrent() async throws {
    let project = try compared()
    _ = try await serving(project) { client, _ in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<8 {
          let id = index.isMultiple(of: 2) ? Self.first : Self.second
          group.addTask { try await decide(client, #"{"case": "\#(id)", "decision": "approve"}"#).status }
        }
        for try await status in group { #expect(status == 200) }
      }
    }
    #expect(try project.run("compare", ".", "--quiet").output == "2 cases: 2 identical\n")
  }

  @Test(
    "decisions about something else than was compared change nothing",
    arguments: [
      (#"{"case": "nothing", "decision": "approve"}"#, 409, "approve.no-case"),
      (#"{"case": "\#(first)", "decision": "approve", "sha256": "00"}"#, 409, "approve.other-picture"),
      (#"{"case": "../../escaped", "decision": "approve"}"#, 409, "approve.no-case"),
      (#"{"case": "\#(first)", "decision": "perhaps"}"#, 400, "decisions.unreadable"),
      ("[", 400, "decisions.unreadable"),
    ])
  func refused(decisions: String, status: Int, code: String) async throws {
    let project = try compared()
    _ = try await serving(project) { client, _ in
      let answer = try await decide(client, decisions)
      #expect(answer.status == status && answer.body.contains(#""code":"\#(code)""#))
    }
    #expect(project.files(in: "Baselines").isEmpty)
  }

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

  @Test("wrong usage is status 2", arguments: [["nowhere"], ["--port", "65536"], ["--port", "x"]])
  func usage(arguments: [String]) throws {
    let project = try ProofProject(posts: ["Hello"])
    let outcome = try Tool.run(["serve"] + arguments, in: project.folder.url)
    #expect(outcome.status == 2 && outcome.error.lowercased().contains("error"))
  }
}

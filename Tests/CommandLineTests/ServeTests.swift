import Foundation
import Support
import Testing

@Suite("feedproof serve", .timeLimit(.minutes(30)))
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
    _ project: ProofProject, _ arguments: [String] = ["output"], descriptors: Int? = nil,
    _ test: (RawClient, Address) async throws -> Void
  ) async throws -> Tool.Outcome {
    let running = try Tool.start(
      ["serve", "--port", "0", "--json"] + arguments, in: project.folder.url, descriptors: descriptors)
    do {
      let address = try await address(of: running)
      try await test(RawClient(port: address.port), address)
    } catch {
      running.process.terminate()
      throw error
    }
    kill(running.process.processIdentifier, SIGINT)
    return running.outcome()
  }

  /// What it says when it listens.
  private func address(of running: Tool.Running) async throws -> Address {
    while running.process.isRunning {
      if let said = try? JSONDecoder().decode(Address.self, from: Data(running.outputSoFar.utf8)) { return said }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw POSIXError(.ECHILD)
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

  /// All that lies in the project's folder except its baselines and what tells of decisions.
  private func rest(of project: ProofProject) throws -> [String: Data] {
    let told = ["output/review/report.json", "output/review/site/decisions.js"]
    let files = project.files(in: "").filter { !$0.hasPrefix("Baselines/") && !told.contains($0) }
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try project.data($0)) })
  }

  @Test("approving writes the baselines and what was decided, nothing else; Ctrl-C ends it well")
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
      project.files(in: "Baselines").filter { $0.hasPrefix("wall") } == [
        "\(Self.first).json", "\(Self.first).png",
      ])
    #expect(try project.run("compare", ".", "--quiet").output.hasSuffix("2 cases: 1 identical, 1 new\n"))
  }

  private struct State: Decodable {
    struct Decision: Decodable {
      var `case`: String
      var decision: String
      var comment: String?
      var canUndo: Bool
    }
    var comparison: Int
    var decisions: [Decision]
  }

  private func state(_ client: RawClient) async throws -> State {
    try JSONDecoder().decode(State.self, from: Data(try await client.send("GET", "/api/decisions").body.utf8))
  }

  private func undo(_ client: RawClient, _ cases: [String]) async throws -> RawClient.Answer {
    let session = try await client.send("GET", "/api/session").body
    let token = try JSONDecoder().decode(Session.self, from: Data(session.utf8)).token
    let list = cases.map { "\"\($0)\"" }.joined(separator: ",")
    return try await client.send(
      "POST", "/api/undo", headers: ["X-Feedproof-Token": token, "Content-Type": "application/json"],
      body: #"{"cases": [\#(list)]}"#)
  }

  private func baselines(of project: ProofProject) throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: project.files(in: "Baselines").map { ($0, try project.data("Baselines/\($0)")) })
  }

  @Test("an approval is taken back: every byte of the baselines is what it was")
  func undone() async throws {
    let project = try compared()
    #expect(try project.run("approve", "1").status == 0)
    try project.write(["Other", "texts"])
    _ = try project.run("compare", ".", "--quiet")
    let before = try baselines(of: project)
    _ = try await serving(project) { client, _ in
      for id in [Self.first, Self.second] {
        let answer = try await decide(client, #"{"case": "\#(id)", "decision": "approve"}"#)
        #expect(answer.status == 200)
      }
      #expect(try baselines(of: project) != before)
      #expect(try await state(client).decisions.map(\.canUndo) == [true, true])
      #expect(try await undo(client, [Self.first, Self.second]).status == 200)
      #expect(try baselines(of: project) == before)
      #expect(try await state(client).decisions.isEmpty)
    }
    #expect(try project.report.cases.allSatisfy { $0.decision == nil })
  }

  @Test("a baseline that was changed since stays, and what was approved before the server was started too")
  func notUndone() async throws {
    let project = try compared()
    #expect(try project.run("approve", "2").status == 0)
    _ = try await serving(project) { client, _ in
      _ = try await decide(client, #"{"case": "\#(Self.first)", "decision": "approve"}"#)
      try project.folder.write("{}", to: "Baselines/\(Self.first).json")
      let changed = try await undo(client, [Self.first])
      #expect(changed.status == 409 && changed.body.contains("undo.changed"))
      let earlier = try await undo(client, [Self.second])
      #expect(earlier.status == 409 && earlier.body.contains("undo.not-here"))
      #expect(try project.data("Baselines/\(Self.first).json") == Data("{}".utf8))
      #expect(try await undo(client, ["nothing"]).status == 200)
    }
  }

  @Test("rejections and comments are kept in the report; every window hears of them, and of another comparison")
  func followed() async throws {
    let project = try compared()
    _ = try await serving(project) { client, _ in
      let answer = try await decide(
        client, #"{"case": "\#(Self.second)", "decision": "reject", "comment": "mend the text"}"#)
      #expect(answer.status == 200 && answer.body.contains(#""rejected":["\#(Self.second)"]"#))
      let known = try await state(client)
      #expect(known.decisions.map(\.case) == [Self.second] && known.decisions[0].comment == "mend the text")
      #expect(try project.report.cases.map { $0.decision?.comment } == [nil, "mend the text"])
      // Somebody approves beside the server.
      #expect(try project.run("approve", "1").status == 0)
      #expect(try await state(client).decisions.map(\.decision) == ["approve", "reject"])
      _ = try project.run("compare", ".", "--quiet")
      let after = try await state(client)
      #expect(after.comparison == known.comparison + 1 && after.decisions.isEmpty)
    }
  }

  @Test("who knows the state already is told so in a few bytes")
  func unchanged() async throws {
    let project = try compared()
    _ = try await serving(project) { client, _ in
      let first = try await client.send("GET", "/api/decisions")
      let mark = try #require(first.headers["etag"])
      let again = try await client.send("GET", "/api/decisions", headers: ["If-None-Match": mark])
      #expect(again.status == 304 && again.body.isEmpty)
    }
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

  @Test("connections by the hundred don't take its descriptors away", arguments: [256, 24])
  func descriptors(limit: Int) async throws {
    let project = try ProofProject()
    try project.folder.write("<p>", to: "output/index.html")
    let ended = try await serving(project, descriptors: limit) { client, address in
      let idle = try (0..<300).map { _ in try RawConnection(port: address.port) }
      #expect(try await client.send("GET", "/index.html").status == 200)
      #expect(idle.count == 300)
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

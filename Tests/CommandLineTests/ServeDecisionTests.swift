import Foundation
import Support
import Testing

@Suite("Decisions that feedproof serve takes", .timeLimit(.minutes(30)))
struct ServeDecisionTests: ServedReview {
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
      let outcome = try JSONDecoder().decode(ServedOutcome.self, from: Data(answer.body.utf8))
      #expect(outcome.approved == [Self.first] && outcome.skipped == [Self.second])
      // The review shows the baselines of identical cases in place.
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

  @Test("it ends as well when it is reported to, or its terminal is closed", arguments: [SIGTERM, SIGHUP])
  func ended(signal: Int32) async throws {
    let ended = try await serving(try compared(), signal: signal) { client, _ in
      let answer = try await client.send("GET", "/review/")
      #expect(answer.status == 200)
    }
    #expect(ended.status == 0 && ended.error.isEmpty)
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
      // Another process approves while the server runs.
      #expect(try project.run("approve", "1").status == 0)
      #expect(try await state(client).decisions.map(\.decision) == ["approve", "reject"])
      _ = try project.run("compare", ".", "--quiet")
      let after = try await state(client)
      #expect(after.comparison == known.comparison + 1 && after.decisions.isEmpty)
    }
  }

  @Test("who knows the state already is reported so in a few bytes")
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
}

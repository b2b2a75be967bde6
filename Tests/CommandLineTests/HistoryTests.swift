import Foundation
import Support
import Testing

@Suite("feedproof history")
struct HistoryTests: ServedReview {
  private static let id = "wall1_1/375@2x-light-expanded"

  private struct History: Decodable {
    struct Case: Decodable {
      struct Change: Decodable {
        var author: String
        var subject: String
        var width: Int?
        var causes: [String]
        var picture: String?
      }
      var id: String
      var changes: [Change]
      var isCut: Bool
    }
    var cases: [Case]
  }

  private func git(_ arguments: String..., in folder: URL) throws {
    let command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@a.example"] + arguments
    try #require(try Tool.run(command: command, in: folder).status == 0)
  }

  /// A project whose baselines were committed, changed for a text, committed, and taken away.
  private func project() throws -> ProofProject {
    let project = try ProofProject(posts: ["One fox", "Hello"]).approved()
    let folder = project.folder.url
    try git("init", "-q", in: folder)
    func commit(_ subject: String) throws {
      try git("add", "-A", "Baselines", in: folder)
      try git("commit", "-q", "-m", subject, in: folder)
    }
    try commit("Approve all")
    try project.write(["One cat", "Hello"])
    _ = try project.run("compare", ".", "--quiet")
    _ = try project.run("approve", "--all")
    try commit("Take cats")
    return project
  }

  private func history(_ project: ProofProject, _ words: String...) throws -> History {
    let outcome = try Tool.run(["history"] + words + ["--json"], in: project.folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    return try JSONDecoder().decode(History.self, from: Data(outcome.output.utf8))
  }

  @Test("tells the newest first, who, and why the case was not as before")
  func told() throws {
    let project = try project()
    let found = try history(project, "wall1_1")
    #expect(found.cases.map(\.id) == [Self.id] && !found.cases[0].isCut)
    let changes = found.cases[0].changes
    #expect(changes.map(\.subject) == ["Take cats", "Approve all"] && changes.map(\.author) == ["Ann", "Ann"])
    #expect(changes[0].causes.count == 1 && changes[0].causes[0].contains("cat") && changes[1].causes == [])
    #expect(changes.allSatisfy { $0.width != nil })
    let text = try project.run("history", Self.id).output
    #expect(text.hasPrefix("\(Self.id)\n  ") && text.contains("commit: Take cats"))
  }

  @Test("writes the pictures that git has, and tells one that is gone all the same")
  func pictures() throws {
    let project = try project()
    let found = try history(project, Self.id, "--pictures", "before").cases[0].changes
    let pictures = try found.map { try Data(contentsOf: URL(fileURLWithPath: #require($0.picture))) }
    #expect(try pictures.count == 2 && pictures[0] == project.data("Baselines/\(Self.id).png"))
    #expect(pictures[0] != pictures[1])
    try git("rm", "-q", "-r", "Baselines/wall1_1", in: project.folder.url)
    try git("commit", "-q", "-m", "Leave", in: project.folder.url)
    #expect(try history(project, Self.id, "--most", "1").cases[0].changes.map(\.subject) == ["Leave"])
    #expect(try history(project, Self.id, "--most", "1").cases[0].isCut)
  }

  @Test("the review's server tells it, and says why where it can't")
  func served() async throws {
    let project = try project()
    _ = try await serving(project) { client, _ in
      let told = try await client.send("GET", "/api/history/\(Self.id)")
      #expect(told.status == 200)
      let history = try JSONDecoder().decode(History.self, from: Data(told.body.utf8))
      #expect(history.cases[0].changes.map(\.subject) == ["Take cats", "Approve all"])
      let unknown = try await client.send("GET", "/api/history/wall1_7")
      #expect(unknown.status == 409 && unknown.body.contains("git knows no baseline"))
    }
  }

  @Test("what git does not know is one error with a hint")
  func unknown() throws {
    let project = try project()
    let misspelt = try project.run("history", "wall1_2/375@2x-light-expandet")
    #expect(misspelt.status == 2 && misspelt.error.contains("did you mean \"wall1_2/375@2x-light-expanded\"?"))
    let bare = try ProofProject().approved().run(
      "history", Self.id, environment: ["GIT_CEILING_DIRECTORIES": "/"])
    #expect(bare.status == 2 && bare.error.contains("error[history.no-repository]"))
  }
}

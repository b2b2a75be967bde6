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

  /// Returns a project whose baselines were committed, changed with a text, committed, and removed.
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

  @Test("writes the images that git has, and tells one that is gone all the same")
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
      #expect(unknown.status == 409 && unknown.body.contains("git contains no baseline"))
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

  // MARK: Choosing the repository

  /// Makes `Baselines` a bare repository with a signed commit. Every setting that names a program names one that writes
  /// a file.
  private func plant(in project: ProofProject) throws {
    let folder = project.folder.url
    try project.folder.write("#!/bin/sh\ntouch \"\(folder.path)/PWNED\"\nexit 1\n", to: "run")
    let program = folder.appendingPathComponent("run").path
    #expect(chmod(program, 0o755) == 0)
    let bare = folder.appendingPathComponent("Baselines")
    try git("init", "-q", "--bare", in: bare)
    for (key, value) in [
      ("gpg.program", program), ("log.showSignature", "true"), ("core.fsmonitor", program), ("core.pager", program),
      ("core.worktree", folder.path), ("core.bare", "false"), ("diff.external", program), ("core.sshCommand", program),
    ] { try git("config", key, value, in: bare) }
    let commit = """
      tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904
      author Eve <e@e.example> 1718000000 +0000
      committer Eve <e@e.example> 1718000000 +0000
      gpgsig -----BEGIN PGP SIGNATURE-----
       \n x
        -----END PGP SIGNATURE-----

      signed

      """
    try project.folder.write(commit, to: "commit")
    let command = "tree=$(git --git-dir=. mktree </dev/null); c=$(git --git-dir=. hash-object -t commit -w \"$0\")"
    let planted = try Tool.run(
      command: [
        "sh", "-c", "\(command) && git --git-dir=. update-ref HEAD $c", folder.appendingPathComponent("commit").path,
      ], in: bare)
    try #require(planted.status == 0, "\(planted.error)")
  }

  @Test("baselines that are a bare repository run no program of it, neither here nor in the review's server")
  func bareBaselines() async throws {
    let project = try project()
    try plant(in: project)
    #expect(try history(project, Self.id).cases[0].changes.map(\.subject) == ["Take cats", "Approve all"])
    _ = try await serving(project) { client, _ in
      let served = try await client.send("GET", "/api/history/\(Self.id)")
      #expect(served.status == 200 && served.body.contains("Take cats"))
    }
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent(".git"))
    #expect(try project.run("history", Self.id).error.contains("history.no-repository"))
    #expect(!FileManager.default.fileExists(atPath: project.folder.url.path + "/PWNED"))
  }

  @Test("the settings of the project's own repository run no program either")
  func ownSettings() throws {
    let project = try project()
    let folder = project.folder.url
    try project.folder.write("#!/bin/sh\ntouch \"\(folder.path)/PWNED\"\nexit 1\n", to: "run")
    let program = folder.appendingPathComponent("run").path
    #expect(chmod(program, 0o755) == 0)
    for (key, value) in [
      ("core.fsmonitor", program), ("diff.external", program), ("core.pager", program), ("pager.log", program),
      ("diff.x.textconv", program), ("filter.x.smudge", program), ("gpg.program", program),
      ("log.showSignature", "true"),
    ] { try git("config", key, value, in: folder) }
    try project.folder.write("* diff=x filter=x\n", to: ".gitattributes")
    #expect(try history(project, Self.id, "--pictures", "before").cases[0].changes.count == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/PWNED"))
  }

  @Test("a repository in the baselines, and variables that name another, change nothing")
  func otherRepositories() throws {
    let project = try project()
    let baselines = project.folder.url.appendingPathComponent("Baselines")
    try git("init", "-q", in: baselines)
    try git("add", "-A", in: baselines)
    try git("commit", "-q", "-m", "Nested", in: baselines)
    let found = try Tool.run(
      ["history", Self.id], environment: ["GIT_DIR": baselines.path + "/.git", "GIT_WORK_TREE": baselines.path],
      in: project.folder.url)
    #expect(found.status == 0 && found.output.contains("Take cats") && !found.output.contains("Nested"))
  }

  @Test("a .git file that leads into its own work tree is refused")
  func leadsInside() throws {
    let project = try project()
    let folder = project.folder.url
    try git("clone", "-q", "--bare", ".", "other.git", in: folder)
    try FileManager.default.removeItem(at: folder.appendingPathComponent(".git"))
    try project.folder.write("gitdir: other.git\n", to: ".git")
    let refused = try project.run("history", Self.id)
    #expect(refused.status == 2 && refused.error.contains("history.refused"), "\(refused.error)")
  }

  @Test("a linked worktree has the history of its repository, a submodule its own")
  func linked() throws {
    let project = try project()
    let folder = project.folder.url
    try git("add", "-A", in: folder)
    try git("commit", "-q", "-m", "All", in: folder)
    try git("worktree", "add", "-q", "tree", in: folder)
    let linked = try Tool.run(["history", Self.id, "--project", "tree"], in: folder)
    #expect(linked.status == 0 && linked.output.contains("Take cats"), "\(linked.error)")
    let above = try TemporaryFolder()
    try git("init", "-q", in: above.url)
    try git("-c", "protocol.file.allow=always", "submodule", "add", "-q", folder.path, "module", in: above.url)
    let module = try Tool.run(["history", Self.id, "--project", "module"], in: above.url)
    #expect(module.status == 0 && module.output.contains("Take cats"), "\(module.error)")
  }

  @Test("separators in a commit's subject make no other commits")
  func separators() throws {
    let project = try project()
    let baseline = "Baselines/\(Self.id).json"
    try project.folder.write(String(decoding: project.data(baseline), as: UTF8.self) + "\n", to: baseline)
    let subject = "a\u{1E}\(String(repeating: "a", count: 40))\u{1F}Root\u{1F}2020\u{1F}forged"
    try git("commit", "-q", "-a", "-m", subject, in: project.folder.url)
    #expect(try history(project, Self.id).cases[0].changes.map(\.author) == ["Ann", "Ann", "Ann"])
  }
}

import Foundation
import Support
import Testing

@Suite("Killed approvals, and reviews in foreign folders")
struct ApprovalSafetyTests {
  private func tree(_ project: ProofProject, _ folder: String = "Baselines") -> [String: Data] {
    let root = project.folder.url.appendingPathComponent(folder)
    var tree: [String: Data] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [] {
      tree[path] = try? Data(contentsOf: root.appendingPathComponent(path))
    }
    return tree
  }

  @Test("killed at any moment the baselines are the earlier or the new ones, and the next run leaves nothing over")
  func kills() throws {
    let project = try ProofProject(posts: ["One", "Two", "Three"])
    _ = try project.run("compare", ".", "--quiet")
    try #require(try project.run("approve", "--all").status == 0)
    let old = tree(project)
    try project.write(["One!", "Two!", "Three!"])
    _ = try project.run("compare", ".", "--quiet")
    let baselines = project.folder.url.appendingPathComponent("Baselines")
    let saved = project.folder.url.appendingPathComponent("saved")
    try FileManager.default.copyItem(at: baselines, to: saved)
    try #require(try project.run("approve", "--all").status == 0)
    let new = tree(project)
    try #require(new != old)
    var generator = SplitMix64(seed: 10)
    for round in 0..<12 {
      try FileManager.default.removeItem(at: baselines)
      try FileManager.default.copyItem(at: saved, to: baselines)
      let running = try Tool.start(["approve", "--all"], in: project.folder.url)
      usleep(UInt32.random(in: 0...400_000, using: &generator))
      kill(running.process.processIdentifier, SIGKILL)
      _ = running.outcome()
      // A comparison settles the interrupted approval. It sees the state before or after it.
      let seen = try project.run("compare", ".", "--quiet").output
      let left = tree(project).filter { !$0.key.hasPrefix(".feedproof") }
      #expect(left == old || left == new, "round \(round): \(left.keys.sorted())")
      #expect(seen.hasPrefix("3 cases: 3 identical") == (left == new), "round \(round): \(seen)")
      #expect(try project.run("approve", "--all").status == 0)
      #expect(tree(project) == new, "round \(round)")
    }
  }

  @Test("killed at any moment a comparison leaves the earlier review or its own")
  func killedComparisons() throws {
    let project = try ProofProject(posts: ["One", "Two", "Three"])
    func review() -> [String: Data] {
      tree(project, "output/review").filter { !$0.key.hasPrefix(".feedproof") && $0.key != "junit.xml" }
        .mapValues { Data(String(decoding: $0, as: UTF8.self).withoutTimes.utf8) }
    }
    func compared(_ posts: [String]) throws -> [String: Data] {
      try project.write(posts)
      _ = try project.run("compare", ".", "--quiet")
      return review()
    }
    let new = try compared(["One!", "Two!", "Three!"])
    var earlier = try compared(["One", "Two", "Three"])
    try #require(new != earlier && !earlier.isEmpty)
    try project.write(["One!", "Two!", "Three!"])
    var generator = SplitMix64(seed: 27)
    for round in 0..<12 where earlier != new {
      let running = try Tool.start(["compare", ".", "--quiet"], in: project.folder.url)
      usleep(UInt32.random(in: 0...1_500_000, using: &generator))
      kill(running.process.processIdentifier, SIGKILL)
      _ = running.outcome()
      let left = review()
      #expect(left == earlier || left == new, "round \(round): \(left.keys.sorted())")
      earlier = left
    }
    #expect(try compared(["One!", "Two!", "Three!"]) == new)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: project.folder.url.path + "/output").allSatisfy {
        !$0.contains("staged") && !$0.contains(".next")
      })
  }

  @Test("half-written files of killed earlier versions are removed by the next approval")
  func leftovers() throws {
    let project = try ProofProject(posts: ["One"])
    _ = try project.run("compare", ".", "--quiet")
    for name in [".a.png.partial-2147480000", ".b.json.partial-2147480000", ".mine.txt.partial-1", ".partial-1"] {
      try project.folder.write("x", to: "Baselines/wall1_1/\(name)")
    }
    try #require(try project.run("approve", "--all").status == 0)
    let left = tree(project).keys.filter { $0.contains(".partial-") }.sorted()
    #expect(left == ["wall1_1/.mine.txt.partial-1", "wall1_1/.partial-1"])
  }

  @Test("where the review can't be reported what was approved, the status says so, and the next approval tells it")
  func untold() throws {
    let project = try ProofProject(posts: ["One"])
    _ = try project.run("compare", ".", "--quiet")
    let told = tree(project, "output/review")["report.json"]
    let script = project.folder.url.appendingPathComponent("output/review/site/decisions.js")
    try FileManager.default.removeItem(at: script)
    try project.folder.write("", to: "output/review/site/decisions.js/in-the-way")
    let outcome = try project.run("approve", "--all")
    #expect(outcome.status == 4 && outcome.error.contains("error[decisions.not-kept]"), "\(outcome.error)")
    #expect(outcome.output.contains("approved 1 baseline") && !tree(project).isEmpty)
    try FileManager.default.removeItem(at: script)
    #expect(try project.run("approve", "--all").status == 0)
    #expect(try String(contentsOf: script, encoding: .utf8).contains("wall1_1"))
    #expect(tree(project, "output/review")["report.json"] != told)
  }

  @Test("the user's folder called review is not emptied")
  func review() throws {
    let project = try ProofProject(posts: ["One"])
    let own = ["index.html": "mine", "report.json": "mine", "actual/a.png": "mine", "notes/a.txt": "note"]
    for (path, text) in own { try project.folder.write(text, to: "output/review/\(path)") }
    let before = tree(project, "output")
    let outcome = try project.run("compare", ".")
    #expect(outcome.status == 4 && outcome.error.contains("error[output.not-ours]"), "\(outcome.error)")
    #expect(outcome.error.contains("2 unmanaged files"))
    #expect(tree(project, "output") == before)
    #expect(try project.run("compare", ".", "--set-aside", "--quiet").status == 1)
    let after = tree(project, "output/review")
    #expect(after["index.html.kept-1"] == Data("mine".utf8) && after["report.json.kept-1"] == Data("mine".utf8))
    // These paths don't belong to a review.
    #expect(after["actual/a.png"] == Data("mine".utf8) && after["notes/a.txt"] == Data("note".utf8))
    // The next run removes only its own files.
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    #expect(tree(project, "output/review").keys.sorted() == after.keys.sorted())
  }

  @Test("a review that came without what is hidden is known by its report")
  func restored() throws {
    let project = try ProofProject(posts: ["One"])
    _ = try project.run("compare", ".", "--quiet")
    let files = project.files(in: "output/review")
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("output/review/.feedproof"))
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    #expect(project.files(in: "output/review") == files)
  }

  @Test("a review is not written through a link")
  func link() throws {
    let project = try ProofProject(posts: ["One"])
    try project.folder.write("mine", to: "elsewhere/index.html")
    try project.folder.write("", to: "output/other")
    try FileManager.default.createSymbolicLink(
      atPath: project.folder.url.path + "/output/review", withDestinationPath: project.folder.url.path + "/elsewhere")
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 4 && outcome.error.contains("error[output.link]"), "\(outcome.error)")
    #expect(project.files(in: "elsewhere") == ["index.html"])
  }

  @Test(
    "a baseline's numbers are checked before they are used",
    arguments: [
      (#""width":"#, #""width":9223372036854775807, "was":"#), (#""height":"#, #""height":-"#),
      (#""frame":["#, #""frame":[1e300,"#), (#""lines":"#, #""lines":922337203685477580"#),
    ])
  func damaged(old: String, new: String) throws {
    let project = try ProofProject(posts: ["One"])
    _ = try project.run("compare", ".", "--quiet")
    try #require(try project.run("approve", "--all").status == 0)
    let path = "Baselines/wall1_1/375@2x-light-expanded.json"
    let text = String(decoding: try project.data(path), as: UTF8.self)
    try #require(text.contains(old))
    try project.folder.write(text.replacingOccurrences(of: old, with: new), to: path)
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 2 && outcome.output.contains("1 error"), "\(outcome.status) \(outcome.output)")
  }

  @Test(
    "a shard's log may say anything, and nothing breaks",
    arguments: [
      ("run.json", #""total" : 2"#, #""total" : 2305843009213693951"#),
      ("run.json", #""total" : 2"#, #""total" : -9223372036854775808"#),
      ("items.ndjson", #""place":"#, #""place":9"#), ("items.ndjson", #""place":"#, #""place":-9"#),
      ("run.json", #""items" : 1"#, #""items" : 9223372036854775807"#), ("run.json", #""items" : 1"#, #""items" : -1"#),
      ("run.json", #""shard" : "1/2""#, #""shard" : "0/0""#),
    ])
  func log(file: String, old: String, new: String) throws {
    let project = try ProofProject(posts: ["One", "Two"])
    for number in 1...2 {
      _ = try project.run("compare", ".", "--quiet", "--shard", "\(number)/2", "--output", "part-\(number)")
      let path = "part-\(number)/review/shard/\(file)"
      let text = String(decoding: try project.data(path), as: UTF8.self)
      try project.folder.write(text.replacingOccurrences(of: old, with: new), to: path)
    }
    let outcome = try project.run("merge", "--quiet", "--output", "joined", "part-1", "part-2")
    #expect(outcome.status == 2 && outcome.error.contains("error["), "\(outcome.status) \(outcome.error)")
    #expect(project.files(in: "joined").isEmpty)
  }
}

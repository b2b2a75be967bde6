import Support
import Testing

@Suite("What feedproof compare keeps")
struct CompareKeepingTests {
  @Test(
    "a run that records still ends as if it had not",
    arguments: [("missing", 2), ("failed", 1), ("all", 3), ("never", 1)])
  func record(mode: String, ids: Int) throws {
    let project = try ProofProject(posts: ["One"]).approved()
    try project.write(["Another one", "Two", "Three"].prefix(mode == "all" ? 3 : mode == "missing" ? 2 : 1).map { $0 })
    #expect(try project.run("compare", ".", "--record", mode, "--quiet").status == 1)
    #expect(project.files(in: "Baselines").filter { $0.hasSuffix("expanded.json") }.count == ids)
    let again = try project.run("compare", ".", "--quiet")
    #expect((again.status == 0) == (mode == "failed" || mode == "all"))
  }

  @Test("with digests alone nothing but text is kept, and a change is found all the same")
  func digests() throws {
    let project = try ProofProject(posts: ["Hello"])
    _ = try project.run("compare", ".", "--baselines", "digest", "--quiet")
    #expect(try project.run("approve", "--all").status == 0)
    #expect(!project.files(in: "Baselines").contains { $0.hasSuffix(".png") })
    #expect(try project.run("compare", ".", "--quiet").status == 0)
    try project.write(["Hallo"])
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 1 && outcome.output.contains("card/text: “[Hello → Hallo]”"))
  }

  @Test("obsolete baselines are listed, do not fail, and go with --prune alone")
  func obsolete() throws {
    let project = try ProofProject().approved()
    try project.write([ProofProject.text])
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 0 && outcome.output.contains("obsolete: wall1_2/375@2x-light-expanded"))
    let summary = String(decoding: try project.data("output/review/summary.md"), as: UTF8.self)
    #expect(!summary.contains("all good") && summary.contains("`wall1_2/375@2x-light-expanded`"))
    #expect(try project.run("approve", "--all").status == 0)
    #expect(project.files(in: "Baselines").contains("wall1_2/375@2x-light-expanded.png"))
    #expect(try project.run("approve", "--prune").output.hasSuffix("removed 1 obsolete baseline\n"))
    #expect(!project.files(in: "Baselines").contains { $0.hasPrefix("wall1_2") })
  }
}

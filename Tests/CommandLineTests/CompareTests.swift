import Foundation
import Support
import Testing

@Suite("feedproof compare")
struct CompareTests {
  @Test("a card without a baseline is new, is not recorded, and does not pass the next time either")
  func new() throws {
    let project = try ProofProject()
    for _ in 0..<2 {
      let outcome = try project.run("compare", ".", "--quiet")
      #expect(outcome.status == 1 && outcome.output.hasSuffix("2 cases: 2 new\n"))
    }
    #expect(project.files(in: "Baselines").isEmpty)
  }

  @Test("anything that was approved is identical, and leaves a page alone")
  func identical() throws {
    let project = try ProofProject().approved()
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 0 && outcome.output == "2 cases: 2 identical\n")
    #expect(
      project.files(in: "output/review").filter { !$0.hasPrefix("site/") } == [
        "design.json", "index.html", "junit.xml", "report.json", "summary.md",
      ])
    #expect(
      project.files(in: "Baselines").filter { $0.hasPrefix("wall") } == [
        "wall1_1/375@2x-light-expanded.json", "wall1_1/375@2x-light-expanded.png",
        "wall1_2/375@2x-light-expanded.json", "wall1_2/375@2x-light-expanded.png",
      ])
  }

  @Test(
    "a small change of the design is found and blamed on the right boxes",
    arguments: [
      // Half a point is one pixel at scale 2.
      (
        #""below-counters": { "$value": {"value": 10"#, #""below-counters": { "$value": {"value": 10.5"#, ["card"],
        "card: 0.5 pt taller"
      ),
      (
        #""counter-label": { "$value": {"value": 4"#, #""counter-label": { "$value": {"value": 4.5"#,
        ["card/counters/likes/label"],
        "card/counters/likes/label: moved 0.5 pt right"
      ),
      (
        ProofProject.secondary.old, ProofProject.secondary.new, ["card/date", "card/counters/likes/label"],
        "card/date: color #818C99 → #898C99"
      ),
    ])
  func design(old: String, new: String, causes: [String], reason: String) throws {
    let project = try ProofProject(posts: [ProofProject.text]).approved()
    let tokens = try project.writeTokens(replacing: old, with: new)
    let outcome = try project.run("compare", ".", "--tokens", tokens, "--quiet")
    let found = try #require(try project.report.cases.first)
    #expect(outcome.status == 1 && found.verdict == "different")
    #expect(found.causes == causes && found.reasons.contains(reason))
    let blamed = Set((found.pixels?.regions ?? []).compactMap(\.boxes.first))
    #expect(blamed.isSubset(of: causes) && !blamed.isEmpty)
  }

  @Test("an added line break is one cause, and moved boxes are one line")
  func lineBreak() throws {
    let project = try ProofProject(posts: [ProofProject.text]).approved()
    try project.write([ProofProject.text.replacingOccurrences(of: "lazy dog and ", with: "lazy dog\\n\\nand ")])
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    let found = try #require(try project.report.cases.first)
    #expect(found.causes == ["card/text"])
    #expect(found.reasons.contains { $0.hasPrefix("card/text: +") && $0.contains("line") })
    #expect(found.reasons.contains { $0.contains("boxes moved") && $0.contains("pt down") })
  }

  @Test("a failure prints the command that accepts it, and the command does")
  func accept() throws {
    let project = try ProofProject().approved()
    try project.write([ProofProject.text, "Hello there"])
    let outcome = try project.run("compare", ".", "--quiet")
    let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("accept with: feedproof ") })
    let words = line.components(separatedBy: "feedproof ")[1].split(separator: " ").map(String.init)
    #expect(words == ["approve", "wall1_2/375@2x-light-expanded"])
    #expect(try Tool.run(words, in: project.folder.url).output.hasSuffix("approved 1 baseline\n"))
    #expect(try project.run("compare", ".", "--quiet").status == 0)
  }

  @Test("another line height over the whole example is one cluster", .timeLimit(.minutes(30)))
  func oneCluster() throws {
    let feeds = Checkout.url("Examples/newsfeed/feed").path
    let project = try ProofProject(settings: "feeds: [\(feeds)/page-1.json, \(feeds)/page-2.json]\nscales: 1\n")
      .approved()
    let body = #""fontWeight": "{font.weight.regular}",\#n        "letterSpacing": {"value": -0.17, "unit": "px"},"#
    let tokens = try project.writeTokens(
      replacing: "\(body)\n        \"lineHeight\": 1.4666666667", with: "\(body)\n        \"lineHeight\": 1.5333333333")
    #expect(try project.run("compare", ".", "--tokens", tokens, "--quiet").status == 1)
    let report = try project.report
    #expect(report.clusters.map(\.title) == ["{type.body} lineHeight 1.4667 → 1.5333"])
    #expect(report.clusters.first?.cases.count == report.counts["different"])
    #expect(try #require(report.counts["different"]) > 40)
  }

  @Test("a baseline that is damaged is status 2, never a pass")
  func damaged() throws {
    let project = try ProofProject().approved()
    try project.write([ProofProject.text, "Hello there"])
    let path = "Baselines/wall1_2/375@2x-light-expanded"
    let whole = try project.data("\(path).png")
    try whole.prefix(whole.count / 2).write(to: project.folder.url.appendingPathComponent("\(path).png"))
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(
      outcome.status == 2 && outcome.error.contains("error[baseline.other-picture]: wall1_2/375@2x-light-expanded"))
    try project.folder.write("{", to: "\(path).json")
    #expect(try project.run("compare", ".", "--quiet").status == 2)
    #expect(try project.report.counts["error"] == 1)
  }

  @Test(
    "wrong usage is status 2",
    arguments: [
      ["--only", "everything"], ["--only", "mockups", "--only", "baselines"], ["--record", "yes"],
      ["--only", "mockups", "--record", "all"], ["nowhere"],
    ])
  func usage(arguments: [String]) throws {
    let project = try ProofProject(posts: ["Hello"])
    let outcome = try Tool.run(["compare"] + arguments, in: project.folder.url)
    #expect(outcome.status == 2 && outcome.error.lowercased().contains("error"))
  }
}

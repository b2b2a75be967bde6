import Foundation
import Support
import Testing

@Suite("What of baselines is not compared")
struct BaselineRuleTests {
  /// Compares two approved posts after the text of the first one has changed.
  private func changed(_ rules: String, to text: String = "Seen 13 times") throws -> (ProofProject, Tool.Outcome) {
    let project = try ProofProject(posts: ["Seen 12 times", "Hello"]).approved()
    try project.folder.write("widths: 375\nscales: 2\nlocale: en\n\(rules)\n", to: "feedproof.yml")
    try project.write([text, "Hello"])
    return (project, try project.run("compare", ".", "--quiet"))
  }

  @Test(
    "a mask hides what a box shows, a region what is in it, a deviation what is meant",
    arguments: [
      #"masks: [{cases: "wall1_1/*", box: text, reason: the number runs}]"#,
      "masks: [{box: card/text, reason: the number runs}]",
      "masks: [{region: [0, 50, 359, 35], reason: the number runs}]",
      "deviations: [{box: text, what: text, reason: the number runs}]",
    ])
  func hidden(rules: String) throws {
    let (project, outcome) = try changed(rules)
    #expect(outcome.status == 0)
    #expect(try project.report.cases.map(\.verdict).sorted() == ["identical", "similar"])
  }

  @Test("a rule of other cases hides nothing")
  func otherCases() throws {
    let (project, outcome) = try changed(#"masks: [{cases: "wall1_2/*", box: text, reason: the number runs}]"#)
    #expect(outcome.status == 1)
    #expect(try project.report.cases.filter { $0.verdict == "different" }.map(\.causes) == [["card/text"]])
  }

  @Test("where a masked box stands, and how large it is, is compared")
  func frames() throws {
    let (project, outcome) = try changed(
      "masks: [{box: text, reason: the number runs}]", to: "Seen 13 times\\nand again")
    #expect(outcome.status == 1)
    let kinds = try project.report.cases.flatMap(\.boxes).filter { $0.path == "card/text" }.flatMap(\.changes).map(
      \.kind)
    #expect(kinds == ["resized"])
  }

  @Test("a change next to what is masked is the only cause that is reported")
  func besides() throws {
    let (project, _) = try changed("masks: [{box: text, reason: the number runs}]")
    let tokens = try project.writeTokens(replacing: ProofProject.secondary.old, with: ProofProject.secondary.new)
    _ = try project.run("compare", ".", "--tokens", tokens, "--quiet")
    let titles = try project.report.clusters.map(\.title)
    #expect(titles.count == 1 && titles[0].hasPrefix("{color."))
  }

  @Test(
    "a rule that is wrong is reported with its place",
    arguments: [
      ("masks: [{box: text}]", "\"masks\" must be"), ("masks: [{bix: text, reason: so}]", "unknown key \"bix\""),
      ("masks: [{region: [1, 2, 3], reason: so}]", "\"masks\" must be"),
      ("masks: [{box: text, region: [1, 2, 3, 4], reason: so}]", "\"masks\" must be"),
      ("deviations: [{box: text, what: shape, reason: so}]", "\"deviations\" must be"),
    ])
  func wrong(rule: String, message: String) throws {
    let (_, outcome) = try changed(rule)
    #expect(outcome.status == 2 && outcome.error.contains("feedproof.yml:4:") && outcome.error.contains(message))
  }
}

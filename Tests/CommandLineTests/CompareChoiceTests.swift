import Support
import Testing

@Suite("What feedproof compare is asked for")
struct CompareChoiceTests {
  @Test(
    "posts and cases are chosen by ids and patterns; the others are not reported",
    arguments: [
      (["--post", "2"], ["wall1_2/375@1x-light-expanded", "wall1_2/375@1x-dark-expanded"]),
      (["--post", "wall1_?", "--only", "*dark*"], ["wall1_1/375@1x-dark-expanded", "wall1_2/375@1x-dark-expanded"]),
      (["--only", "wall1_1/*light*", "--only", "baselines"], ["wall1_1/375@1x-light-expanded"]),
    ])
  func chosen(arguments: [String], ids: [String]) throws {
    let project = try ProofProject(settings: "themes: [light, dark]\nscales: 1\n").approved()
    try project.write(["Other", "texts"])
    _ = try Tool.run(["compare", ".", "--quiet"] + arguments, in: project.folder.url)
    let report = try project.report
    #expect(report.cases.map(\.id) == ids && report.cases.allSatisfy { $0.verdict == "different" })
    // The next run compares the other cases as usual.
    #expect(try project.run("compare", ".", "--quiet").output.hasSuffix("4 cases: 4 different\n"))
  }

  @Test("a choice of nothing is an error with the nearest name")
  func nothingChosen() throws {
    let outcome = try ProofProject().run("compare", ".", "--post", "wall1_3")
    #expect(outcome.status == 2 && outcome.error.contains("error[compare.nothing-chosen]"))
    #expect(outcome.error.contains("did you mean \"wall1_"))
  }

  @Test("a run of one theme says nothing about the baselines of another")
  func partial() throws {
    let project = try ProofProject(posts: ["Hello"], settings: "themes: [light, dark]\nscales: 1\n").approved()
    let outcome = try project.run("compare", ".", "--theme", "dark", "--quiet")
    #expect(outcome.status == 0 && outcome.output == "1 case: 1 identical\n")
  }

  @Test("a tolerance of the project holds for the cases of its pattern")
  func tolerance() throws {
    let project = try ProofProject(posts: ["Hello", "Hello"]).approved()
    let settings = "widths: 375\nscales: 2\nlocale: en\n"
    let tolerance = "tolerances:\n  - {cases: 'wall1_1/*', color: 9, threshold: 1, reason: the date's colour is open}\n"
    try project.folder.write(settings + tolerance, to: "feedproof.yml")
    let tokens = try project.writeTokens(
      replacing: ProofProject.secondary.old, with: ProofProject.secondary.new)
    _ = try project.run("compare", ".", "--tokens", tokens, "--quiet")
    #expect(try project.report.cases.map(\.verdict) == ["similar", "different"])
  }
}

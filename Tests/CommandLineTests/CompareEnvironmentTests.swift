import Foundation
import Support
import Testing

@Suite("feedproof compare with other fonts and libraries")
struct CompareEnvironmentTests {
  /// Changes the recorded Cairo version of the baselines.
  private func drift(_ project: ProofProject) throws {
    for file in project.files(in: "Baselines/environments") {
      let text = String(decoding: try project.data("Baselines/environments/\(file)"), as: UTF8.self)
      let other = text.replacingOccurrences(of: #""cairo" : ""#, with: #""cairo" : "0."#)
      try project.folder.write(other, to: "Baselines/environments/\(file)")
    }
  }

  @Test("different libraries with equal images are one note, which approve --environment accepts")
  func drifted() throws {
    let project = try ProofProject().approved()
    try drift(project)
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(
      outcome.status == 0
        && outcome.output.hasPrefix(
          "note: the cards were drawn with different fonts or libraries than the baselines\n  cairo 0.")
    )
    #expect(
      outcome.output.contains(": 2 cases, all unchanged\n  accept with: feedproof approve --environment\n"))
    #expect(outcome.output.hasSuffix("2 cases: 2 identical\n"))
    #expect(try project.run("approve", "--environment").output.hasSuffix("updated the environment of 2 baselines\n"))
    #expect(try project.run("compare", ".", "--quiet").output == "2 cases: 2 identical\n")
  }

  @Test("a difference under a drift is reported first, as what it is, and decides the status")
  func regressionUnderDrift() throws {
    let project = try ProofProject(posts: ["One", "Two", "Three"]).approved()
    try drift(project)
    try project.write(["One", "Two", "Four lines\\nof\\ntext\\nnow"])
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 1 && outcome.output.hasPrefix("different: wall1_3/375@2x-light-expanded (A B: “"))
    #expect(outcome.output.contains("3 cases, 2 unchanged"))
    #expect(try project.report.counts["environment"] == 0)
  }

  @Test("fonts that drew other cards as they were are no second cause of an edit")
  func editUnderFonts() throws {
    let project = try ProofProject().approved()
    for file in project.files(in: "Baselines/environments") {
      let text = String(decoding: try project.data("Baselines/environments/\(file)"), as: UTF8.self)
      let other = text.replacing(/(Inter-[A-Za-z]+\.otf#0 )[0-9a-f]{4}/) { "\($0.1)0000" }
      #expect(text != other)
      try project.folder.write(other, to: "Baselines/environments/\(file)")
    }
    try project.write([ProofProject.text, "Hello there"])
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(try project.report.clusters.map(\.title) == ["card/text: “Hello [+ there]”"])
    #expect(outcome.output.contains("note: the cards were drawn with different fonts or libraries than the baselines"))
  }

  @Test("other libraries explain another image with the same boxes, with status 3; approving takes both over")
  func environment() throws {
    let project = try ProofProject(posts: ["Hello"]).approved()
    try drift(project)
    let path = "Baselines/wall1_1/375@2x-light-expanded"
    let text = String(decoding: try project.data("\(path).json"), as: UTF8.self)
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("\(path).png"))
    let digest = /"(sha256|pixels)":"[0-9a-f]*"/
    try project.folder.write(text.replacing(digest) { "\"\($0.1)\":\"00\"" }, to: "\(path).json")
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 3 && outcome.output.hasPrefix("environment: wall1_1/375@2x-light-expanded (A B: “"))
    #expect(try project.report.cases.first?.reasons.last?.hasPrefix("cairo 0.") == true)
    #expect(try project.run("approve", "--environment").output.contains("\napproved 1 baseline, "))
    #expect(try project.run("compare", ".", "--quiet").output == "1 case: 1 identical\n")
  }

  @Test("a card's environment contains only what draws it")
  func otherLibraries() throws {
    let project = try ProofProject(posts: ["Hello"]).approved()
    let file = try #require(project.files(in: "Baselines/environments").first)
    let text = String(decoding: try project.data("Baselines/environments/\(file)"), as: UTF8.self)
    #expect(
      text.contains("\"pango\"") && text.contains("Inter-") && !text.contains("Noto") && !text.contains("libjpeg"))
  }
}

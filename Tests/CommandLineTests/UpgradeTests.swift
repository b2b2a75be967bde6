import Foundation
import Support
import Testing

@Suite("Baselines that a different version of Feedproof drew")
struct UpgradeTests {
  /// Removes the recorded rendering revision of the baselines, as in the first version.
  private func age(_ project: ProofProject) throws {
    for file in project.files(in: "Baselines/environments") {
      let text = String(decoding: try project.data("Baselines/environments/\(file)"), as: UTF8.self)
      let older = text.replacing(/"drawing" *: *[0-9]+,\s*/, with: "")
      #expect(text != older)
      try project.folder.write(older, to: "Baselines/environments/\(file)")
    }
  }

  /// Changes the recorded image of a case.
  private func repaint(_ project: ProofProject, _ id: String) throws {
    let path = "Baselines/\(id)/375@2x-light-expanded.json"
    let text = String(decoding: try project.data(path), as: UTF8.self)
    try project.folder.write(text.replacing(/"(sha256|pixels)":"[0-9a-f]{4}/) { "\"\($0.1)\":\"0000" }, to: path)
  }

  @Test("a new version that draws equal images is one note, which approve --upgrade accepts")
  func same() throws {
    let project = try ProofProject().approved()
    try age(project)
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix(
        """
        note: the cards were drawn with a different version of Feedproof than the baselines
          Feedproof's drawing 1 → 3: 2 cases, all unchanged
          accept with: feedproof approve --upgrade

        """))
    #expect(try project.run("approve", "--upgrade").output.hasSuffix("updated the environment of 2 baselines\n"))
    #expect(try project.run("compare", ".", "--quiet").output == "2 cases: 2 identical\n")
  }

  @Test(
    "what differs in nothing but that is one cause and approved at once, what differs otherwise is left and reported")
  func different() throws {
    let project = try ProofProject(posts: ["One", "Two", "A fox"]).approved("--baselines", "digest")
    try age(project)
    for id in ["wall1_1", "wall1_2", "wall1_3"] { try repaint(project, id) }
    try project.write(["One", "Two", "A cat"])
    _ = try project.run("compare", ".", "--quiet", "--baselines", "digest")
    let version = try #require(try project.report.clusters.first { $0.title == "Feedproof's drawing 1 → 3" })
    #expect(version.cases.starts(with: ["wall1_1/375@2x-light-expanded", "wall1_2/375@2x-light-expanded"]))
    let approved = try project.run("approve", "--upgrade", "--json").output
    struct Account: Decodable {
      struct Entry: Decodable { var `case`: String }
      var approved: [Entry]
      var left: [Entry]
    }
    let account = try JSONDecoder().decode(Account.self, from: Data(approved.utf8))
    #expect(account.approved.map(\.case) == ["wall1_1/375@2x-light-expanded", "wall1_2/375@2x-light-expanded"])
    #expect(account.left.map(\.case) == ["wall1_3/375@2x-light-expanded"])
    _ = try project.run("compare", ".", "--quiet", "--baselines", "digest")
    #expect(try project.report.clusters.allSatisfy { $0.title.contains("cat") || $0.cases.count == 1 })
  }
}

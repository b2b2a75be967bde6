import Foundation
import Support
import Testing

@Suite("feedproof comment")
struct CommentTests {
  /// The first words of a post distinguish it.
  private func compared(_ posts: [String], then changed: [String]) throws -> ProofProject {
    let project = try ProofProject(posts: posts).approved()
    try project.write(changed)
    _ = try project.run("compare", ".", "--quiet")
    return project
  }

  @Test("says how many, each cause in a sentence with its command, and leads to the review")
  func told() throws {
    let project = try compared(["One fox", "Hello"], then: ["One cat", "Hello"])
    let outcome = try project.run("comment", "--link", "https://ci.example/job 1")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["<!-- feedproof -->", "## Feedproof: 1 of 2 cases to review"])
    #expect(lines[3] == "1 different, 1 identical. [Open the review](https://ci.example/job%201)")
    #expect(outcome.output.contains("**") && outcome.output.contains("fox") && outcome.output.contains("cat"))
    let cluster = try #require(try project.report.clusters.first)
    #expect(outcome.output.contains("`\(try #require(cluster.accept))`"))
  }

  @Test("a good comparison prints one line")
  func good() throws {
    let project = try compared(["One fox"], then: ["One fox"])
    #expect(
      try project.run("comment", "--name", "phone").output
        == "<!-- feedproof:phone -->\n## Feedproof phone: all good\n\n1 identical.\n")
  }

  @Test("words of a feed are neither markup nor call anyone")
  func harmless() throws {
    let project = try compared(["a"], then: ["<img src=x> @ann *b* [c](https://d.example)"])
    let body = try project.run("comment").output
    #expect(!body.contains("<img") && !body.contains("@ann") && !body.contains("[c](") && body.contains("&lt;img"))
  }

  @Test(
    "counts of a report that no comparison writes are refused with the file's name",
    arguments: ["9223372036854775807", "-9223372036854775808", "1e308"])
  func counts(_ count: String) throws {
    let project = try compared(["One fox"], then: ["One cat"])
    let path = "output/review/report.json"
    let text = String(decoding: try project.data(path), as: UTF8.self)
    let changed = text.replacing(/"(different|identical|similar|new)" : \d+/) { "\"\($0.1)\" : \(count)" }
    try #require(changed != text)
    try project.folder.write(changed, to: path)
    let outcome = try project.run("comment")
    #expect(outcome.status == 2 && outcome.error.contains("report.json"), "\(outcome.status) \(outcome.error)")
  }

  @Test("a journal that came with a copy of the review is refused, and so is the comment")
  func foreignJournal() throws {
    let project = try compared(["One fox"], then: ["One cat"])
    try project.folder.write(
      "feedproof-journal 2 finish 1 2 3\nend 0 0\n", to: "output/review/.feedproof/journal")
    for command in [["comment", "output"], ["merge", "--output", "joined", "output"]] {
      let outcome = try Tool.run(command, in: project.folder.url)
      #expect(outcome.status == 4 && outcome.error.contains("error[journal."), "\(outcome)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test("images are those of the review, by their address")
  func pictures() throws {
    let project = try compared(["One fox"], then: ["One cat"])
    let body = try project.run("comment", "--pictures", "https://ci.example/review").output
    let sources = body.matches(of: /src="https:\/\/ci\.example\/review\/([^"]+)"/).map { String($0.1) }
    #expect(sources.count == 2)
    for source in sources {
      #expect(try !project.data("output/review/\(source.removingPercentEncoding ?? "")").isEmpty)
    }
  }

  @Test("a comment is never longer than asked, and says what it leaves out")
  func bounded() throws {
    let posts = (0..<30).map { "Post number \($0)" }
    let project = try compared(posts, then: posts.enumerated().map { "\($1) is \(String(repeating: "x", count: $0))" })
    let body = try project.run("comment", "--limit", "2000").output
    #expect(body.utf8.count <= 2000)
    let told = body.matches(of: /\n\*\*/).count
    #expect(told > 1 && body.contains("The review lists \(30 - told) more causes."))
  }

  @Test("without a comparison there is nothing to say")
  func none() throws {
    let outcome = try ProofProject().run("comment")
    #expect(outcome.status == 2 && outcome.error.contains("error[report.missing]"))
  }
}

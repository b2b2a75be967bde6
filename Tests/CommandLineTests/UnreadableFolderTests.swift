import Foundation
import Support
import Testing

@Suite("Folders that may not be read", .enabled(if: UnprivilegedTool.isAvailable, "no user but root can run the tool"))
struct UnreadableFolderTests {
  private func run(_ project: ProofProject, closing path: String, _ arguments: String...) throws -> Tool.Outcome {
    let folder = project.folder.url
    return try UnprivilegedTool.closing(path, in: folder) { try UnprivilegedTool.run(arguments, in: folder) }
  }

  @Test("A feed's subfolder is reported under its name, and the rest of the feed is drawn")
  func feed() throws {
    let project = try ProofProject()
    try project.folder.write("feeds: feeds\nwidths: 375\nscales: 1\n", to: "feedproof.yml")
    for name in ["open", "closed"] {
      let post = #"{"type":"post","source_id":1,"post_id":1,"date":1542566400,"text":"a"}"#
      try project.folder.write(WrittenFeed.document([post]), to: "feeds/\(name)/feed.json")
    }
    let part = try run(project, closing: "feeds/closed", "export", ".")
    #expect(part.error.contains("error[input.unreadable]: feeds/closed: "), "\(part)")
    #expect(part.error.contains("1 post"), "\(part)")
    let whole = try run(project, closing: "feeds", "export", ".")
    #expect(whole.status == 2 && whole.error.contains("error[input.unreadable]: feeds: "), "\(whole)")
    #expect(!whole.error.contains("input.no-feeds"), "\(whole)")
  }

  @Test("A post's baselines that can't be read are its error, and the other posts are compared")
  func baselines() throws {
    let project = try ProofProject().approved()
    let part = try run(project, closing: "Baselines/wall1_1", "compare", ".")
    #expect(part.status == 2 && part.error.contains("/Baselines/wall1_1"), "\(part)")
    #expect(part.output.contains("1 error") || part.output.contains("2 errors"), "\(part)")
    #expect(part.output.contains("identical"), "\(part)")
    let whole = try run(project, closing: "Baselines", "compare", ".")
    #expect(whole.error.contains("error[input.unreadable]: ") && whole.error.contains("/Baselines: "), "\(whole)")
  }

  @Test("A folder of removed posts' baselines that can't be listed is reported, and the others are obsolete")
  func obsolete() throws {
    let project = try ProofProject(posts: ["one", "two", "three"]).approved()
    try project.write(["one"])
    let outcome = try run(project, closing: "Baselines/wall1_2", "compare", ".")
    #expect(outcome.error.contains("error[input.unreadable]: "), "\(outcome)")
    #expect(outcome.error.contains("Baselines/wall1_2: "), "\(outcome)")
    #expect(outcome.output.contains("obsolete"), "\(outcome)")
  }

  @Test("Environments of baselines that can't be read stay")
  func environments() throws {
    let project = try ProofProject(posts: ["one", "two"]).approved()
    let known = project.files(in: "Baselines/environments")
    try project.write(["changed", "two"])
    _ = try run(project, closing: "Baselines/wall1_2", "compare", ".")
    _ = try run(project, closing: "Baselines/wall1_2", "approve", "--all")
    #expect(project.files(in: "Baselines/environments").filter(known.contains) == known)
  }

  @Test("A folder of images that can't be read is no failed write")
  func images() throws {
    let project = try ProofProject()
    for side in ["before", "after"] {
      let bytes = PlainPNG.bytes(width: 1, height: 1, [1, 2, 3, 255])
      try project.folder.write("", to: "\(side)/empty")
      try bytes.write(to: project.folder.url.appendingPathComponent("\(side)/a.png"))
    }
    let outcome = try run(project, closing: "before", "compare", "--before", "before", "--after", "after")
    #expect(outcome.error.contains("error[input.unreadable]: ") && outcome.error.contains("/before: "), "\(outcome)")
  }
}

import Foundation
import Support
import Testing

@Suite("The review that a comparison writes")
struct ReviewTests {
  /// Returns the review's data as JSON: the part common to all cases, and a row for each.
  private func data(_ project: ProofProject) throws -> (index: [String: Any], rows: [[String: Any]]) {
    let script = String(decoding: try project.data("output/review/site/index.js"), as: UTF8.self)
    let json = script.replacing("self.feedproof={index:", with: #"{"index":"#, maxReplacements: 1)
      .replacing(",columns:", with: #","columns":"#).replacing("],cases:", with: #"],"cases":"#)
      .replacing("};\n", with: "}")
    let whole = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let columns = whole?["columns"] as? [String] ?? []
    let rows = (whole?["cases"] as? [[Any]] ?? []).map { values in
      Dictionary(zip(columns, values)) { first, _ in first }
    }
    return (whole?["index"] as? [String: Any] ?? [:], rows)
  }

  private func details(_ project: ProofProject, _ number: Int = 0) throws -> [[String: Any]] {
    let script = String(decoding: try project.data("output/review/site/details/\(number).js"), as: UTF8.self)
    let arguments = "[\(script.drop { $0 != "(" }.dropFirst().prefix { $0 != ";" }.dropLast())]"
    let whole = try JSONSerialization.jsonObject(with: Data(arguments.utf8)) as? [Any]
    return whole?.last as? [[String: Any]] ?? []
  }

  @Test("is named at the end, unless all is to be quiet")
  func lastLine() throws {
    let project = try ProofProject(posts: ["Hello"])
    let outcome = try project.run("compare", ".")
    #expect(outcome.error.hasSuffix("\nopen \(project.folder.url.path)/output/review/index.html\n"))
    #expect(try project.run("compare", ".", "--quiet").error.isEmpty)
    #expect(try project.run("compare", "--help").output.contains("review/index.html"))
  }

  @Test("lists each case with its verdict, and the boxes of both sides of differing cases")
  func cases() throws {
    let project = try ProofProject()
    _ = try project.run("compare", ".", "--quiet")
    _ = try project.run("approve", "--all")
    try project.write([ProofProject.text, "Hello there"])
    _ = try project.run("compare", ".", "--quiet")
    let rows = try data(project).rows
    #expect(rows.map { $0["verdict"] as? String } == ["identical", "different"])
    let details = try details(project)
    #expect((details.first?["boxes"] as? [Any])?.isEmpty == true)
    let boxes = try #require(details.last?["boxes"] as? [[Any]])
    let text = try #require(boxes.first { $0[0] as? String == "card/text" })
    #expect((text[1] as? [Double])?.count == 4 && (text[2] as? [Double])?.count == 4)
    #expect((text[5] as? [[Any]])?.first?.first as? String == "“Hello [+ there]”")
    #expect(boxes.contains { $0[0] as? String == "card/avatar" && ($0[5] as? [Any])?.isEmpty == true })
  }

  @Test("an identical case shows the kept baseline, and nothing is written twice")
  func identical() throws {
    let project = try ProofProject(posts: ["Hello"])
    _ = try project.run("compare", ".", "--quiet")
    _ = try project.run("approve", "--all")
    _ = try project.run("compare", ".", "--quiet")
    let expected = try #require(try details(project).first?["expected"] as? [Any])
    let path = try #require(expected[0] as? String)
    let file = project.folder.url.appendingPathComponent("output/review/\(path)").standardizedFileURL
    #expect(path.hasPrefix("../../Baselines/") && FileManager.default.fileExists(atPath: file.path))
    #expect(!project.files(in: "output/review").contains { $0.hasPrefix("actual") || $0.hasPrefix("expected") })
  }

  @Test("knows how its decisions are applied, from the report alone")
  func approve() throws {
    let project = try ProofProject(posts: ["Hello"])
    _ = try Tool.run(["compare", project.folder.url.path, "--quiet"], in: project.folder.url)
    let command = "feedproof approve \(project.folder.url.path)"
    #expect(try data(project).index["approve"] as? String == command)
  }

  @Test("has nothing of an earlier comparison in it")
  func cleared() throws {
    let project = try ProofProject(posts: (0..<9).map { "Text \($0)" })
    _ = try project.run("compare", ".", "--quiet")
    #expect(project.files(in: "output/review").contains("site/details/1.js"))
    try project.write(["One"])
    _ = try project.run("compare", ".", "--quiet")
    #expect(!project.files(in: "output/review").contains("site/details/1.js"))
    #expect(project.files(in: "output/review/thumbnails").count == 1)
  }

  @Test("takes templates of the user's own")
  func ownTemplates() throws {
    let project = try ProofProject(posts: ["Hello"])
    try project.folder.write("body { color: rebeccapurple }", to: "own/review.css.mustache")
    _ = try project.run("compare", ".", "--quiet", "--site-templates", "own")
    #expect(
      String(decoding: try project.data("output/review/site/review.css"), as: UTF8.self).contains("rebeccapurple"))
  }
}

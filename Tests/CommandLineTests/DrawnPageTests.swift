import Foundation
import Support
import Testing

@Suite("A page that draws its cards")
struct DrawnPageTests {
  private static let settings = "widths: [320, 375]\nscales: [1, 2]\nlocale: en\npage: drawn\n"

  private func project(_ settings: String = settings) throws -> ProofProject {
    try ProofProject(posts: ["Hello", "World", "Once more"], settings: settings)
  }

  private func contents(_ project: ProofProject, _ output: String) throws -> [String: Data] {
    let files = project.files(in: output)
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try project.data("\(output)/\($0)")) })
  }

  @Test("no image of a card is made, and every number of workers writes the same bytes")
  func export() throws {
    let project = try project()
    for jobs in ["1", "4"] {
      let outcome = try project.run("export", ".", "--quiet", "--jobs", jobs, "--output", "out-\(jobs)")
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    let files = try contents(project, "out-1")
    #expect(files == (try contents(project, "out-4")))
    #expect(!files.keys.contains { $0.hasPrefix("cards/") && !$0.contains("/photo-") })
    #expect(files.keys.contains("site/drawn.js") && files.keys.contains { $0.hasPrefix("site/fonts/") })
    for width in ["320", "375"] {
      let data = try #require(files["site/drawings/\(width)/0.js"])
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains("Once more") && text.contains("Hello"))
    }
    let manifest = String(decoding: files["manifest.json"] ?? Data(), as: UTF8.self)
    #expect(manifest.contains(#""page" : "drawn""#) && files["manifest/0.ndjson"] != nil)
    #expect(!files.values.contains { String(decoding: $0, as: UTF8.self).contains("expanded.png") })
  }

  @Test("nothing is written if nothing is new, and either way of showing cards leaves no trace of the other")
  func changed() throws {
    let project = try project()
    #expect(try project.run("export", ".", "--quiet", "--page", "pictures").status == 0)
    let pictures = try contents(project, "output")
    #expect(try project.run("export", ".", "--quiet").status == 0)
    let drawn = try contents(project, "output")
    #expect(!drawn.keys.contains { $0.hasSuffix("-expanded.png") })
    #expect(try project.run("export", ".", "--quiet").status == 0)
    #expect(try contents(project, "output") == drawn)
    #expect(try project.run("export", ".", "--quiet", "--page", "pictures").status == 0)
    #expect(try contents(project, "output") == pictures)
  }

  @Test("shards are joined to what one run writes")
  func shards() throws {
    let project = try project()
    #expect(try project.run("export", ".", "--quiet", "--output", "whole").status == 0)
    for number in 1...2 {
      let part = ["--shard", "\(number)/2", "--output", "part-\(number)"]
      #expect(try Tool.run(["export", ".", "--quiet"] + part, in: project.folder.url).status == 0)
    }
    let outcome = try project.run("merge", "part-1", "part-2", "--quiet", "--output", "joined")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try contents(project, "joined") == (try contents(project, "whole")))
  }
}

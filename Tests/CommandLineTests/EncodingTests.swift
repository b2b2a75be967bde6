import Foundation
import Support
import Testing

@Suite("Pictures for reading: encoding webp")
struct EncodingTests {
  private static let settings = "widths: 320\nscales: 1\nlocale: en\nencoding: webp\n"

  private func project(_ settings: String = settings) throws -> ProofProject {
    try ProofProject(posts: ["Hello", "World", "Once more"], settings: settings)
  }

  private func contents(_ project: ProofProject, _ output: String) throws -> [String: Data] {
    let files = project.files(in: output)
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try project.data("\(output)/\($0)")) })
  }

  @Test("images, manifest and page have it, and every number of workers writes the same bytes")
  func export() throws {
    let project = try project()
    for jobs in ["1", "4"] {
      let outcome = try project.run("export", ".", "--quiet", "--jobs", jobs, "--output", "out-\(jobs)")
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    let files = try contents(project, "out-1")
    #expect(files == (try contents(project, "out-4")))
    #expect(files.keys.contains("cards/wall1_1/320@1x-light-expanded.webp"))
    #expect(files.keys.contains("feed/320@1x-light.webp") && !files.keys.contains { $0.hasSuffix(".png") })
    let manifest = String(decoding: files["manifest.json"] ?? Data(), as: UTF8.self)
    #expect(manifest.contains(#""encoding" : "webp""#) && manifest.contains(#""photoQuality" : 90"#))
    #expect(manifest.contains(#""path" : "feed/320@1x-light.webp""#))
    let data = String(decoding: files["site/index.js"] ?? Data(), as: UTF8.self)
    #expect(data.contains("cards/{id}/{width}@{scale}x-{theme}-{state}.webp"))
  }

  @Test("after another encoding was asked for, the images of the one before are gone, and no one else's")
  func changed() throws {
    let project = try project()
    #expect(try project.run("export", ".", "--quiet", "--encoding", "png").status == 0)
    let png = try contents(project, "output")
    try project.folder.write("mine", to: "output/cards/wall1_1/own.png")
    #expect(try project.run("export", ".", "--quiet").status == 0)
    let webp = project.files(in: "output").filter { $0.hasPrefix("cards") || $0.hasPrefix("feed") }
    #expect(webp.filter { $0.hasSuffix(".png") } == ["cards/wall1_1/own.png"] && webp.count == 5)
    #expect(try project.run("export", ".", "--quiet", "--encoding", "png").status == 0)
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("output/cards/wall1_1/own.png"))
    #expect(try contents(project, "output") == png)
  }

  @Test("a file of the user's where an image is to be ends the run")
  func foreign() throws {
    let project = try project()
    try project.folder.write("mine", to: "output/cards/wall1_1/320@1x-light-expanded.webp")
    let outcome = try project.run("export", ".", "--quiet")
    #expect(outcome.status == 4 && outcome.error.contains("320@1x-light-expanded.webp"), "\(outcome.error)")
  }

  @Test("shards joined are the whole run")
  func shards() throws {
    let project = try project()
    #expect(try project.run("export", ".", "--quiet", "--output", "whole").status == 0)
    for shard in ["1/2", "2/2"] {
      let part = try project.run("export", ".", "--quiet", "--shard", shard, "--output", "part-\(shard.prefix(1))")
      #expect(part.status == 0, "\(part.error)")
    }
    let merged = try project.run("merge", "--quiet", "--output", "output", "part-1", "part-2")
    #expect(merged.status == 0, "\(merged.error)")
    #expect(try contents(project, "output") == (try contents(project, "whole")))
  }

  @Test("a comparison draws and keeps PNG, whatever the project's images are")
  func compare() throws {
    let project = try project().approved()
    #expect(project.files(in: "Baselines").contains("wall1_1/320@1x-light-expanded.png"))
    try project.folder.write("widths: 320\nscales: 1\nlocale: en\n", to: "feedproof.yml")
    #expect(try project.run("compare", ".", "--quiet").status == 0)
  }

  @Test("the project's quality reaches photos alone")
  func quality() throws {
    let project = try project()
    let feed = Checkout.url("Examples/events").path
    var sizes: [String: [String: Int]] = [:]
    for quality in ["40", "95"] {
      _ = try Tool.run(
        ["export", feed, "--quiet", "--encoding", "webp", "--photo-quality", quality, "--width", "320", "--scale", "1"]
          + ["--theme", "light", "--output", "out-\(quality)"], in: project.folder.url)
      let files = try contents(project, "out-\(quality)").filter { $0.key.hasPrefix("cards") }
      sizes[quality] = files.mapValues(\.count)
    }
    let (small, large) = (sizes["40"] ?? [:], sizes["95"] ?? [:])
    #expect(!small.isEmpty && small.keys.sorted() == large.keys.sorted())
    #expect(small.allSatisfy { $0.value <= large[$0.key] ?? 0 } && small != large)
  }
}

import Foundation
import Support
import Testing

@Suite("feedproof export --shard and merge")
struct ExportShardTests {
  private static let texts = (1...9).map { number in
    (0..<number * 4).map { "word\($0)" }.joined(separator: number.isMultiple(of: 2) ? " " : "\\n")
  }

  private func project(_ texts: [String] = texts) throws -> ProofProject {
    try ProofProject(posts: texts, settings: "widths: 320\nscales: 1\nthemes: [light]\nlocale: en\n")
  }

  private func shards(of project: ProofProject, _ count: Int, feed: String = ".") throws -> [String] {
    try (1...count).map { index in
      let outcome = try project.run(
        "export", feed, "--quiet", "--shard", "\(index)/\(count)", "--output", "part-\(index)")
      #expect(outcome.status == 0, "\(outcome.error)")
      return "part-\(index)"
    }
  }

  private func merge(_ project: ProofProject, _ folders: [String], into output: String = "output") throws
    -> Tool.Outcome
  {
    try Tool.run(["merge", "--quiet", "--output", output] + folders, in: project.folder.url)
  }

  /// Returns all visible files.
  private func contents(_ project: ProofProject, _ output: String) throws -> [String: Data] {
    let files = project.files(in: output).filter { !$0.hasPrefix(".feedproof") }
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try project.data("\(output)/\($0)")) })
  }

  private func expectSame(_ project: ProofProject, _ output: String, as expected: [String: Data]) throws {
    let found = try contents(project, output)
    #expect(found.keys.sorted() == expected.keys.sorted())
    for (path, data) in expected where found[path] != data { Issue.record("\(path) differs") }
  }

  @Test("the shards' folders joined are what one run writes, file by file", arguments: [1, 2, 4, 12])
  func equal(count: Int) throws {
    let project = try project()
    #expect(try project.run("export", ".", "--quiet", "--output", "whole").status == 0)
    let outcome = try merge(project, shards(of: project, count).reversed())
    #expect(outcome.status == 0, "\(outcome.error)")
    try expectSame(project, "output", as: contents(project, "whole"))
  }

  @Test("counts of posts that are not public are those of one run")
  func restricted() throws {
    let project = try project()
    let posts = ["direct", "direct", "private", "public"].enumerated().map { number, visibility in
      """
      {"id": "\(number)", "created_at": "2026-01-01T00:00:0\(number)Z", "content": "<p>\(number)</p>",
      "visibility": "\(visibility)", "account": {"id": "1", "acct": "a", "display_name": "A", "avatar": ""}}
      """
    }
    try project.folder.write("[\(posts.joined(separator: ","))]", to: "feed.json")
    let outcome = try Tool.run(
      ["merge", "--output", "output"] + shards(of: project, 2), in: project.folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect((outcome.output + outcome.error).contains("not public: 2 direct, 1 followers-only"), "\(outcome)")
  }

  @Test("photos, carousels and every kind of post come through")
  func mixed() throws {
    let project = try project()
    let feed = Checkout.url("Examples/events").path
    let options = ["--width", "320", "--scale", "1", "--theme", "light", "--quiet"]
    _ = try Tool.run(["export", feed, "--output", "whole"] + options, in: project.folder.url)
    for shard in 1...3 {
      let part = ["export", feed, "--output", "part-\(shard)", "--shard", "\(shard)/3"]
      #expect(try Tool.run(part + options, in: project.folder.url).status == 0)
    }
    #expect(try merge(project, ["part-1", "part-2", "part-3"]).status == 0)
    try expectSame(project, "output", as: contents(project, "whole"))
  }

  @Test("merge --keep-removed keeps removed posts; shards can't")
  func keptPosts() throws {
    let project = try project()
    #expect(try merge(project, shards(of: project, 2)).status == 0)
    try project.write(Array(Self.texts.dropLast()))
    let refused = try project.run("export", ".", "--shard", "1/2", "--output", "part-1", "--keep-removed")
    #expect(refused.status == 2 && refused.error.contains("pass --keep-removed to feedproof merge instead"))
    let parts = try shards(of: project, 2)
    let joined = try Tool.run(["merge", "--keep-removed", "--output", "output"] + parts, in: project.folder.url)
    #expect(joined.status == 0 && joined.error.contains("8 posts and 1 no longer in the feed"), "\(joined.error)")
    let posts = String(decoding: try project.data("output/manifest/0.ndjson"), as: UTF8.self)
    #expect(posts.components(separatedBy: #""removed":true"#).count == 2)
    // A single run keeps removed posts in the same way.
    try project.write(Self.texts)
    _ = try project.run("export", ".", "--quiet", "--output", "whole")
    try project.write(Array(Self.texts.dropLast()))
    _ = try project.run("export", ".", "--quiet", "--output", "whole", "--keep-removed")
    try expectSame(project, "output", as: contents(project, "whole"))
  }

  @Test("a project says that posts which left the feed are kept; its shards leave that to who joins them")
  func projectKeepsPosts() throws {
    let project = try project()
    try project.folder.write(
      String(contentsOf: project.folder.url.appendingPathComponent("feedproof.yml"), encoding: .utf8)
        + "keepRemoved: true\n", to: "feedproof.yml")
    #expect(try project.run("export", ".", "--quiet").status == 0)
    try project.write(Array(Self.texts.dropLast()))
    let kept = try project.run("export", ".")
    #expect(kept.status == 0 && kept.error.contains("1 no longer in the feed"), "\(kept.error)")
    _ = try shards(of: project, 2)
    #expect(try project.run("export", ".", "--replace").error.contains("no longer in the feed") == false)
  }

  @Test("joining into another feed's output asks for --replace")
  func otherFeed() throws {
    let project = try project()
    let other =
      "{\"items\":[{\"type\":\"post\",\"source_id\":-2,\"post_id\":77,\"date\":1542566400,\"text\":\"x\"}],"
      + "\"profiles\":[],\"groups\":[{\"id\":2,\"name\":\"Others\"}]}"
    let elsewhere = try TemporaryFolder()
    try elsewhere.write(other, to: "feed.json")
    let options = ["--width", "320", "--scale", "1", "--locale", "en", "--quiet"]
    _ = try Tool.run(["export", elsewhere.url.path, "--output", "output"] + options, in: project.folder.url)
    let parts = try shards(of: project, 2)
    let refused = try merge(project, parts)
    #expect(
      refused.status == 4 && refused.error.contains("1 of its 1 posts would be deleted: wall-2_77"), "\(refused.error)")
    #expect(project.files(in: "output").contains { $0.hasPrefix("cards/wall-2_77/") })
    let joined = try Tool.run(["merge", "--replace", "--quiet", "--output", "output"] + parts, in: project.folder.url)
    #expect(joined.status == 0, "\(joined.error)")
  }

  @Test("after joining, an export finds all of it up to date")
  func upToDate() throws {
    let project = try project()
    #expect(try merge(project, shards(of: project, 3)).status == 0)
    #expect(try project.run("export", ".", "--dry-run").output.hasPrefix("nothing to do: 9 cards"))
    let again = try project.run("export", ".")
    #expect(again.error.contains("9 posts (9 kept)"), "\(again.error)")
  }

  @Test("joining again replaces what was joined before, and leaves alone what is not ours")
  func again() throws {
    let project = try project()
    #expect(try merge(project, shards(of: project, 2)).status == 0)
    try project.folder.write("mine", to: "output/cards/mine.txt")
    try project.write(Array(Self.texts.dropLast(3)))
    #expect(try merge(project, shards(of: project, 2)).status == 0)
    #expect(String(decoding: try project.data("output/cards/mine.txt"), as: UTF8.self) == "mine")
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("output/cards/mine.txt"))
    #expect(try project.run("export", ".", "--quiet", "--output", "whole").status == 0)
    try expectSame(project, "output", as: contents(project, "whole"))
  }

  @Test("every post is in one shard, and the manifest says which part it is")
  func manifests() throws {
    let project = try project()
    var posts: [String] = []
    var plans: Set<String> = []
    var feedPictures = 0
    for folder in try shards(of: project, 4) {
      let manifest = try JSONDecoder().decode(PartManifest.self, from: project.data("\(folder)/manifest.json"))
      #expect(manifest.shard.shard == "\(folder.suffix(1))/4" && manifest.shard.total == 9)
      plans.insert(manifest.shard.plan)
      posts += try project.data("\(folder)/manifest/0.ndjson").split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(PartManifest.Post.self, from: $0).id
      }
      feedPictures += manifest.feedPictures.count
    }
    #expect(posts.sorted() == (1...9).map { "wall1_\($0)" })
    #expect(plans.count == 1 && feedPictures == 1)
  }

  private struct PartManifest: Decodable {
    struct Post: Decodable {
      var id: String
    }
    struct Picture: Decodable {}
    var shard: WrittenShard
    var feedPictures: [Picture]
  }

  @Test("a shard that is run again draws nothing again")
  func repeated() throws {
    let project = try project()
    _ = try shards(of: project, 2)
    let again = try project.run("export", ".", "--shard", "2/2", "--output", "part-2")
    #expect(again.error.contains("(shard 2/2)") && again.error.contains("kept)"), "\(again.error)")
  }

  @Test("missing and doubled shards, and folders that are none, are refused; nothing is written")
  func incomplete() throws {
    let project = try project()
    _ = try shards(of: project, 3)
    _ = try project.run("export", ".", "--quiet", "--output", "whole")
    _ = try project.run("compare", ".", "--quiet", "--output", "compared", "--shard", "1/3")
    for (folders, code) in [
      (["part-1", "part-3"], "merge.missing"), (["part-1", "part-2", "part-2", "part-3"], "merge.doubled"),
      (["part-1", "whole"], "merge.no-shard"), (["part-1", "nowhere"], "merge.nothing"),
      (["part-1", "compared"], "merge.mixed"),
    ] {
      let outcome = try merge(project, folders)
      #expect(outcome.status == 2 && outcome.error.contains("error[\(code)]"), "\(outcome.error)")
    }
    #expect(project.files(in: "output").isEmpty)
  }

  @Test("shards of another feed or of other options are refused")
  func otherRun() throws {
    let project = try project(["One", "Two"])
    _ = try shards(of: project, 2)
    _ = try project.run("export", ".", "--quiet", "--shard", "2/2", "--width", "375", "--output", "wide")
    try project.write(["One", "Too"])
    _ = try project.run("export", ".", "--quiet", "--shard", "2/2", "--output", "later")
    for other in ["wide", "later"] {
      let outcome = try merge(project, ["part-1", other])
      #expect(outcome.status == 2 && outcome.error.contains("error[merge.other-run]: \(other)"), "\(outcome.error)")
    }
  }

  @Test(
    "a shard that was changed on the way is refused",
    arguments: ["picture", "size", "cards", "place", "doubled", "path", "run"])
  func changed(what: String) throws {
    let project = try project(["One", "Two", "Three", "Four"])
    let folders = try shards(of: project, 2)
    #expect(try merge(project, folders).status == 0)
    let before = try contents(project, "output")
    let cards = "part-2/shard/items.ndjson"
    var lines = String(decoding: try project.data(cards), as: UTF8.self).split(separator: "\n").map(String.init)
    let picture = try #require(project.files(in: "part-2/cards").first)
    switch what {
    case "picture":
      try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("part-2/cards/\(picture)"))
    case "size":
      // The joined folder has a hard link to the same file. Overwriting the file would change it there as well.
      try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("part-2/cards/\(picture)"))
      try project.folder.write("not a picture", to: "part-2/cards/\(picture)")
    case "cards": lines.removeFirst()
    case "place": lines[0] = lines[0].replacingOccurrences(of: #""place":"#, with: #""place":7"#)
    case "doubled": lines[1] = lines[0]
    case "path": lines[0] = lines[0].replacingOccurrences(of: #""path":"cards"#, with: #""path":"../cards"#)
    default: try project.folder.write("{}", to: "part-2/shard/run.json")
    }
    try project.folder.write(lines.map { $0 + "\n" }.joined(), to: cards)
    let outcome = try merge(project, folders)
    #expect(outcome.status == 2 && outcome.error.contains("error[merge."), "\(outcome.error)")
    try expectSame(project, "output", as: before)
  }

  @Test("a damaged store of the joined folder is kept aside, and the shards are joined")
  func damagedStore() throws {
    let project = try project(["One", "Two"])
    let folders = try shards(of: project, 2)
    #expect(try merge(project, folders).status == 0)
    let before = try contents(project, "output")
    let store = project.folder.url.appendingPathComponent("output/.feedproof/store.sqlite")
    var bytes = try Data(contentsOf: store)
    bytes.replaceSubrange(4096..., with: repeatElement(0xFF, count: bytes.count - 4096))
    try bytes.write(to: store)
    let outcome = try merge(project, folders)
    #expect(outcome.status == 0, "\(outcome.error)")
    try expectSame(project, "output", as: before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.path + ".broken-1")) == bytes)
  }

  @Test("the output is not one of the shards")
  func overwriting() throws {
    let project = try project(["One", "Two"])
    let outcome = try merge(project, shards(of: project, 2), into: "part-1")
    #expect(outcome.status == 2 && outcome.error.contains("error[merge.output]"))
  }

  @Test("shards next to the feed are not read as feeds")
  func besideTheFeed() throws {
    let project = try project(["One"])
    _ = try shards(of: project, 3)
    #expect(try project.run("export", ".", "--dry-run").output.contains("1 to draw"))
  }

  @Test("newline-delimited JSON is dealt like pages")
  func lines() throws {
    let project = try project()
    let item = { (id: Int) in #"{"id": \#(id), "owner_id": 1, "date": 5, "text": "post \#(id)"}"# }
    try project.folder.write((1...7).map(item).joined(separator: "\n"), to: "lines/feed.ndjson")
    _ = try project.run("export", "lines", "--quiet", "--output", "whole")
    #expect(try merge(project, shards(of: project, 3, feed: "lines")).status == 0)
    try expectSame(project, "output", as: contents(project, "whole"))
  }
}

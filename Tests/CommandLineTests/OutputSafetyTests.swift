import Foundation
import Support
import Testing

@Suite("Files that are not ours, and lists that were changed")
struct OutputSafetyTests {
  private let project: CrashProject
  private var folder: URL { project.folder.url }

  init() throws { project = try CrashProject() }

  private func text(_ path: String) -> String? {
    try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("a first export into someone's folder draws nothing and changes nothing", arguments: [false, true])
  func firstExport(inside: Bool) throws {
    let own = ["index.html": "mine", "manifest.json": "[]", "site/feed.js": "mine"]
    for (path, text) in own { try project.folder.write(text, to: "out/\(path)") }
    func run(_ options: String...) throws -> Tool.Outcome {
      var arguments = project.arguments("a", to: inside ? "." : "out") + options
      arguments[1] = folder.appendingPathComponent("a/feed.json").path
      return try Tool.run(arguments, in: inside ? folder.appendingPathComponent("out") : folder)
    }
    let outcome = try run()
    #expect(outcome.status == 4 && !outcome.error.contains("drawing"), "\(outcome.error)")
    #expect(outcome.error.contains("error[output.not-ours]") && outcome.error.contains("3 unmanaged files"))
    #expect(try project.tree() == own.mapValues { Data($0.utf8) })
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("out/.feedproof").path))

    let kept = try run("--set-aside")
    #expect(kept.status == 0 && kept.error.contains("was renamed to index.html.kept-1"), "\(kept.error)")
    for (path, mine) in own { #expect(text("out/\(path).kept-1") == mine) }
    // From now on, the files are listed in the ledger.
    #expect(try run("--force").status == 0)
    for (path, mine) in own { #expect(text("out/\(path).kept-1") == mine) }
  }

  @Test("someone's image where a card's comes is reported before drawing")
  func picture() throws {
    let path = "out/cards/wall1_1/300@1x-light-expanded.png"
    try project.folder.write("mine", to: path)
    try project.folder.write("mine", to: "out/cards/wall1_1/note.png")
    let outcome = try project.export("a")
    #expect(outcome.status == 4 && !outcome.error.contains("drawing 4"), "\(outcome.error)")
    #expect(outcome.error.contains("1 unmanaged file ") && text(path) == "mine")
  }

  @Test("a name that is not UTF-8 is refused, and no other is written")
  func notUTF8() throws {
    let script = "exec \"$0\" export a --output \"$(printf 'o\\377')\""
    let outcome = try Tool.run(command: ["sh", "-c", script, Tool.executable.path], in: folder)
    let told = outcome.error
    #expect(outcome.status == 2 && told.contains("error[option.not-utf8]") && told.contains("o\u{FFFD}"))
    #expect(project.strangers.isEmpty)
  }

  @Test("the folder that a feed is read from is no output")
  func feedFolder() throws {
    for (feed, output) in [("a", "a"), ("a/feed.json", ".")] {
      if output == "." { try FileManager.default.moveItem(atPath: folder.path + "/b", toPath: folder.path + "/feed") }
      let input = output == "." ? "feed/feed.json" : feed
      let outcome = try Tool.run(["export", input, "--output", output, "--scale", "1"], in: folder)
      #expect(outcome.status == 2 && outcome.error.contains("error[output.is-feed]"), "\(outcome.error)")
    }
    #expect(project.strangers.isEmpty && text("a/manifest.json") == nil)
  }

  @Test("an output above the project stays the folder that it is, with everything that is in it")
  func above() throws {
    try project.folder.write("mine", to: "deep/mine.txt")
    try project.folder.write("mine", to: "deep/er/note.txt")
    func identity() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder.path + "/deep")[.systemFileNumber] as? Int
    }
    let before = try identity()
    for feed in ["a", "b", "a"] {
      var arguments = project.arguments(feed, to: "..") + ["--replace"]
      arguments[1] = folder.appendingPathComponent("\(feed)/feed.json").path
      let outcome = try Tool.run(arguments, in: folder.appendingPathComponent("deep/er"))
      #expect(outcome.status == 0 && text("deep/index.html") != nil, "\(outcome.error)")
    }
    #expect(try identity() == before && text("deep/mine.txt") == "mine" && text("deep/er/note.txt") == "mine")
    #expect(project.strangers.isEmpty)
  }

  @Test("an output among the feeds is not read as one, whole, in parts or halfway")
  func outputAmongFeeds() throws {
    try #require(try project.export("a", to: "a/drawn").status == 0)
    try #require(try Tool.run(project.arguments("a", to: "a/part") + ["--shard", "1/2"], in: folder).status == 0)
    try #require(try Tool.run(["compare", "a", "--output", "a/seen", "--quiet"], in: folder).status == 1)
    try project.folder.write("", to: "a/halfway/.feedproof/lock")
    try project.folder.write(#"{"items":[]}"#, to: "a/halfway/shard/items.ndjson")
    // A copy without hidden files, and a copied review.
    try FileManager.default.removeItem(at: folder.appendingPathComponent("a/part/.feedproof"))
    try FileManager.default.copyItem(atPath: folder.path + "/a/seen/review", toPath: folder.path + "/a/copied")
    let outcome = try Tool.run(["show", "a", "--stage", "post", "--json"], in: folder)
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
  }

  // MARK: Shards

  private func shards() throws -> [String] {
    try (1...2).map { number in
      let arguments = project.arguments("a", to: "part-\(number)") + ["--shard", "\(number)/2"]
      try #require(try Tool.run(arguments, in: folder).status == 0)
      return "part-\(number)"
    }
  }

  private func change(_ path: String, _ old: String, _ new: String) throws {
    let content = try #require(self.text(path))
    try #require(content.contains(old), "\(old)")
    try project.folder.write(content.replacingOccurrences(of: old, with: new), to: path)
  }

  @Test(
    "numbers of a shard's lists are checked before they are used",
    arguments: [
      ("run.json", #""total" : 4"#, #""total" : 2305843009213693951"#),
      ("run.json", #""total" : 4"#, #""total" : 1000000000000"#),
      ("run.json", #""total" : 4"#, #""total" : -1"#), ("run.json", #""total" : 4"#, #""total" : 3"#),
      ("run.json", #""items" : "#, #""items" : -"#), ("run.json", #""items" : "#, #""items" : 9"#),
      ("run.json", #""shard" : "1/2""#, #""shard" : "0/0""#),
      ("run.json", #""screen" : "#, #""screen" : 9"#),
      ("run.json", #""path" : "index.html""#, #""path" : "../index.html""#),
      ("items.ndjson", #""place":"#, #""place":9"#), ("items.ndjson", #""place":"#, #""place":-"#),
      ("items.ndjson", #""initial":"#, #""initial":9223372036854775"#),
      ("items.ndjson", #""initial":"#, #""initial":-"#), ("items.ndjson", #""bytes":"#, #""bytes":-"#),
      ("items.ndjson", #""path":"cards/"#, #""path":"cards/../../"#), ("items.ndjson", #""entry":"{"#, #""entry":"{{"#),
    ])
  func damaged(file: String, old: String, new: String) throws {
    let parts = try shards()
    for part in parts where file == "run.json" && old.contains("total") {
      try change("\(part)/shard/\(file)", old, new)
    }
    if !old.contains("total") { try change("part-1/shard/\(file)", old, new) }
    let outcome = try Tool.run(["merge", "--output", "out", "--quiet"] + parts, in: folder)
    #expect(outcome.status == 2 && outcome.error.contains("error[merge."), "\(outcome.status) \(outcome.error)")
    #expect(text("out/manifest.json") == nil)
  }

  @Test(
    "a link or a pipe in a shard is not a file of it", .timeLimit(.minutes(10)),
    arguments: ["picture", "folder", "pipe"])
  func linked(what: String) throws {
    let parts = try shards()
    let cards = folder.appendingPathComponent("part-1/cards")
    let card = try #require(try FileManager.default.contentsOfDirectory(atPath: cards.path).first)
    let picture = cards.appendingPathComponent("\(card)/300@1x-light-expanded.png")
    try FileManager.default.copyItem(at: picture, to: folder.appendingPathComponent("secret"))
    try FileManager.default.removeItem(at: picture)
    switch what {
    case "picture":
      try FileManager.default.createSymbolicLink(atPath: picture.path, withDestinationPath: folder.path + "/secret")
    case "pipe": #expect(mkfifo(picture.path, 0o600) == 0)
    default:
      try FileManager.default.moveItem(atPath: cards.path, toPath: folder.path + "/elsewhere")
      try FileManager.default.createSymbolicLink(atPath: cards.path, withDestinationPath: folder.path + "/elsewhere")
    }
    let outcome = try Tool.run(["merge", "--output", "out", "--quiet"] + parts, in: folder)
    #expect(outcome.status == 2 && outcome.error.contains("error[merge.changed]"), "\(outcome.error)")
    #expect(text("out/manifest.json") == nil)
  }
}

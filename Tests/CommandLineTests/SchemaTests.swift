import Foundation
import Support
import Testing

@Suite("What --json prints is as its schema says")
struct SchemaTests {
  private let folder: TemporaryFolder

  /// Posts with a missing photo, a poll, a repost, and one without an author.
  init() throws {
    folder = try TemporaryFolder()
    let feed = #"""
      {"items":[{"type":"post","source_id":1,"post_id":1,"date":1542566400,"text":"One","likes":{"count":3},
        "attachments":[
          {"type":"photo","photo":{"id":1,"sizes":[{"url":"https://a.example/x.jpg","width":130,"height":90}]}},
          {"type":"poll","poll":{"id":3,"question":"Q","votes":3,"answers":[{"id":1,"text":"a","votes":3,"rate":100}]}}],
        "copy_history":[{"id":9,"owner_id":1,"from_id":1,"date":1542560000,"text":"inner"}]},
       {"type":"post","source_id":1,"post_id":2,"date":1542560000,"text":"\#((0..<300).map { "word\($0)" }.joined(separator: " "))"},
       {"type":"post","source_id":7,"post_id":3,"text":"Three"}],
       "profiles":[{"id":1,"first_name":"A","last_name":"B"}],"groups":[]}
      """#
    try folder.write(feed, to: "p/feed.json")
    try folder.write("widths: 300\nscales: 1\nlocale: en\n", to: "p/feedproof.yml")
  }

  private func run(_ words: String...) throws -> String {
    let outcome = try Tool.run(words + ["--json"], in: folder.url)
    #expect(!outcome.output.isEmpty, "\(words): \(outcome.error)")
    return outcome.output
  }

  private func expect(_ text: String, as schema: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try JSONSchema(schema).faults(in: text) == [], sourceLocation: sourceLocation)
  }

  private func expectLines(_ text: String, as schema: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    for line in text.split(separator: "\n") { try expect(String(line), as: schema, sourceLocation: sourceLocation) }
  }

  @Test("exports, parts of them, and what joins them")
  func exports() throws {
    try expectLines(run("export", "p", "--dry-run"), as: "export-dry-run")
    try expectLines(run("export", "p"), as: "export")
    for part in 1...2 {
      try expectLines(run("export", "p", "--shard", "\(part)/2", "--output", "part-\(part)"), as: "export")
    }
    try expectLines(run("merge", "part-1", "part-2", "--output", "joined"), as: "export")
    for output in ["p/output", "part-1", "joined"] {
      func text(_ path: String) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent("\(output)/\(path)"), encoding: .utf8)
      }
      try expect(text("manifest.json"), as: "manifest")
      try expectLines(text("manifest/0.ndjson"), as: "manifest-post")
    }
    let picture = "p/output/cards/wall1_1/300@1x-light-expanded.png"
    try expect(run("diff", picture, "p/output/cards/wall7_3/300@1x-light-expanded.png"), as: "diff")
    try expect(run("diff", picture, picture), as: "diff")
  }

  @Test("comparisons and approvals")
  func comparisons() throws {
    try expectLines(run("compare", "p"), as: "compare")
    try expect(run("comment", "p/output"), as: "comment")
    try expect(run("list", "p", "--cases"), as: "list")
    try expect(run("approve", "p", "--all"), as: "approve")
    try expect(run("approve", "p", "wall1_1"), as: "approve")
    for (name, text) in [("base", "{}\n"), ("ours", "mine\n"), ("theirs", "yours\n")] {
      try folder.write(text, to: name)
    }
    try expect(run("merge-baseline", "base", "ours", "theirs"), as: "merge-baseline")
  }

  @Test("images, pages and documents")
  func pictures() throws {
    try expectLines(run("picture", "p", "--output", "feed.pdf"), as: "picture")
    try expectLines(run("picture", "p", "--output", "feed.png", "--pages", "300"), as: "picture")
  }

  @Test("films and the laboratory of loading ahead")
  func laboratories() throws {
    try expectLines(run("film", "p", "--scene", "expand"), as: "film")
    try expectLines(
      run("prefetch", "p", "--items", "20", "--repeat", "2", "--link", "3g", "--policy", "none,lazy"), as: "prefetch")
  }

  @Test("what stages make of a feed", arguments: ["post", "card", "layout", "drawing"])
  func stages(stage: String) throws {
    try expect(run("show", "--stage", stage, "p"), as: "show-\(stage)")
  }

  @Test("a project that is made")
  func project() throws {
    try expect(run("init", "made"), as: "init")
    try expect(run("init", "of-feed", "--from", "p/feed.json"), as: "init")
  }

  @Test("conversations, one and several")
  func conversations() throws {
    try expect(run("show", "--stage", "message", Checkout.url("Examples/chat").path), as: "show-message")
    let chat =
      #"{"name": null, "type": "personal_chat", "id": 1, "messages": [{"id": 1, "type": "message", "text": "x"}]}"#
    try folder.write(#"{"chats": {"list": [\#(chat), \#(chat)]}}"#, to: "result.json")
    try expect(run("show", "--stage", "message", "result.json"), as: "show-message")
  }

  @Test("app screens with more or less information")
  func screens() throws {
    let nodes = [#"resource-id="x" text="Ada" bounds="[0,0][40,20]""#, #"bounds="[0,20][9,29]""#]
    try folder.write("<hierarchy>\(nodes.map { "<node \($0)/>" }.joined())</hierarchy>", to: "window_dump.xml")
    try expect(run("show", "--stage", "screen", "window_dump.xml"), as: "show-screen")
    try folder.write(#"{"items": {"screen": {"area": [0, 0, 40, 20]}}}"#, to: "page.json")
    try expect(run("show", "--stage", "screen", "page.json"), as: "show-screen")
    let example = Checkout.url("Examples/web-feed").path
    for kind in ["right", "dark", "wrong"] {
      try expect(run("screens", example, "\(example)/screens/\(kind)"), as: "compare-screens")
    }
  }

  @Test("media, fonts, templates and versions")
  func others() throws {
    try expect(run("media", "p"), as: "media")
    try expect(run("media", "p", "--missing"), as: "media")
    try expect(run("fonts"), as: "fonts")
    try expect(run("fonts", "--write", "own.lock.json"), as: "fonts-written")
    try expect(run("--version", "--verbose"), as: "version")
    try expect(run("template", "check", Checkout.url("Templates/Cards").path), as: "template-check")
    try folder.write("card: none\nroot: {ratio: 2, name: r, child: {shape: , name: s}}", to: "a.yml")
    try expect(run("template", "layout", "a.yml", "--max", "30xinf"), as: "template-layout")
  }

  @Test("settings, checks of the machine, lists, ejected files and completions")
  func inspecting() throws {
    try expect(run("config", "p", "--widths", "320"), as: "config")
    try expect(run("doctor", "p"), as: "doctor")
    try expect(run("list", "p"), as: "list")
    try expect(run("completions", "bash"), as: "completions")
    for words in [["eject"], ["eject", "post", "tokens"], ["eject", "--check"]] {
      let outcome = try Tool.run(words + ["--json", "-C", "p"], in: folder.url)
      try expect(outcome.output, as: "eject")
    }
  }

  @Test("every schema is listed in docs/json.md and checked against a command's output")
  func documented() throws {
    let text = try String(contentsOf: Checkout.url("docs/json.md"), encoding: .utf8)
    let tests = try FileManager.default.subpathsOfDirectory(atPath: Checkout.url("Tests/CommandLineTests").path)
      .map { try String(contentsOf: Checkout.url("Tests/CommandLineTests/\($0)"), encoding: .utf8) }.joined()
    for name in try FileManager.default.contentsOfDirectory(atPath: Checkout.url("docs/schemas").path) {
      #expect(text.contains("(schemas/\(name))"), "\(name)")
      let schema = name.replacing(".json", with: "")
      let uses = [#"as: "\#(schema)""#, #"JSONSchema("\#(schema)")"#, #""\#(schema.replacing("show-", with: ""))""#]
      #expect(uses.contains { tests.contains($0) }, "no test uses \(name)")
    }
  }
}

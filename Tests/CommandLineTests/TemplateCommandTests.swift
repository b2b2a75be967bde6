import Foundation
import Support
import Testing

@Suite("Templates, tokens and events from the command line")
struct TemplateCommandTests {
  private static let feed =
    #"{"items":[{"type":"post","source_id":1,"post_id":1,"date":1542566400,"text":"Hello"}],"profiles":[{"id":1,"first_name":"A","last_name":"B"}],"groups":[]}"#
  private static let head = "card: post\ntokens: ../../Mockups/newsfeed/newsfeed.tokens.json\n"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.feed, to: "feed.json")
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(path).path)
  }

  private func frames(_ arguments: String...) throws -> [String: [Double]] {
    struct Layout: Decodable {
      struct Box: Decodable {
        var path: String
        var frame: [Double]
      }
      var boxes: [Box]
    }
    let outcome = try Tool.run(["show", "--stage", "layout", "--json", "feed.json"] + arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.error)")
    let shown = try JSONDecoder().decode([Layout].self, from: Data(outcome.output.utf8))
    return Dictionary(
      (shown.first?.boxes ?? []).map { ($0.path, $0.frame) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("template check says ok with status 0, and mistakes with their place, a hint and status 2")
  func check() throws {
    try folder.write(Self.head + "root: {spacer: }", to: "good.yml")
    try folder.write(Self.head + "root: {spaser: }", to: "bad.yml")
    let good = try Tool.run(["template", "check", "good.yml"], in: folder.url)
    #expect(
      good.status == 0 && good.output.hasPrefix("good.yml: ok (card post; light, dark, high-contrast")
        && good.error.isEmpty)
    let both = try Tool.run(["template", "check", "good.yml", "bad.yml"], in: folder.url)
    #expect(both.status == 2)
    #expect(both.output == good.output)
    #expect(both.error.contains("error[template.unknown-key]: bad.yml:3:8: unknown key \"spaser\""))
    #expect(both.error.contains("hint: did you mean \"spacer\"?"))
    let json = try Tool.run(["template", "check", "bad.yml", "--json"], in: folder.url)
    #expect(json.status == 2 && json.error.isEmpty)
    #expect(json.output.contains(#""ok" : false"#) && json.output.contains(#""line" : 3"#))
  }

  @Test("template layout prints boxes, and problems on standard error")
  func layout() throws {
    try folder.write("card: none\nroot: {ratio: 2, name: r, child: {shape: , name: s}}", to: "a.yml")
    let outcome = try Tool.run(["template", "layout", "a.yml", "--max", "30xinf", "--scale", "2"], in: folder.url)
    #expect(outcome.status == 0 && outcome.output == "a.yml: 30 × 60\n  r  [0 0 30 60]\n  r/s  [0 0 30 60]\n")
    #expect(outcome.error.isEmpty)
    let endless = try Tool.run(["template", "layout", "a.yml", "--json"], in: folder.url)
    #expect(endless.status == 0)
    #expect(endless.error.contains("warning[layout.unsatisfiable]: a.yml: the box r: "))
    #expect(endless.output.contains(#""path" : "r/s""#))
  }

  @Test("export draws with a folder that holds only post.yml, and with other tokens")
  func ownCardsAndTokens() throws {
    try folder.write(
      Self.head + "root: {text: summary, name: line, style: \"{type.body}\", color: \"{color.text}\"}",
      to: "MyTemplates/post.yml")
    let tokens = try String(contentsOf: Checkout.url("Mockups/newsfeed/newsfeed.tokens.json"), encoding: .utf8)
    try folder.write(
      tokens.replacingOccurrences(of: "1.4666666667", with: "2"), to: "my.tokens.json")
    #expect(try frames()["card/text"]?[3] == 22)
    #expect(try frames("--cards", "MyTemplates")["line"]?[3] == 22)
    #expect(try frames("--cards", "MyTemplates", "--tokens", "my.tokens.json")["line"]?[3] == 30)
    let outcome = try Tool.run(
      [
        "export", "feed.json", "--cards", "MyTemplates", "--tokens", "my.tokens.json", "--scale", "1", "--output",
        "out",
      ],
      in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(exists("out/cards/wall1_1/375@1x-light-expanded.png") && exists("out/feed/375@1x-light.png"))
  }

  @Test(
    "a card that can't be laid out as asked is drawn and reported, never a crash",
    arguments: [
      (
        #"{stack: horizontal, children: [{text: summary, width: 0, style: "{type.body}", color: "{color.text}"}]}"#,
        "a text has no width"
      ),
      ("{ratio: 0, name: r, child: {shape: , width: 30, height: 10}}", "a ratio of 0"),
      (
        "{stack: horizontal, height: 20, children: [{absolute: , name: a}]}", "no maximum size"
      ),
    ])
  func unsatisfiable(root: String, problem: String) throws {
    try folder.write(Self.head + "root: \(root)", to: "Cards/post.yml")
    let arguments = ["export", "feed.json", "--cards", "Cards", "--scale", "1", "--output", "out"]
    let outcome = try Tool.run(arguments, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error.contains("warning[layout.unsatisfiable]: ") && outcome.error.contains(problem))
    #expect(exists("out/cards/wall1_1/375@1x-light-expanded.png"))
    #expect(try Tool.run(arguments + ["--strict"], in: folder.url).status == 2)
  }

  @Test(
    "a template that is wrong ends an export with status 2 before anything is drawn",
    arguments: [
      ("card: event\nroot: {spacer: }", "error[template.card]: Cards/post.yml:1:7: "),
      ("card: post\nroot: {shape: , width: \"{size.nothing}\"}", "error[token.unknown]: Cards/post.yml:2:24: "),
      ("card: post\nroot: {text: titel}", "error[template.unknown-path]: Cards/post.yml:2:14: "),
    ])
  func wrongTemplate(template: String, error: String) throws {
    try folder.write(template, to: "Cards/post.yml")
    let outcome = try Tool.run(["export", "feed.json", "--cards", "Cards", "--output", "out"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains(error), "\(outcome.error)")
    #expect(!exists("out"))
  }

  @Test("the events example is exported without a word, every card at most as high as its design says")
  func events() throws {
    let output = folder.url.appendingPathComponent("out").path
    let outcome = try Tool.run(
      ["export", "Examples/events", "--output", output, "--scale", "1", "--theme", "light", "--strict"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!outcome.error.contains("warning") && !outcome.error.contains("error"))
    struct Post: Decodable {
      var kind: String
      var heights: [String: [String: Double]]
    }
    let lines = try Data(contentsOf: folder.url.appendingPathComponent("out/manifest/0.ndjson"))
    let posts = try lines.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Post.self, from: $0) }
    #expect(posts.count >= 8)
    for post in posts {
      #expect(post.kind == "event")
      #expect(post.heights.keys.sorted() == ["320", "375", "414"])
      for height in post.heights.values { #expect((height["expanded"] ?? 1000) <= 333 && height.count == 1) }
    }
    #expect(exists("out/feed/320@1x-light.png") && exists("out/index.html"))
    let page = try String(contentsOf: folder.url.appendingPathComponent("out/index.html"), encoding: .utf8)
    #expect(page.contains("12 событий"))
  }

  @Test("a bare file of events needs no project: the template names its tokens")
  func bareEvents() throws {
    try folder.write(
      #"{"name": "City", "events": [{"id": "a", "title": "Jazz", "dates": "2018-11-24"}]}"#, to: "events.json")
    let post = try Tool.run(["show", "--stage", "post", "--json", "events.json"], in: folder.url)
    #expect(post.output.contains(#""start" : "2018-11-24""#) && post.output.contains(#""kind" : "event""#))
    let card = try Tool.run(["show", "--stage", "card", "events.json", "--locale", "en"], in: folder.url)
    #expect(card.output.contains("Nov\u{A0}24"))
    let layout = try Tool.run(["show", "--stage", "layout", "events.json"], in: folder.url)
    #expect(layout.output.contains("event-a at 375, expanded: 359 × 218"))
    #expect(layout.output.contains("card/cover  [0 0 359 168]"))
    let drawing = try Tool.run(["show", "--stage", "drawing", "events.json"], in: folder.url)
    #expect(drawing.status == 0 && drawing.output.contains("glyphs"))
  }

  @Test("the compact example is exported: its card is in one template and one token file")
  func compact() throws {
    let output = folder.url.appendingPathComponent("out").path
    let outcome = try Tool.run(
      ["export", "Examples/compact", "--output", output, "--scale", "1", "--width", "375", "--theme", "dark"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!outcome.error.contains("error["))
    let names = try FileManager.default.subpathsOfDirectory(atPath: Checkout.url("Examples/compact").path)
      .filter { !$0.hasPrefix("output") }.sorted()
    #expect(names == ["Cards", "Cards/post.yml", "compact.tokens.json", "feedproof.yml"])
  }
}

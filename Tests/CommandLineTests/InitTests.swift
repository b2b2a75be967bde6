import Foundation
import Support
import Testing
import Yams

@Suite("feedproof init")
struct InitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) throws -> Tool.Outcome { try Tool.run(arguments, in: folder.url) }

  private func files(in path: String) -> [String: Data] {
    let root = folder.url.appendingPathComponent(path)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    var found: [String: Data] = [:]
    for name in names { found[name] = try? Data(contentsOf: root.appendingPathComponent(name)) }
    return found
  }

  @Test("a new project exports at once, and ejected tokens change its cards")
  func exports() throws {
    let made = try run("init", "holiday")
    #expect(made.status == 0 && made.error.isEmpty)
    let commands = made.output.split(separator: "\n").filter { $0.hasPrefix("  feedproof ") }
    #expect(commands.count == 4 && commands[0].hasPrefix("  feedproof export holiday "))
    let exported = try run("export", "holiday", "--quiet", "--strict", "--theme", "light", "--scale", "1")
    #expect(exported.status == 0 && exported.error.isEmpty)
    let (before, name) = (files(in: "holiday/output/cards"), "holiday/tokens/newsfeed.tokens.json")
    #expect(before.keys.filter { $0.hasSuffix("expanded.png") }.count == 5)
    let ejected = try run("eject", "tokens", "-C", "holiday")
    #expect(ejected.status == 0, "\(ejected.error)")
    let tokens = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    let (white, yellow) = (##"[1, 1, 1], "hex": "#FFFFFF""##, ##"[1, 1, 0], "hex": "#FFFF00""##)
    try folder.write(tokens.replacing(white, with: yellow, maxReplacements: 1), to: name)
    #expect(try run("export", "holiday", "--quiet", "--theme", "light", "--scale", "1").status == 0)
    #expect(files(in: "holiday/output/cards") != before)
  }

  @Test("tokens that are ejected into a project of a chat are those of its messages")
  func ejectedChat() throws {
    let chat =
      #"{"name":"Ann","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","date_unixtime":"5","#
      + #""from":"Ann","text":"Hi"}]}"#
    try folder.write(chat, to: "result.json")
    #expect(try run("init", "talk", "--from", "result.json").status == 0)
    #expect(try run("eject", "message", "tokens", "-C", "talk").status == 0)
    let exported = try run("export", "talk", "--quiet", "--theme", "light", "--scale", "1")
    #expect(exported.status == 0 && !exported.error.contains("error["), "\(exported.error)")
  }

  @Test("git is reported what to leave out and how to merge, and a file of the user's own is not touched")
  func git() throws {
    #expect(try run("init", "holiday", "--ci", "--lfs").status == 0)
    #expect(files(in: "holiday")[".gitignore"] == Data("output/\n".utf8))
    let attributes = String(decoding: files(in: "holiday")[".gitattributes"] ?? Data(), as: UTF8.self)
    #expect(
      attributes == "Baselines/**/*.json merge=feedproof\nBaselines/**/*.png filter=lfs diff=lfs merge=lfs -text\n")
    try folder.write("*.log\n", to: "mine/.gitignore")
    let made = try run("init", "mine")
    #expect(made.status == 0 && files(in: "mine")[".gitignore"] == Data("*.log\n".utf8))
    #expect(made.output.contains("printf '%s\\n' output/ >> mine/.gitignore"))
    #expect(files(in: "mine")[".gitattributes"] == nil)
  }

  @Test(
    "a feed whose name has a line end of YAML or of Unicode in it is named by an escape",
    arguments: ["a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\nb", "a\r\nb: c", "a\tb"])
  func lineEnds(_ name: String) throws {
    let feed = try Data(contentsOf: Checkout.url("Examples/events/events.json"))
    try feed.write(to: folder.url.appendingPathComponent("\(name).json"))
    let made = try run("init", "city", "--from", "\(name).json")
    #expect(made.status == 0, "\(made.error)")
    let exported = try run("export", "city", "--quiet", "--theme", "light", "--scale", "1")
    #expect(exported.status == 0 && !files(in: "city/output/cards").isEmpty, "\(exported.error)")
  }

  @Test("a given feed is not copied, and is drawn as without the project")
  func given() throws {
    let feed = Checkout.url("Examples/events/events.json").path
    #expect(try run("init", "city", "--from", feed).status == 0)
    #expect(files(in: "city")["feed/feed.json"] == nil)
    #expect(files(in: "city")["tokens"] == nil && files(in: "city")["Cards"] == nil)
    let options = ["--quiet", "--locale", "en", "--theme", "light", "--scale", "1", "--width", "320"]
    #expect(try Tool.run(["export", "city"] + options, in: folder.url).status == 0)
    #expect(try Tool.run(["export", feed, "-o", "straight"] + options, in: folder.url).status == 0)
    let (own, straight) = (files(in: "city/output/cards"), files(in: "straight/cards"))
    #expect(!own.isEmpty && own == straight)
  }

  @Test("the feed's path is distinguished from the project's folder")
  func path() throws {
    try folder.write(
      #"{"items": [{"type": "post", "source_id": 1, "post_id": 2, "text": "x"}]}"#, to: "a b/feed 1.json")
    #expect(try run("init", "made/here", "--from", "a b/feed 1.json").status == 0)
    let text = try String(contentsOf: folder.url.appendingPathComponent("made/here/feedproof.yml"), encoding: .utf8)
    #expect((try Yams.load(yaml: text) as? [String: Any])?["feeds"] as? String == "../../a b/feed 1.json")
    #expect(try run("show", "--stage", "post", "made/here").output.contains("1_2"))
  }

  @Test("existing files stay unchanged", arguments: ["feedproof.yml", "feed/feed.json"])
  func taken(file: String) throws {
    try folder.write("mine", to: "holiday/\(file)")
    try folder.write("other", to: "holiday/notes.txt")
    let before = files(in: "holiday")
    let outcome = try run("init", "holiday")
    #expect(outcome.status == 4 && outcome.error.hasPrefix("error[init.taken]: holiday: "))
    #expect(files(in: "holiday") == before)
  }

  @Test("an interrupted run is completed")
  func stopped() throws {
    #expect(try run("init", "holiday").status == 0)
    let whole = files(in: "holiday")
    for path in ["feedproof.yml", "feed/feed.json"] {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("holiday/\(path)"))
    }
    try folder.write("half", to: "holiday/feed/.feed.json.partial-17")
    #expect(try run("init", "holiday").status == 0)
    #expect(files(in: "holiday").filter { !$0.key.contains("partial") } == whole)
  }

  @Test("a folder with other files in it becomes a project")
  func beside() throws {
    try folder.write("other", to: "notes.txt")
    #expect(try run("init", ".").status == 0)
    #expect(files(in: "")["feedproof.yml"] != nil && files(in: "")["notes.txt"] == Data("other".utf8))
  }

  @Test("a feed with nothing to show, or a project, ends before anything is made")
  func refused() throws {
    try folder.write("{}", to: "empty.json")
    try folder.write("", to: "project/feedproof.yml")
    for from in ["empty.json", "nowhere.json", "project"] {
      #expect(try run("init", "holiday", "--from", from).status == 2)
    }
    #expect(files(in: "holiday").isEmpty)
  }

  @Test("a name that is empty makes nothing here", arguments: [[""], ["holiday", "--from", ""]])
  func nameless(words: [String]) throws {
    let outcome = try Tool.run(["init"] + words, in: folder.url)
    #expect(outcome.status == 2 && outcome.error.hasPrefix("error[init.no-name]: "))
    #expect(files(in: "").isEmpty)
  }

  @Test("the project file has the keys that people change, and no others")
  func keys() throws {
    #expect(try run("init", "holiday").status == 0)
    let text = try String(contentsOf: folder.url.appendingPathComponent("holiday/feedproof.yml"), encoding: .utf8)
    let keys = (try Yams.load(yaml: text) as? [String: Any])?.keys.sorted()
    #expect(keys == ["feeds", "locale", "output", "requires", "scales", "themes", "timeZone", "widths"])
    #expect(text.hasPrefix("# yaml-language-server: $schema="))
  }

  @Test("--json reports what was made")
  func json() throws {
    let made = try run("init", "holiday", "--json")
    let told = try #require(try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any])
    #expect(told["folder"] as? String == "holiday" && (told["files"] as? [String])?.contains("feedproof.yml") == true)
    #expect((told["next"] as? [[String: String]])?.count == 4)
  }

  @Test("--help has an example")
  func help() throws {
    #expect(try run("init", "--help").output.contains("feedproof init holiday --from"))
  }
}

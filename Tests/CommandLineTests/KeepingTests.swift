import Foundation
import Support
import Testing

@Suite("A project that exports are added to, month after month")
struct KeepingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(arguments, environment: ["LC_ALL": "ru_RU.UTF-8"], in: folder.url)
  }

  private static func wall(_ ids: ClosedRange<Int>) -> String {
    let items = ids.map {
      #"{"id": \#($0), "from_id": 2, "date": \#(1_717_236_000 + $0 * 86_400), "text": "post \#($0)"}"#
    }
    return
      #"{"response": {"items": [\#(items.joined(separator: ","))], "profiles": [{"id": 2, "first_name": "Vera", "last_name": "K"}]}}"#
  }

  @Test("an output whose ledger is lost is known with its list of missing files, and the user's list stays")
  func listOfOnesOwn() throws {
    let item =
      #"{"id": 1, "from_id": 2, "date": 1717236000, "text": "a", "attachments": [{"type": "photo", "photo": {"id": 7, "sizes": [{"url": "gone.jpg", "width": 604, "height": 453}]}}]}"#
    try folder.write(#"{"response": {"items": [\#(item)]}}"#, to: "wall.json")
    func export() throws -> Int32 { try run("export", "wall.json", "--output", "out", "--width", "320").status }
    try folder.write("mine", to: "out/missing.html")
    #expect(try export() == 4)
    #expect(try text("out/missing.html") == "mine")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("out"))
    #expect(try export() == 0)
    #expect(try text("out/missing.html").contains("gone.jpg"))
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("out/.feedproof"))
    #expect(try export() == 0)
  }

  /// Returns the ids of the posts in the project's output.
  private func posts() throws -> [String] {
    let text = try String(
      contentsOf: folder.url.appendingPathComponent("diary/output/manifest/0.ndjson"), encoding: .utf8)
    return text.matches(of: #/"id":"(wall[^"]+)"/#).map { String($0.1) }
  }

  private func inputs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("diary/inputs").path).sorted()
  }

  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    let diary = folder.url.appendingPathComponent("diary")
    for path in try FileManager.default.subpathsOfDirectory(atPath: diary.path) where !path.contains(".feedproof/") {
      contents[path] = try? Data(contentsOf: diary.appendingPathComponent(path))
    }
    return contents
  }

  @Test("the first makes the project in the language of the machine; each next one joins, and removes nothing")
  func months() throws {
    try folder.write(Self.wall(1...3), to: "may/wall.json")
    let first = try run("add", "may/wall.json", "--to", "diary")
    #expect(first.status == 0 && first.output.contains("added diary/inputs/wall.json"), "\(first.error)")
    let project = try String(contentsOf: folder.url.appendingPathComponent("diary/feedproof.yml"), encoding: .utf8)
    for line in [
      "feeds: inputs", "locale: ru", "keepRemoved: true", "order: date", "dates: absolute",
    ] {
      #expect(project.split(separator: "\n").contains(Substring(line)), "\(line): \(project)")
    }
    #expect(try posts() == ["wall2_3", "wall2_2", "wall2_1"])
    try folder.write(Self.wall(3...5), to: "june/wall.json")
    #expect(try run("add", "june/wall.json", "--to", "diary").status == 0)
    #expect(try inputs() == ["wall (2).json", "wall.json"])
    #expect(try posts() == ["wall2_5", "wall2_4", "wall2_3", "wall2_2", "wall2_1"])
    let before = try contents()
    let again = try run("add", "may/wall.json", "june", "--to", "diary", "--quiet")
    #expect(again.status == 0, "\(again.error)")
    #expect(try inputs() == ["june", "wall (2).json", "wall.json"])
    #expect(try posts().count == 5)
    let known = try run("add", "may/wall.json", "june", "--to", "diary")
    #expect(known.output.contains("diary/inputs/wall.json was already added"))
    #expect(known.output.contains("diary/inputs/june was already added"))
    #expect(before.filter { $0.key.hasSuffix(".png") } == (try contents()).filter { $0.key.hasSuffix(".png") })
  }

  @Test("a partial copy of a killed run is removed by the next run and never listed")
  func killed() throws {
    try folder.write(Self.wall(1...1), to: "wall.json")
    for name in [".old.zip.partial-2147480000", ".old.partial-2147480000/a.json"] {
      try folder.write("half", to: "diary/inputs/\(name)")
    }
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    #expect(try inputs() == ["wall.json"])
    let list = try String(contentsOf: folder.url.appendingPathComponent("diary/inputs.sha256"), encoding: .utf8)
    #expect(list.split(separator: "\n").count == 1)
  }

  @Test("anything that is given from within the project, or to one that reads something else, is refused")
  func refused() throws {
    try folder.write(Self.wall(1...1), to: "wall.json")
    try folder.write("feeds: other\n", to: "diary/feedproof.yml")
    try folder.write("", to: "diary/other/a.json")
    let other = try run("add", "wall.json", "--to", "diary")
    #expect(other.status == 2 && other.error.contains("add.no-inputs"), "\(other.error)")
    #expect(other.error.contains("feeds: [other, inputs]"), "\(other.error)")
    let own = try run("add", "diary/other/a.json", "--to", "diary")
    #expect(own.status == 2 && own.error.contains("add.own-folder"), "\(own.error)")
    let missing = try run("add", "gone.zip", "--to", "new")
    #expect(missing.status == 2 && !FileManager.default.fileExists(atPath: folder.url.path + "/new"))
  }

  @Test("what init makes takes what is added once the line is written that add names")
  func afterInit() throws {
    try folder.write(Self.wall(1...1), to: "wall.json")
    #expect(try run("init", "diary").status == 0)
    let refused = try run("add", "wall.json", "--to", "diary")
    let line = try #require(refused.error.firstMatch(of: #/feeds: \[[^\]]*\]/#)).0
    let file = folder.url.appendingPathComponent("diary/feedproof.yml")
    let project = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let written = project.map { $0.hasPrefix("feeds:") ? line : $0 }.joined(separator: "\n")
    try Data(written.utf8).write(to: file)
    #expect(try run("add", "wall.json", "--to", "diary", "--quiet").status == 0)
  }

  @Test("a folder that has moved is proved; anything that is missing or has changed is named")
  func verified() throws {
    try folder.write(Self.wall(1...3), to: "wall.json")
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    try FileManager.default.moveItem(
      at: folder.url.appendingPathComponent("diary"), to: folder.url.appendingPathComponent("moved"))
    let sound = try run("verify", "moved")
    #expect(sound.status == 0 && sound.output.contains("files match the list"), "\(sound.error)\(sound.output)")
    let again = try run("export", "moved")
    #expect(again.status == 0 && again.error.contains("0 cards"), "\(again.error)")
    try folder.write("other", to: "moved/inputs/wall.json")
    try folder.write("new", to: "moved/inputs/new.txt")
    let card = "moved/output/cards/wall2_1/375@2x-light-expanded.png"
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(card))
    try folder.write("", to: "moved/output/cards/wall2_2/375@2x-light-expanded.png")
    let broken = try run("verify", "moved")
    #expect(broken.status == 1)
    for line in [
      "changed: inputs/wall.json", "not listed: inputs/new.txt",
      "missing: output/cards/wall2_1/375@2x-light-expanded.png",
      "changed: output/cards/wall2_2/375@2x-light-expanded.png",
    ] { #expect(broken.output.contains(line), "\(broken.output)") }
    #expect(try run("verify", "moved/inputs").status == 2)
  }

  @Test("verify of a missing folder names the folder and asks for no feed")
  func missingFolder() throws {
    let missing = try run("verify", "nope")
    #expect(missing.status == 2 && missing.error.contains("nope: the folder does not exist"), "\(missing.error)")
    #expect(missing.error.contains("pass a project created by feedproof add") && !missing.error.contains("JSON"))
  }

  @Test("unreadable files are named, and the others are verified")
  func unreadable() throws {
    try folder.write(Self.wall(1...2), to: "wall.json")
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    let diary = folder.url.appendingPathComponent("diary")
    try FileManager.default.moveItem(
      at: diary.appendingPathComponent("inputs"), to: folder.url.appendingPathComponent("elsewhere"))
    try FileManager.default.createSymbolicLink(
      at: diary.appendingPathComponent("inputs"), withDestinationURL: folder.url.appendingPathComponent("elsewhere"))
    let told = try run("verify", "diary", "--json")
    let account = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
    #expect(told.status == 1 && account?["unread"] as? [String] == ["inputs"], "\(told.output)\(told.error)")
    // Images and pages.
    #expect(account?["good"] as? Int ?? 0 > 0 && account?["missing"] as? [String] == [])
  }

  @Test("an export reports inputs that are listed and gone")
  func goneInput() throws {
    try folder.write(Self.wall(1...2), to: "may.json")
    try folder.write(Self.wall(3...4), to: "june.json")
    #expect(try run("add", "may.json", "june.json", "--to", "diary").status == 0)
    #expect(!(try run("export", "diary")).error.contains("input.gone"))
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("diary/inputs/may.json"))
    for _ in 1...2 {
      let told = try run("export", "diary")
      #expect(told.status == 0, "\(told.error)")
      #expect(told.error.components(separatedBy: "warning[input.gone]: inputs/may.json").count == 2, "\(told.error)")
    }
    #expect(try run("export", "diary", "--strict").status == 2)
  }

  @Test("if one of the files can't be read nothing is made, and the fault is one of reading")
  func unreadableSource() throws {
    try folder.write(Self.wall(1...2), to: "wall.json")
    #expect(mkfifo(folder.url.appendingPathComponent("pipe.json").path, 0o600) == 0)
    let told = try run("add", "wall.json", "pipe.json", "--to", "diary")
    #expect(told.status == 2 && told.error.contains("error[input.unreadable]: pipe.json"), "\(told.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/diary"))
  }

  @Test(
    "the project that is made has the time zone of the machine, where it has a name",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), (":Asia/Tokyo", "Asia/Tokyo"), ("CET-1CEST", "UTC"), ("UTC", "UTC"),
    ])
  func timeZone(_ variable: String, _ zone: String) throws {
    try folder.write(Self.wall(1...1), to: "wall.json")
    let made = try Tool.run(["add", "wall.json", "--to", "diary"], environment: ["TZ": variable], in: folder.url)
    #expect(made.status == 0, "\(made.error)")
    #expect(try text("diary/feedproof.yml").contains("\ntimeZone: \(zone)\n"))
  }

  @Test("later additions keep the listed digests, so a damaged input is still detected")
  func spoiled() throws {
    try folder.write(Self.wall(1...2), to: "may.json")
    try folder.write(Self.wall(3...4), to: "june.json")
    #expect(try run("add", "may.json", "--to", "diary").status == 0)
    try folder.write(Self.wall(1...1), to: "diary/inputs/may.json")
    #expect(try run("add", "june.json", "--to", "diary").status == 0)
    let told = try run("verify", "diary").output
    #expect(told.contains("changed: inputs/may.json") && !told.contains("june.json"), "\(told)")
  }

  @Test("with keepRemoved in the project file posts that have left the feed stay")
  func keepsRemoved() throws {
    try folder.write("feeds: wall.json\nkeepRemoved: true\n", to: "diary/feedproof.yml")
    try folder.write(Self.wall(1...3), to: "diary/wall.json")
    #expect(try run("export", "diary").status == 0)
    try folder.write(Self.wall(2...3), to: "diary/wall.json")
    #expect(try run("export", "diary").status == 0)
    #expect(try Set(posts()) == ["wall2_1", "wall2_2", "wall2_3"])
    // A post hidden by date has not left the feed.
    #expect(try run("export", "diary", "--since", "2024-06-04").status == 0)
    #expect(try Set(posts()) == ["wall2_1", "wall2_3"])
    #expect(try run("export", "diary", "--replace").status == 0)
    #expect(try Set(posts()) == ["wall2_2", "wall2_3"])
  }

  // MARK: Removed posts

  /// Returns messages of a channel. The third one has a voice message, exported or not.
  private static func chat(_ texts: [String], voice: String) -> String {
    let messages = texts.enumerated().map { number, text in
      #"{"id":\#(number + 1),"type":"message","date_unixtime":"\#(1_717_236_000 + number * 60)","from":"Anna","from_id":"user1","text":"\#(text)"}"#
    }
    let spoken =
      #"{"id":90,"type":"message","date_unixtime":"1717236030","from":"Anna","from_id":"user1","text":"","media_type":"voice_message","file":"\#(voice)"}"#
    return
      #"{"name":"Plans","type":"private_group","id":6,"messages":[\#(([messages[0], spoken] + messages.dropFirst()).joined(separator: ","))]}"#
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "a post that was edited has its earlier words and photos on the page, drawn or not",
    arguments: ["drawn", "pictures"])
  func edited(page: String) throws {
    func wall(_ text: String, _ photo: String, _ ids: ClosedRange<Int>) -> String {
      Self.wall(ids).replacing(
        #""text": "post 1""#,
        with:
          #""text": "\#(text)", "attachments": [{"type": "photo", "photo": {"id": 7, "sizes": [{"url": "\#(photo)", "width": 604, "height": 453}]}}]"#
      )
    }
    try folder.write(wall("before <b>", "old.jpg", 1...2), to: "may/wall.json")
    try folder.write(wall("after", "new.jpg", 1...3), to: "june/wall.json")
    for name in ["may/old.jpg", "june/new.jpg"] {
      let photo = Checkout.url("Examples/newsfeed/media/bread_604.jpg")
      try FileManager.default.copyItem(at: photo, to: folder.url.appendingPathComponent(name))
    }
    #expect(try run("add", "may", "--to", "diary").status == 0)
    try folder.write(try text("diary/feedproof.yml") + "\npage: \(page)\n", to: "diary/feedproof.yml")
    let outcome = try run("add", "june", "--to", "diary")
    #expect(outcome.status == 0, "\(outcome.error)")
    let stories = try text("diary/output/site/stories/0.js")
    #expect(stories.contains(#""e":[["#) && stories.contains("before \\u003cb\\u003e"), "\(stories)")
    let photo = try #require(stories.firstMatch(of: #/cards/wall2_1/original-[0-9a-f]{16}\.jpg/#)).output
    #expect(
      try contents()["output/\(photo)"] == (try Data(contentsOf: folder.url.appendingPathComponent("may/old.jpg"))))
    #expect(try text("diary/output/manifest/0.ndjson").contains(String(photo)))
    // Search finds the current text.
    #expect(!(try text("diary/output/site/search/0.js")).contains("before"))
    #expect(try run("verify", "diary").status == 0)
  }

  @Test(
    "of a chat that is exported again what was edited and what is gone is there, and what was never exported is listed")
  func chatAgain() throws {
    try folder.write(Self.chat(["one", "two", "three"], voice: "voice/1.ogg"), to: "june/result.json")
    try folder.write(
      Self.chat(["one", "two, edited", "three", "four"], voice: "voice/1.ogg").replacing(
        #""text":"three""#, with: #""text":"3""#),
      to: "july/result.json")
    #expect(try run("add", "june", "--to", "diary").status == 0)
    #expect(try text("diary/output/missing.html").contains("<td dir=\"auto\">1.ogg</td>"))
    #expect(try text("diary/output/site/index.js").contains(#""missing":1"#))
    #expect(try run("media", "diary", "--missing").status == 1)
    #expect(try run("add", "july", "--to", "diary").status == 0)
    let stories = try text("diary/output/site/stories/0.js")
    #expect(stories.contains(#","two",[],[]]]"#) && stories.contains(#","three",[],[]]]"#), "\(stories)")
    // The next export includes the file.
    try folder.write("OggS", to: "diary/inputs/july/voice/1.ogg")
    #expect(try run("export", "diary").status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/diary/output/missing.html"))
    #expect(try run("media", "diary", "--missing").status == 0)
  }

  @Test("a file of a channel that it was exported without is listed")
  func channelFile() throws {
    let message =
      #"{"id":7,"type":"message","date_unixtime":"1717236000","from":"Herbs","from_id":"channel5","file":"(File not included. Change data exporting settings to download.)","file_name":"herbs.pdf","text":"a"}"#
    try folder.write(
      #"{"name":"Herbs","type":"public_channel","id":5,"messages":[\#(message)]}"#, to: "channel/result.json")
    #expect(try run("export", "channel", "--output", "out", "--width", "320").status == 0)
    #expect(try text("out/missing.html").contains("<td dir=\"auto\">herbs.pdf</td>"))
  }

  @Test("a theme, a width and a scale that are asked for later draw what has left the feed since, too")
  func laterTheme() throws {
    try folder.write(Self.wall(1...3), to: "may/wall.json")
    try folder.write(Self.wall(3...4), to: "june/wall.json")
    #expect(try run("add", "may/wall.json", "--to", "diary").status == 0)
    #expect(try run("add", "june/wall.json", "--to", "diary").status == 0)
    let outcome = try run("export", "diary", "--theme", "light,dark", "--width", "320,375", "--scale", "1,2")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try posts() == ["wall2_4", "wall2_3", "wall2_2", "wall2_1"])
    let pictures = try contents().keys.filter { $0.contains("cards/wall2_1/") }
    #expect(pictures.count == 8, "\(pictures)")
  }
}

import Foundation
import Support
import Testing

@Suite("compare --screens")
struct CompareScreensTests {
  private let example = Checkout.url("Examples/web-feed").path

  private let output: TemporaryFolder

  init() throws { output = try TemporaryFolder() }

  private func compare(
    _ folder: String, _ more: String...
  ) throws -> (status: Int32, output: String, error: String) {
    let words = ["compare", example, "--screens", folder, "--output", output.url.path] + more
    let outcome = try Tool.run(words, in: Checkout.folder)
    return (outcome.status, outcome.output, outcome.error)
  }

  private func written(_ path: String) throws -> String {
    try String(contentsOf: output.url.appendingPathComponent("review/\(path)"), encoding: .utf8)
  }

  @Test("a page that follows the cards matches them")
  func right() throws {
    let told = try compare("\(example)/screens/right")
    #expect(told.status == 0 && told.output.components(separatedBy: "as expected").count == 4, "\(told)")
  }

  @Test("each mistake of a page is one cause, told in points")
  func wrong() throws {
    let told = try compare("\(example)/screens/wrong")
    #expect(told.status == 1)
    for cause in [
      "card/avatar: 2 pt to the right", "card/avatar: 4 pt narrower, 4 pt shorter", "card/names/name: is #CC0000",
      "card/text: 1 line more (22 pt)", "card/text: is missing", "\"Ad\"", "says \"Grace Hooper\" instead of",
      "card/text: 4 pt lower",
    ] {
      #expect(told.output.contains(cause), "\(cause) in \(told.output)")
    }
    #expect(told.output.components(separatedBy: ": 1 cause;").count == 9, "\(told.output)")
  }

  @Test("report, JUnit, Markdown and the page report the same screens, which are never approved")
  func reports() throws {
    #expect(try compare("\(example)/screens/wrong").status == 1)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(written("report.json").utf8)) as? [String: Any])
    let counts = try #require(report["counts"] as? [String: Int])
    #expect(counts["different"] == 8 && counts["similar"] == 16, "\(counts)")
    let cases = try #require(report["cases"] as? [[String: Any]])
    let moved = try #require(cases.first { $0["id"] as? String == "moved/mastodon-103" })
    #expect(moved["reference"] as? String == "screen")
    #expect((moved["reasons"] as? [String])?.first?.contains("2 pt to the right") == true)
    let elements = try #require(moved["elements"] as? [String: [String: String]])
    #expect(elements["card/avatar"] == ["evidence": "by identifier", "identifier": "avatar", "pin": "*avatar"])
    #expect(try written("junit.xml").contains(#"<testsuite name="feedproof.screens" tests="24" failures="8""#))
    #expect(try written("summary.md").contains("### Different from the cards"))
    #expect(try written("actual/moved/mastodon-103.json").contains("card/avatar"))
    let approval = try Tool.run(
      ["approve", "--project", example, "--output", output.url.path, "moved/mastodon-103"], in: Checkout.folder)
    #expect(approval.status == 2 && approval.error.contains("approve.screen"), "\(approval)")
  }

  @Test("folders in the folder are gone through, and a screenshot next to a hierarchy is cut to the cards")
  func folders() throws {
    let folder = try TemporaryFolder()
    let deep = folder.url.appendingPathComponent("phone/small")
    try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: "\(example)/screens/right/feed.json"), to: deep.appendingPathComponent("feed.json"))
    // The width of the page at 2x, and the height of a phone.
    var picture = HandmadePNG(width: 750, height: 1600)
    picture.colorType = 0
    try Data(picture.bytes).write(to: deep.appendingPathComponent("feed.png"))
    try Data(picture.bytes).write(to: deep.appendingPathComponent("alone.png"))
    let told = try compare(folder.url.path)
    #expect(told.status == 0 && told.output.contains("phone/small/feed.json"), "\(told)")
    #expect(told.output.contains("phone/small/alone.png (picture): 0 cards"), "\(told)")
    #expect(told.output.contains("unknown: nothing in the screenshot looks like a card"), "\(told)")
    #expect(try written("report.json").contains("phone/small/feed/mastodon-101"))
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: output.url.appendingPathComponent("review/actual").path)
    #expect(files.contains("phone/small/feed/mastodon-101.png"), "\(files)")
  }

  @Test("a screenshot alone is compared with the drawn cards")
  func picture() throws {
    let folder = try TemporaryFolder()
    for (kind, name) in [("right", "feed"), ("wrong", "line-more")] {
      let picture = URL(fileURLWithPath: "\(example)/screens/\(kind)/\(name).png")
      try FileManager.default.copyItem(at: picture, to: folder.url.appendingPathComponent("\(name).png"))
    }
    let told = try compare(folder.url.path)
    #expect(
      told.status == 1 && told.output.contains("feed.png (picture, light theme by its colors): 3 cards"), "\(told)")
    #expect(told.output.components(separatedBy: "as expected").count == 6, "\(told)")
    #expect(told.output.contains("card/text: 1 line more (22 pt); 6 parts"), "\(told)")
    #expect(try written("report.json").contains("line-more/mastodon-102"))
  }

  @Test("a screen is compared with cards of its theme, which is detected by color")
  func theme() throws {
    let told = try compare("\(example)/screens/dark")
    #expect(told.status == 0 && told.output.contains("feed.json (domsnapshot, dark theme by its colors)"), "\(told)")
    #expect(told.output.components(separatedBy: "as expected").count == 4, "\(told)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(written("report.json").utf8)) as? [String: Any])
    let cases = try #require(report["cases"] as? [[String: Any]])
    #expect(cases.map { $0["theme"] as? String } == ["dark", "dark", "dark"])
    let light = try compare("\(example)/screens/right")
    #expect(light.output.contains("(domsnapshot, light theme by its colors)"), "\(light)")
  }

  @Test("of a screenshot alone pixels tell the theme")
  func themeOfPicture() throws {
    let folder = try TemporaryFolder()
    for (kind, name) in [("dark", "night"), ("right", "day")] {
      let picture = URL(fileURLWithPath: "\(example)/screens/\(kind)/feed.png")
      try FileManager.default.copyItem(at: picture, to: folder.url.appendingPathComponent("\(name).png"))
    }
    let told = try compare(folder.url.path)
    #expect(told.output.contains("night.png (picture, dark theme by its colors): 3 cards"), "\(told)")
    #expect(told.output.contains("day.png (picture, light theme by its colors): 3 cards"), "\(told)")
    #expect(told.status == 0, "\(told)")
  }

  @Test("screens.yml or a screen's name says which theme it shows; then other colors are mistakes")
  func toldTheme() throws {
    let folder = try TemporaryFolder()
    let screen = try String(contentsOfFile: "\(example)/screens/dark/feed.json", encoding: .utf8)
    try folder.write(screen, to: "feed-light.json")
    try folder.write(screen, to: "dark/feed.json")
    let named = try compare(folder.url.path)
    #expect(named.status == 1 && named.output.contains("light theme by its name"), "\(named)")
    #expect(named.output.contains("dark theme by its name") && named.output.contains("card/text: is #E1E3E6"))
    try folder.write("theme: dark\n", to: "screens.yml")
    let told = try compare(folder.url.path)
    #expect(told.status == 0 && told.output.components(separatedBy: "dark theme by screens.yml").count == 3, "\(told)")
    try folder.write("theme: sepia\n", to: "screens.yml")
    let unknown = try compare(folder.url.path)
    #expect(unknown.status == 2 && unknown.error.contains("screens.yml:1:8"), "\(unknown)")
    #expect(unknown.error.contains(#"("light", "dark")"#), "\(unknown)")
  }

  @Test("Roborazzi's file next to a screenshot is its hierarchy; a copy with boxes on it is no screen")
  func roborazzi() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"schemaVersion": 1, "capture": {"imageWidth": 750, "imageHeight": 1600, "scale": 1}, "root": "#
        + #"{"type": "compose", "bounds": [0, 0, 750, 1600], "children": [{"type": "compose", "bounds": [24, 40, 300, 70], "#
        + #""properties": {"Text": "Ada Lovelace"}}]}}"#, to: "feed.uitree.json")
    var picture = HandmadePNG(width: 750, height: 1600)
    picture.colorType = 0
    for name in ["feed.png", "feed.annotated.png"] {
      try Data(picture.bytes).write(to: folder.url.appendingPathComponent(name))
    }
    let told = try compare(folder.url.path)
    #expect(told.output.contains("feed.uitree.json (roborazzi-uitree"), "\(told)")
    #expect(!told.output.contains("(picture"), "\(told)")
    #expect(try written("report.json").contains(#""feed"#))
  }

  @Test("a card that was mostly not found does not count as matching")
  func tooLittle() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "- article [box=8,8,359,168]:\n  - paragraph [box=20,66,335,66]: The engine weaves algebraical patterns just as "
        + "the loom weaves flowers and leaves, and nothing more.\n", to: "feed.yml")
    let told = try compare(folder.url.path)
    #expect(told.output.contains("mastodon-103: not comparable; 1 part"), "\(told)")
  }

  @Test("a folder without hierarchies, and one with a broken one, are reported")
  func broken() throws {
    let folder = try TemporaryFolder()
    let empty = try compare(folder.url.path)
    #expect(empty.status == 2 && empty.error.contains("screens.none"))
    try folder.write("ERROR: could not get idle state.", to: "feed.xml")
    let failed = try compare(folder.url.path)
    #expect(failed.status == 2 && failed.error.contains("screen.tool-failed"))
  }

  @Test("screens.yml says how far parts may be off, and what it says wrongly is reported with its place")
  func rules() throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: "\(example)/screens/wrong/moved.json")
    try FileManager.default.copyItem(at: file, to: folder.url.appendingPathComponent("moved.json"))
    try folder.write("tolerances: {avatar: 2}\n", to: "screens.yml")
    #expect(try compare(folder.url.path).status == 0)
    try folder.write("tolerance: 0.5\ntolerences: {}\n", to: "screens.yml")
    let wrong = try compare(folder.url.path)
    #expect(wrong.status == 2 && wrong.error.contains("screens.yml:2:1") && wrong.error.contains("tolerances"))
  }

  @Test(
    "options that a screen has nothing to do with are refused, not passed over",
    arguments: [
      ["compare", "--screens", "x", "--force"], ["compare", "--screens", "x", "--record", "all"],
      ["show", "--stage", "post", "--picture", "x.png"], ["show", "--stage", "screen", "--post", "1"],
    ])
  func otherOptions(_ words: [String]) throws {
    let outcome = try Tool.run(words + [example], in: Checkout.folder)
    #expect(outcome.status == 2 && (outcome.error.contains("--screens") || outcome.error.contains("--stage screen")))
  }
}

@Suite("Pairs that are pinned under feedproof serve", .timeLimit(.minutes(10)))
struct PinnedMatchTests: ServedReview {
  private let folder: TemporaryFolder

  /// A copy of the example whose app has its own identifier for avatars.
  init() throws {
    folder = try TemporaryFolder()
    let example = Checkout.url("Examples/web-feed")
    try folder.write(
      try String(contentsOf: example.appendingPathComponent("feed.json"), encoding: .utf8), to: "feed.json")
    let settings = try String(contentsOf: example.appendingPathComponent("feedproof.yml"), encoding: .utf8)
    try folder.write(settings.replacingOccurrences(of: "../../output/web-feed", with: "output"), to: "feedproof.yml")
    let screen = try String(contentsOf: example.appendingPathComponent("screens/right/feed.json"), encoding: .utf8)
    try folder.write(screen.replacingOccurrences(of: #""avatar""#, with: #""user_pic""#), to: "screens/feed.json")
  }

  private func evidence() throws -> String {
    let told = try Tool.run(["compare", ".", "--screens", "screens"], in: folder.url)
    #expect(told.status == 0, "\(told)")
    return told.output
  }

  @Test("the map of the project's screens.yml has the pair, and the next comparison knows it")
  func pinned() async throws {
    #expect(try evidence().contains("11 parts (10 by identifier, 1 by place)"))
    try folder.write("# ours\nmap: {text: \"*:id/body\"}\n", to: "screens.yml")
    let ended = try await serving(folder.url, ["output"]) { client, _ in
      let answer = try await pin(client, #"{"part": "avatar", "identifier": "*user_pic"}"#)
      #expect(answer.status == 200 && answer.body == #"{"file":"screens.yml"}"#)
      let no = try await pin(client, #"{"part": "avatar", "identifier": "a\nb"}"#)
      #expect(no.status == 409 && no.body.contains("screens.pair"))
      let none = try await pin(client, #"{"part": "avatar"}"#)
      #expect(none.status == 400 && none.body.contains("screens.pair"))
    }
    #expect(ended.status == 0 && ended.error.isEmpty)
    let map = try String(contentsOf: folder.url.appendingPathComponent("screens.yml"), encoding: .utf8)
    #expect(map == "# ours\nmap: {text: \"*:id/body\", avatar: \"*user_pic\"}\n")
    #expect(try evidence().contains("11 parts (1 by the map file, 10 by identifier)"))
  }

  @Test("an element without an identifier is pinned by where it stands")
  func pinnedPlace() async throws {
    let file = folder.url.appendingPathComponent("screens/feed.json")
    let screen = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: "\"user_pic\"", with: "\"\"")
    try folder.write(screen, to: "screens/feed.json")
    #expect(try evidence().contains("11 parts (10 by identifier, 1 by place)"))
    let report = try String(contentsOf: folder.url.appendingPathComponent("output/review/report.json"), encoding: .utf8)
    #expect(report.contains("path=DIV[1]"), "\(report.prefix(3000))")
    _ = try await serving(folder.url, ["output"]) { client, _ in
      let answer = try await pin(client, "{\"part\": \"avatar\", \"identifier\": \"path=HEADER[1]/DIV[1]\"}")
      #expect(answer.status == 200)
    }
    #expect(try evidence().contains("11 parts (1 by the map file, 10 by identifier)"))
  }

  @Test("the file in the folder of the screens counts over the project's, part by part")
  func ownFolder() throws {
    try folder.write("map: {avatar: \"*nothing\", text: \"*text\"}\n", to: "screens.yml")
    try folder.write("map: {avatar: \"*user_pic\"}\n", to: "screens/screens.yml")
    #expect(try evidence().contains("11 parts (2 by the map file, 9 by identifier)"))
  }

  @Test("a map that only a person can change is left unchanged, and reported")
  func notEditable() async throws {
    _ = try evidence()
    try folder.write("map: {}\n", to: "screens.yml")
    _ = try await serving(folder.url, ["output"]) { client, _ in
      let answer = try await pin(client, #"{"part": "avatar", "identifier": "*user_pic"}"#)
      #expect(answer.status == 409 && answer.body.contains("screens.not-editable"))
    }
    #expect(try String(contentsOf: folder.url.appendingPathComponent("screens.yml"), encoding: .utf8) == "map: {}\n")
  }
}

import Foundation
import Support
import Testing

@Suite("Broken input, as the command line reports it")
struct BrokenInputTests {
  private static let post = #"{"type":"post","source_id":1,"post_id":1,"date":1542566400,"text":"Hello"}"#
  private static let feed =
    #"{"response":{"items":[\#(post)],"profiles":[{"id":1,"first_name":"A","last_name":"B"}],"groups":[]}}"#

  @Test(
    "a document that gives no post is one clear error and status 2",
    arguments: [
      ("<html></html>", "feed.not-json"), ("", "feed.empty-file"),
      (#"{"error":{"error_code":5,"error_msg":"User authorization failed"}}"#, "feed.api-error"),
      (#"{"response":{"items":[],"profiles":[],"groups":[]}}"#, "feed.empty"),
      (String(feed.dropLast(40)), "feed.truncated"), (#"{"hello":"world"}"#, "feed.unknown-format"),
    ])
  func oneError(text: String, code: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "feed.json")
    let outcome = try Tool.run(["show", "--stage", "post", "--json", "feed.json"], in: folder.url)
    #expect(outcome.status == 2)
    let events = outcome.output.split(separator: "\n")
    #expect(events.count == 1 && events[0].contains(#""code":"\#(code)""#))
    let errors = outcome.error.split(separator: "\n").filter { $0.hasPrefix("error") || $0.hasPrefix("warning") }
    #expect(errors.count == 1)
    #expect(outcome.error.hasPrefix("error[\(code)]: feed.json"))
    #expect(outcome.error.contains("hint: "))
  }

  @Test("a folder without feeds is an error that says so")
  func emptyFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "feeds/readme.txt")
    let outcome = try Tool.run(["export", "feeds", "--output", "out"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("error[input.no-feeds]: feeds: "))
  }

  @Test("a file that can't be opened is an error, and the others are read")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.feed, to: "feeds/a.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("feeds/b.json").path, withDestinationPath: "nowhere.json")
    let outcome = try Tool.run(["show", "--stage", "post", "--json", "feeds"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""code" : "input.unreadable""#))
    #expect(outcome.output.contains("check the path"))
    #expect(outcome.output.contains(#""id" : "wall1_1""#))
  }

  @Test("a chain of thousands of reposts is shown to a depth, and reported", arguments: ["post", "card"])
  func deepReposts(stage: String) throws {
    let folder = try TemporaryFolder()
    let copies = Array(repeating: Self.post.dropFirst(), count: 3000).map { #"{"id":2,"owner_id":1,\#($0)"# }
    let post = Self.post.dropLast() + #","copy_history":[\#(copies.joined(separator: ","))]}"#
    try folder.write(Self.feed.replacingOccurrences(of: Self.post, with: post), to: "feed.json")
    let outcome = try Tool.run(["show", "--stage", stage, "feed.json"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(
      outcome.error.contains(
        "warning[feed.item]: feed.json: response.items[0].copy_history[100]: reposts are nested more than 100"))
  }

  @Test("view models in JSON do not hide what is wrong with the feed")
  func diagnosticsBesideJSON() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.feed.replacingOccurrences(of: Self.post, with: "\(Self.post),17"), to: "feed.json")
    let outcome = try Tool.run(["show", "--stage", "card", "--json", "feed.json"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("[\n  {"))
    #expect(outcome.error.hasPrefix("error[feed.item]: feed.json: response.items[1]: "))
  }

  @Test("one broken post is reported with its path, the others are exported, and --strict makes it status 2")
  func strict() throws {
    let folder = try TemporaryFolder()
    let broken = Self.feed.replacingOccurrences(of: Self.post, with: "\(Self.post),17")
    try folder.write(broken, to: "feed.json")
    let lenient = try Tool.run(["export", "feed.json", "--scale", "1"], in: folder.url)
    #expect(lenient.status == 0)
    #expect(lenient.error.contains("error[feed.item]: feed.json: response.items[1]: "))
    #expect(lenient.error.contains("1 post, 2 images in "))
    #expect(lenient.error.contains("1 error"))
    #expect(
      FileManager.default.fileExists(
        atPath: folder.url.appendingPathComponent("output/cards/wall1_1/375@1x-light-expanded.png").path))
    let strict = try Tool.run(["export", "feed.json", "--scale", "1", "--strict"], in: folder.url)
    #expect(strict.status == 2)
  }

  @Test(
    "wrong usage is reported on standard error with status 2",
    arguments: [
      ["export", "feed.json", "--width", "wide"], ["export", "feed.json", "--scale", "9"],
      ["export", "feed.json", "--theme", "sepia"], ["frobnicate"],
      ["show", "--stage", "nothing"], ["export", "nowhere.json"], ["export", "feed.json", "--now", "soon"],
      ["export", "--quiet", "--json"], ["export", "feed.json", "--jobs", "0"],
      ["export", "feed.json", "--jobs", "257"],
      ["export", "feed.json", "-j", "9223372036854775807"], ["compare", "feed.json", "-j", "9223372036854775807"],
      ["export", "feed.json", "--photos", "nowhere"], ["compare", "feed.json", "--photos", "feed.json"],
    ])
  func usage(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.feed, to: "feed.json")
    let outcome = try Tool.run(arguments, in: folder.url)
    #expect(outcome.status == 2)
    // With --json, problems are also printed on standard output.
    #expect(outcome.output.isEmpty || arguments.contains("--json"))
    #expect(outcome.error.lowercased().contains("error"))
  }

  @Test("a post that the feed does not have is an error with the nearest id")
  func unknownPost() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.feed, to: "feed.json")
    let outcome = try Tool.run(["show", "--stage", "post", "feed.json", "--post", "wall1_2"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("error[option.post]") && outcome.error.contains("did you mean \"wall1_1\"?"))
  }

  @Test("an output folder that can't be written is status 4")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.feed, to: "feed.json")
    try folder.write("", to: "file")
    let outcome = try Tool.run(["export", "feed.json", "--output", "file/out", "--scale", "1"], in: folder.url)
    #expect(outcome.status == 4)
    #expect(outcome.error.contains("error[output.unwritable]"))
  }

  @Test("fonts that are not there are status 3, with the package to install")
  func fonts() throws {
    let folder = try TemporaryFolder()
    let lock = try String(contentsOf: Checkout.url("Templates/Fonts/fonts.lock.json"), encoding: .utf8)
    try folder.write(lock.replacingOccurrences(of: "Inter-Regular.otf", with: "Inter-Nowhere.otf"), to: "my.lock.json")
    let outcome = try Tool.run(["fonts", "--font-lock", "my.lock.json"], in: folder.url)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("missing") && outcome.output.contains("fonts-inter"))
    try folder.write(Self.feed, to: "feed.json")
    let export = try Tool.run(["export", "feed.json", "--font-lock", "my.lock.json"], in: folder.url)
    #expect(export.status == 3)
    #expect(export.error.contains("error[font.missing]") && export.error.contains("fonts-inter"))
  }

  @Test("help and version go to standard output")
  func help() throws {
    let help = try Tool.run(["--help"])
    #expect(help.status == 0 && help.output.contains("export") && help.error.isEmpty)
    #expect(try Tool.run(["--version"]).output == "0.2.0\n")
  }
}

@Suite("Feeds that mean harm")
struct HostileFeedTests {
  private func feed(_ texts: [String], name: String = "B") -> String {
    let items = texts.enumerated().map { index, text in
      #"{"type":"post","source_id":1,"post_id":\#(index + 1),"date":1542566400,"text":"\#(text)"}"#
    }
    return
      #"{"items":[\#(items.joined(separator: ","))],"profiles":[{"id":1,"first_name":"A","last_name":"\#(name)"}],"groups":[]}"#
  }

  @Test("a card taller than an image can be is cut with a warning, and the others are exported")
  func tooTall() throws {
    let folder = try TemporaryFolder()
    try folder.write(feed([String(repeating: "line\\n", count: 600), "short"]), to: "feed.json")
    // The warning repeats when nothing has changed and no card is rendered.
    for _ in 0..<2 {
      let outcome = try Tool.run(["export", "feed.json", "--scale", "3", "--feed-height", "300"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.error.contains("warning[card.too-tall]: "))
    }
    let files = FileManager.default
    #expect(files.fileExists(atPath: folder.url.appendingPathComponent("output/index.html").path))
    #expect(
      files.fileExists(
        atPath: folder.url.appendingPathComponent("output/cards/wall1_2/375@3x-light-expanded.png").path))
  }

  @Test("a text and a name of hundreds of kilobytes are cut, and said to be")
  func longText() throws {
    let folder = try TemporaryFolder()
    let words = String(repeating: "word ", count: 60_000)
    try folder.write(feed([words], name: words), to: "feed.json")
    let outcome = try Tool.run(["show", "--stage", "layout", "--json", "feed.json"], in: folder.url)
    #expect(outcome.status == 0)
    let export = try Tool.run(["export", "feed.json", "--scale", "1", "--feed-height", "100"], in: folder.url)
    // The rest of the card exceeds the largest height of an image.
    #expect(export.status == 0)
    #expect(export.error.contains("warning[card.text-too-long]: wall1_1: "))
  }

  @Test("a folder that links to its own parent is read once")
  func cycle() throws {
    let folder = try TemporaryFolder()
    try folder.write(feed(["a"]), to: "feeds/a.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("feeds/up").path, withDestinationPath: "..")
    let outcome = try Tool.run(["show", "--stage", "post", "feeds"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(!outcome.error.contains("duplicate"))
  }

  @Test(
    "a misspelt folder of templates is an error, not the tool's own design",
    arguments: ["--cards", "--site-templates"])
  func misspeltFolder(option: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(feed(["a"]), to: "feed.json")
    try folder.write("", to: "mine/psot.yml")
    let missing = try Tool.run(["export", "feed.json", option, "nowhere"], in: folder.url)
    #expect(missing.status == 2 && missing.error.contains("error[design.missing]"))
    let unused = try Tool.run(["export", "feed.json", option, "mine"], in: folder.url)
    #expect(unused.status == 2 && unused.error.contains("error[design.unused-folder]"))
  }

  @Test("a feed image that can't be drawn is refused before anything is")
  func tallFeedPicture() throws {
    let folder = try TemporaryFolder()
    try folder.write(feed(["a"]), to: "feed.json")
    let outcome = try Tool.run(["export", "feed.json", "--feed-height", "20000", "--scale", "2"], in: folder.url)
    #expect(outcome.status == 2 && outcome.error.contains("error[option.too-tall]"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("output").path))
  }

  @Test("without a feed or a project, the folder's other JSON is not taken for one")
  func noInput() throws {
    let folder = try TemporaryFolder()
    try folder.write(feed(["a"]), to: "feed.json")
    let outcome = try Tool.run(["export"], in: folder.url)
    #expect(outcome.status == 2 && outcome.error.contains("error[input.none]"))
  }
}

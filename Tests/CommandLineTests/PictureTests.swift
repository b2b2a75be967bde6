import Foundation
import Support
import Testing

@Suite("feedproof image")
struct PictureTests {
  private static let settings = "widths: 320\nscales: 1\nlocale: en\n"

  private func project(_ posts: [String] = ["Hello", "World", "Once more"], _ settings: String = settings) throws
    -> ProofProject
  {
    try ProofProject(posts: posts, settings: settings)
  }

  private func picture(_ project: ProofProject, _ options: String...) throws -> Tool.Outcome {
    try Tool.run(["picture", "."] + options, in: project.folder.url)
  }

  /// Returns the width and height of a PNG.
  private func size(_ project: ProofProject, _ file: String) throws -> [Int] {
    let bytes = [UInt8](try project.data(file).prefix(24))
    try #require(bytes.count == 24 && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    return [16, 20].map { at in bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  // MARK: Faces

  @Test("a post in all faces is one image, a column each")
  func faces() throws {
    let project = try project()
    let outcome = try picture(project, "--post", "2", "--face", "all", "-o", "faces.png")
    #expect(outcome.status == 0 && (outcome.output + outcome.error).contains("7 cards"), "\(outcome.error)")
    #expect(try size(project, "faces.png")[0] == 7 * 320)
    #expect(try picture(project, "--face", "all", "-o", "faces.pdf").status == 2)
    #expect(try picture(project, "--face", "all", "--sheet", "2", "-o", "sheet.png").status != 0)
    #expect(try picture(project, "--face", "myspace", "-o", "none.png").status == 2)
  }

  @Test("all faces are the program's own, whatever design a project has")
  func facesOfOwnDesign() throws {
    let project = try project()
    let red = ##"{"color": {"card": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}}}"##
    try project.folder.write(red, to: "own.tokens.json")
    #expect(try picture(project, "--post", "1", "--face", "all", "-o", "faces.png").status == 0)
    let own = ["--tokens", "own.tokens.json", "--post", "1", "--face", "all", "-o", "own.png"]
    let outcome = try Tool.run(["picture", "."] + own, in: project.folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try project.data("own.png") == project.data("faces.png"))
  }

  // MARK: One post

  @Test("a post by itself is the export's image, byte for byte", arguments: ["png", "webp"])
  func post(format: String) throws {
    let long = (0..<40).map { "line \($0)" }.joined(separator: "\\n")
    let project = try project(["Hello", long])
    #expect(try project.run("export", ".", "--quiet", "--encoding", format).status == 0)
    for state in ["expanded", "collapsed"] {
      let file = "\(state).\(format)"
      let outcome = try picture(project, "--post", "2", "--state", state, "--quiet", "-o", file)
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
      #expect(
        try project.data(file) == project.data("output/cards/wall1_2/320@1x-light-\(state).\(format)"))
    }
  }

  @Test("a post goes to standard output")
  func stream() throws {
    let project = try project()
    let outcome = try picture(project, "--post", "1", "-o", "-", "--format", "pdf")
    #expect(outcome.status == 0 && outcome.bytes.starts(with: "%PDF-".utf8))
    #expect(outcome.error.hasSuffix("wrote standard output: 1 card, 320@1x-light\n"), "\(outcome.error)")
    #expect(try picture(project, "-o", "-", "--pages", "400").status == 2)
  }

  @Test("a unique end of an id is enough; whole numbers match before parts")
  func choosing() throws {
    let project = try project((1...21).map { "Post \($0)" })
    #expect(try picture(project, "--post", "1", "--output", "one.png", "--quiet").status == 0)
    #expect(try picture(project, "--post", "wall1_1", "--output", "same.png", "--quiet").status == 0)
    #expect(try project.data("one.png") == project.data("same.png"))
  }

  @Test("an id that several posts end with is refused, with theirs, and nothing is written")
  func ambiguous() throws {
    let folder = try TemporaryFolder()
    let items = [1, 2].map {
      #"{"type":"post","source_id":\#($0),"post_id":5,"date":1542566400,"text":"Hello"}"#
    }
    try folder.write(WrittenFeed.document(items), to: "feed.json")
    let outcome = try Tool.run(["picture", "feed.json", "--post", "5", "--output", "a.png"], in: folder.url)
    #expect(outcome.status == 2 && outcome.error.contains("wall1_5, wall2_5"), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("a.png").path))
  }

  @Test("a post that is taller than an image can be is refused with a hint")
  func tallPost() throws {
    let project = try project([(0..<500).map { "line \($0)" }.joined(separator: "\\n")])
    let outcome = try picture(project, "--post", "1", "--output", "a.png", "--scale", "4")
    #expect(outcome.status == 2 && outcome.error.contains("--pages"), "\(outcome.error)")
    #expect(try picture(project, "--post", "1", "--output", "a.png", "--scale", "4", "--pages", "900").status == 0)
  }

  // MARK: Files

  @Test("pages of an earlier run are not overwritten, and surplus ones are reported")
  func earlierPages() throws {
    let project = try project((0..<7).map { "Post number \($0)" })
    try project.folder.write("mine", to: "feed-3.png")
    try project.folder.write("mine", to: "feed-90.png")
    let refused = try picture(project, "--output", "feed.png", "--pages", "300")
    #expect(refused.status == 4 && refused.error.contains("feed-3.png"), "\(refused.error)")
    #expect(project.files(in: ".").filter { $0.hasSuffix(".png") } == ["feed-3.png", "feed-90.png"])
    let replaced = try picture(project, "--output", "feed.png", "--pages", "300", "--replace")
    #expect(replaced.status == 0 && replaced.error.contains("feed-90.png"), "\(replaced.error)")
    #expect(try project.data("feed-90.png") == Data("mine".utf8))
  }

  @Test("a folder is not an image's name", arguments: [".", "sub", "sub/"])
  func folder(name: String) throws {
    let project = try project()
    try project.folder.write("mine", to: "sub/a.txt")
    let outcome = try picture(project, "--output", name, "--format", "png", "--replace")
    #expect(outcome.status == 4 && outcome.error.contains("name a file in it"), "\(outcome.error)")
  }

  @Test("a file that is there is left unchanged, unless it is to be replaced", arguments: ["a.png", "a.pdf"])
  func existing(file: String) throws {
    let project = try project()
    try project.folder.write("mine", to: file)
    let outcome = try picture(project, "-o", file)
    #expect(outcome.status == 4 && outcome.error.contains("--replace"), "\(outcome.error)")
    #expect(try project.data(file) == Data("mine".utf8))
    #expect(try picture(project, "-o", file, "--replace").status == 0)
    #expect(try project.data(file).count > 100)
  }

  @Test(
    "anything that can't be meant is wrong usage, and writes nothing",
    arguments: [
      ["-o", "a.gif"], ["-o", "a.png", "--post", "77"], ["-o", "a.png", "--width", "320,375"],
      ["-o", "a.png", "--pages", "3"], ["-o", "a.png", "--sheet", "0"],
      ["-o", "a.png", "--sheet", "2", "--pages", "500"],
      ["-o", "a.png", "--photo-quality", "80"], [], ["-o", "-", "--json"],
    ])
  func usage(options: [String]) throws {
    let project = try project()
    let outcome = try Tool.run(["picture", "."] + options, in: project.folder.url)
    #expect(outcome.status == 2 && !outcome.error.isEmpty)
    #expect(!project.files(in: ".").contains { $0.hasPrefix("a.") })
  }

  // MARK: A feed

  @Test("a feed is one image as wide as the screen, and as tall as its cards")
  func tall() throws {
    let project = try project()
    #expect(try picture(project, "-o", "feed.png").status == 0)
    #expect(try picture(project, "-o", "one.png", "--post", "1").status == 0)
    let (feed, card) = (try size(project, "feed.png"), try size(project, "one.png"))
    #expect(feed[0] == 320 && card[0] == 304 && feed[1] > 3 * card[1])
  }

  @Test("more than the format holds is refused with a hint", arguments: [("png", 4), ("webp", 3)])
  func tooTall(format: String, scale: Int) throws {
    let project = try project((0..<100).map { "Post number \($0)" })
    let outcome = try picture(project, "-o", "feed.\(format)", "--scale", "\(scale)")
    #expect(outcome.status == 2 && outcome.error.contains("--pages"), "\(outcome.error)")
    #expect(!project.files(in: ".").contains("feed.\(format)"))
  }

  @Test("pages have numbers and one size, but for the last, which ends where its cards do")
  func pages() throws {
    let project = try project((0..<7).map { "Post number \($0)" })
    #expect(try picture(project, "-o", "feed.png", "--pages", "300", "--quiet").status == 0)
    let files = project.files(in: ".").filter { $0.hasSuffix(".png") }
    #expect(files.count > 2 && files == (1...files.count).map { "feed-\($0).png" })
    let sizes = try files.map { try size(project, $0) }
    #expect(sizes.dropLast().allSatisfy { $0 == [320, 300] })
    #expect(sizes.last.map { $0[0] == 320 && $0[1] <= 300 } == true)
  }

  @Test("a sheet has its columns next to each other")
  func sheet() throws {
    let project = try project((0..<6).map { "Post number \($0)" })
    for columns in [1, 3] {
      #expect(try picture(project, "-o", "sheet-\(columns).png", "--sheet", "\(columns)").status == 0)
    }
    let (one, three) = (try size(project, "sheet-1.png"), try size(project, "sheet-3.png"))
    #expect(three[0] > one[0] + 2 * 304 && three[1] < one[1] / 2)
  }

  @Test("a sheet that would take more memory than is allowed is refused before it is drawn")
  func memory() throws {
    let project = try project((0..<40).map { "Post number \($0)" })
    let options = ["--output", "sheet.png", "--sheet", "5", "--scale", "4", "--memory", "16MB"]
    let outcome = try Tool.run(["picture", "."] + options, in: project.folder.url)
    #expect(outcome.status == 2 && outcome.error.contains("--memory"), "\(outcome.error)")
  }

  @Test("of several widths and scales of the project those are taken that designs are made for first")
  func looks() throws {
    let project = try project(["Hello"], "widths: [320, 375]\nscales: [1, 2, 3]\nthemes: [light, dark]\n")
    let outcome = try picture(project, "--output", "feed.png")
    #expect(outcome.status == 0 && outcome.error.contains("375@2x-light"), "\(outcome.error)")
    #expect(try size(project, "feed.png")[0] == 750)
  }

  @Test("a chat is laid with its days")
  func chat() throws {
    let folder = try TemporaryFolder()
    let outcome = try Tool.run(
      ["picture", Checkout.url("Examples/chat").path, "--width", "375", "--theme", "light", "--quiet"]
        + ["-o", "chat.pdf", "--locale", "en"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    let text = PDFText(try Data(contentsOf: folder.url.appendingPathComponent("chat.pdf"))).pages.joined()
    #expect(text.contains("June\u{A0}1"), "\(text)")
  }
}

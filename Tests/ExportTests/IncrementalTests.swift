import Export
import Files
import Foundation
import OutputTransactions
import RunSupport
import Support
import Synchronization
import Testing

@Suite("Exports that follow each other")
struct IncrementalTests {
  @Test("after a change the output is that of a first export, byte for byte", arguments: FeedChange.allCases)
  func sameAsCold(change: FeedChange) async throws {
    let project = try IncrementalProject()
    try await project.export()
    let before = try project.files()
    try change.make(project)
    let forecast = try await project.forecast()
    #expect(try project.files() == before)
    let all = project.posts.map { "draw    wall1_\($0.id): \(change.reason)" }
    let removed = change == .removedPost ? ["remove  wall1_2: it was removed from the feed"] : []
    let drawn = change.drawn ?? all
    #expect(forecast.lines == drawn + removed)
    #expect(forecast.totals.writes == (change != .nothing))

    let summary = try await project.export()
    #expect((summary.drawn, summary.kept) == (drawn.count, project.posts.count - drawn.count))
    #expect(summary.removed == removed.count)
    try await project.export(to: "cold")
    let (warm, cold) = (try project.files(), try project.files("cold"))
    #expect(warm.keys.sorted() == cold.keys.sorted())
    for (path, bytes) in cold { #expect(warm[path] == bytes, "\(path) differs") }
    #expect((warm == before) == (change == .nothing))
  }

  @Test("a page of the feed is parsed once and the store opened once, whatever there is to do")
  func once() async throws {
    let project = try IncrementalProject()
    for text in ["The first", "The first", "Another", "Another"] {
      project.posts[0].text = text
      let tally = WorkTally()
      try await WorkTally.$current.withValue(tally) { _ = try await project.export() }
      #expect((tally[.parsedPage], tally[.openedStore]) == (1, 1))
    }
  }

  /// Returns a project whose files are no longer new, and a function that counts parsed pages and opened stores of a
  /// run.
  private static func settled(_ photo: String? = nil) throws -> (
    project: IncrementalProject, work: () async throws -> (summary: RunSummary, pages: Int, stores: Int)
  ) {
    let project = try IncrementalProject([
      .init(id: 1, text: "The first", photo: photo), .init(id: 2, text: "The second"),
    ])
    project.age = 10_000_000_000
    return (
      project,
      {
        let tally = WorkTally()
        let summary = try await WorkTally.$current.withValue(tally) { try await project.export() }
        return (summary, tally[.parsedPage], tally[.openedStore])
      }
    )
  }

  @Test("an unchanged feed is not parsed, and its diagnostics are reported again")
  func unparsed() async throws {
    let (project, work) = try Self.settled("missing")
    let first = try await work()
    let before = try project.files()
    let second = try await work()
    #expect((first.pages, second.pages, second.stores) == (1, 0, 1))
    #expect((second.summary.drawn, second.summary.kept, second.summary.pictures) == (0, 2, 3))
    #expect((first.summary.warnings, second.summary.warnings) == (1, 1))
    #expect(try project.files() == before)
  }

  @Test(
    "anything that has changed is found without it",
    arguments: ["post", "photo", "setting", "project file", "picture", "page", "design", "forced", "data"])
  func unlike(what: String) async throws {
    let (project, work) = try Self.settled("one")
    // The photo's stamp is compared with the clock: the photo counts as new for two seconds.
    project.posts[0].photo = what == "photo" ? "later" : nil
    let design = try project.design("Mockups/newsfeed/newsfeed.tokens.json", replacing: "\n", with: "\n")
    project.change = { $0.tokens = [design] }
    _ = try await work()
    #expect(try await work().pages == 0)
    let output = project.folder.url.appendingPathComponent("out")
    switch what {
    case "post": project.posts[1].text = "Another"
    case "photo": try project.photo("later", from: "bread_604.jpg")
    case "setting":
      project.change = {
        $0.tokens = [design]
        $0.card.highlight = "first"
      }
    case "project file":
      try project.folder.write("locale: de\nwidths: 300\nscales: 1\nfeedHeight: 240\n", to: "feedproof.yml")
    case "picture":
      try FileManager.default.removeItem(at: output.appendingPathComponent("cards/wall1_2/300@1x-light-expanded.png"))
    case "page": try FileManager.default.removeItem(at: output.appendingPathComponent("index.html"))
    case "data": try FileManager.default.removeItem(at: output.appendingPathComponent(".feedproof/ledger"))
    case "design":
      _ = try project.design("Mockups/newsfeed/newsfeed.tokens.json", replacing: "\n", with: "\n ")
    default: break
    }
    if what == "forced" {
      #expect(try await project.export(isForced: true).drawn == 2)
    } else {
      #expect(try await work().pages == 1)
    }
    try await project.export(to: "cold")
    let (warm, cold) = (try project.files(), try project.files("cold"))
    #expect(warm == cold)
  }

  @Test("anything that is drawn again and shows the same is not compressed again, unless all is to be made again")
  func sameShown() async throws {
    let project = try IncrementalProject()
    try await project.export()
    let before = try project.files().filter { $0.key.hasSuffix(".png") }
    // The option affects only WebP.
    project.change = { $0.photoQuality = 50 }
    let tally = WorkTally()
    try await WorkTally.$current.withValue(tally) { _ = try await project.export() }
    #expect((tally[.drewPicture], tally[.compressedPicture]) == (6, 0))
    #expect(try project.files().filter { $0.key.hasSuffix(".png") } == before)
  }

  @Test("without changes nothing is written")
  func nothing() async throws {
    let project = try IncrementalProject()
    try await project.export()
    let output = project.folder.url.appendingPathComponent("out").path
    let before = FileStamp(output, following: false)
    let summary = try await project.export()
    #expect((summary.drawn, summary.kept, summary.pictures) == (0, 5, 6))
    #expect(FileStamp(output, following: false)?.inode == before?.inode)
  }

  @Test("warnings of cards that are kept are reported and counted again")
  func warnings() async throws {
    let project = try IncrementalProject()
    project.posts[0].photo = "missing"
    let (first, second) = (try await project.export(), try await project.export())
    #expect(first.warnings == 1)
    #expect((second.drawn, second.warnings) == (0, 1))
  }

  @Test("as many warnings are reported as the summary counts, those of the feed's image too, and none of them twice")
  func counted() async throws {
    let project = try IncrementalProject()
    project.posts[0].photo = "missing"
    project.posts[1].photo = "gone"
    // The photo is only in the header of the feed's image.
    project.change = { $0.card.viewer = "media/nobody.jpg" }
    for round in ["drawn", "kept"] {
      let said = Mutex<[String]>([])
      let progress = RunProgress(
        style: .plain, uptime: { 0 }, standardOutput: { _ in },
        standardError: { text in said.withLock { $0.append(text) } })
      let summary = try await project.export(progress: progress)
      let lines = said.withLock { $0 }.filter { $0.hasPrefix("warning[") }
      #expect(lines.count == 3 && Set(lines).count == 3, "\(round): \(lines)")
      #expect(summary.warnings == lines.count, "\(round)")
      #expect(summary.description.contains("; 3 warnings"), "\(round)")
    }
  }

  @Test("a card without a photo that there was no memory for is drawn again as soon as there is more, and not before")
  func memory() async throws {
    let project = try IncrementalProject()
    // 250 × 200 blocks of three components, 128 bytes each: 19.2 million bytes.
    let photo = HandmadeJPEG(width: 2000, height: 1600, isWhole: true)
    try Data(photo.bytes).write(to: project.folder.url.appendingPathComponent("media/one.jpg"))
    project.change = { $0.memory = 16 << 20 }
    let little = try await project.export()
    #expect(little.drawn == 5 && little.warnings > 0)
    let again = try await project.export()
    #expect((again.drawn, again.warnings) == (0, little.warnings))
    let before = try project.files()

    project.change = { $0.memory = 64 << 20 }
    #expect(try await project.forecast().lines == ["draw    wall1_2: a photo has changed"])
    #expect(try await project.export().drawn == 1)
    #expect(try await project.export().drawn == 0)
    #expect(try project.files() != before)
  }

  @Test("a missing or edited image is drawn again", arguments: [true, false])
  func picture(isGone: Bool) async throws {
    let project = try IncrementalProject()
    try await project.export()
    let before = try project.files()
    let path = try #require(before.keys.first { $0.hasPrefix("cards/wall1_3/") })
    let file = project.folder.url.appendingPathComponent("out/\(path)")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    if isGone { try FileManager.default.removeItem(at: file) } else { try bytes.write(to: file) }
    let summary = try await project.export()
    #expect(summary.drawn == 1)
    #expect(try project.files() == before)
  }

  @Test("a page file that is gone is made good without drawing")
  func page() async throws {
    let project = try IncrementalProject()
    try await project.export()
    let before = try project.files()
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("out/site/index.js"))
    #expect(try await project.export().drawn == 0)
    #expect(try project.files() == before)
  }

  @Test("a copied output is taken over, whatever times its files have")
  func copied() async throws {
    let project = try IncrementalProject()
    try await project.export(to: "original")
    let original = project.folder.url.appendingPathComponent("original")
    let copy = project.folder.url.appendingPathComponent("out")
    try FileManager.default.copyItem(at: original, to: copy)
    for path in try project.files().keys {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: copy.appendingPathComponent(path).path)
    }
    #expect(try await project.export().drawn == 0)
    #expect(try project.files() == project.files("original"))
  }

  @Test("--force draws all again, and the bytes are the same")
  func forced() async throws {
    let project = try IncrementalProject()
    try await project.export()
    let before = try project.files()
    #expect(try await project.forecast(isForced: true).lines.first == "draw    wall1_1: --force was given")
    #expect(try await project.export(isForced: true).drawn == 5)
    #expect(try project.files() == before)
  }

  @Test("a store that is damaged or gone costs time and nothing else", arguments: ["damaged", nil])
  func store(contents: String?) async throws {
    let project = try IncrementalProject()
    try await project.export()
    project.posts.remove(at: 0)
    let store = project.folder.url.appendingPathComponent("out/\(StateFolder.store)")
    try FileManager.default.removeItem(at: store)
    if let contents { try project.folder.write(contents, to: "out/\(StateFolder.store)") }
    #expect(try await project.export().drawn == 4)
    try await project.export(to: "cold")
    #expect(try project.files() == project.files("cold"))
  }

  @Test("a forecast over a damaged store says so, and that everything would be drawn")
  func damagedForecast() async throws {
    let project = try IncrementalProject()
    try await project.export()
    let file = project.folder.url.appendingPathComponent("out/\(StateFolder.store)")
    var bytes = try Data(contentsOf: file)
    // The first page identifies the store; the other pages are unreadable.
    bytes.replaceSubrange(4096..., with: repeatElement(0xFF, count: bytes.count - 4096))
    try bytes.write(to: file)
    let said = Mutex("")
    let progress = RunProgress(
      style: .plain, uptime: { 0 }, standardOutput: { _ in }, standardError: { text in said.withLock { $0 += text } })
    let forecast = try await project.forecast(progress: progress)
    #expect(forecast.totals.draw == 5 && forecast.lines.count == 5)
    #expect(said.withLock { $0 }.contains("note[store.damaged]"))
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test("an interrupted run publishes nothing, and the next run reuses its images")
  func interrupted() async throws {
    let project = try IncrementalProject()
    try await project.export()
    let before = try project.files()
    project.change = { $0.card.highlight = "first" }
    let interruption = Interruption()
    // Interrupt after the second card.
    let progress = RunProgress(
      style: .json, uptime: { 0 }, standardOutput: { if $0.contains(#""done":2"#) { interruption.request() } },
      standardError: { _ in })
    let failure = await #expect(throws: RunFailure.self) {
      try await project.export(progress: progress, interruption: interruption)
    }
    #expect(failure?.status == .interrupted)
    #expect(try project.files() == before)
    let summary = try await project.export()
    #expect(summary.kept >= 2 && summary.drawn + summary.kept == 5)
    try await project.export(to: "cold")
    #expect(try project.files() == project.files("cold"))
  }

  @Test("a run that is started in the output folder does not take it from under the shell")
  func standing() async throws {
    let project = try IncrementalProject()
    try await project.export()
    let output = project.folder.url.appendingPathComponent("out")
    let before = FileStamp(output.path, following: false)
    project.posts[0].text = "Another first"
    project.place = output
    try await project.export()
    #expect(FileStamp(output.path, following: false)?.inode == before?.inode)
    try await project.export(to: "cold")
    #expect(try project.files() == project.files("cold"))
  }

  @Test("a dry run of a folder that is not there writes nothing")
  func dryRun() async throws {
    let project = try IncrementalProject()
    let forecast = try await project.forecast()
    #expect(forecast.lines.count == 5)
    #expect(forecast.lines.allSatisfy { $0.hasSuffix("it is new") })
    #expect(!FileManager.default.fileExists(atPath: project.folder.url.appendingPathComponent("out").path))
  }
}

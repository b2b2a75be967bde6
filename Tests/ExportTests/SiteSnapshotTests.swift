import Cards
import Drawing
import Export
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport
import Support
import Testing

@Suite("A site's edition, made after another")
struct SiteSnapshotTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(WrittenFeed.posts(["The first", "The second"]), to: "feed.json")
  }

  private func edition(_ settings: String, after earlier: SiteSnapshot? = nil) throws -> SiteSnapshot {
    try folder.write("widths: 320\nscales: 1\n\(settings)\n", to: ProjectFile.name)
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(inputs: ["."], overrides: ProjectOverrides(), environment: environment)
    return try SiteSnapshot(
      project: project, environment: environment, after: earlier, changes: .texts, report: { _ in })
  }

  @Test(
    "an option that reaches cards makes the cards of the edition before again",
    arguments: [
      "dates: absolute", "highlight: first", "locale: ru", "now: 2018-11-24T00:00:00Z", "timeZone: Asia/Tokyo",
    ])
  func options(setting: String) throws {
    let first = try edition("")
    let card = first.card(0)
    let second = try edition(setting, after: first)
    #expect(second.card(0) != card)
  }

  @Test("an option that does not reach cards keeps them")
  func kept() throws {
    let first = try edition("")
    let second = try edition("feedHeight: 300", after: first)
    #expect(second.source.made?.inputs === first.source.made?.inputs)
  }

  @Test("an export after a check parses and lays out nothing again, and reuses the images")
  func exported() async throws {
    let tally = WorkTally()
    try await WorkTally.$current.withValue(tally) {
      let edition = try edition("themes: [light, dark]")
      let seen = ImageVariant(width: 320, scale: 1, theme: "light", state: .expanded)
      let picture = try edition.picture(1, seen)
      for place in 0..<2 { #expect(try edition.heights(place, width: 320) != nil) }
      let run = ExportRun(
        project: edition.renderer.project, output: OutputFolder(edition.renderer.project.output),
        context: RunContext(.tests(in: folder.url), jobs: 2))
      #expect(try await run.run(from: edition.source).drawn == 2)
      let file = edition.renderer.project.output.appendingPathComponent(seen.path(ofCard: edition.posts[1].id))
      #expect(try Data(contentsOf: file) == picture)
      // Two cards in two themes, and the feed in both.
      #expect((tally[.parsedPage], tally[.laidOutCard], tally[.drewPicture]) == (1, 4, 6))
    }
  }
}

@Suite("Photos that a served page opens whole")
struct ServedOriginalTests {
  private let folder: TemporaryFolder
  private let photo = PNGSamples.photo

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("widths: 320\nscales: 1\nface: vk\n", to: ProjectFile.name)
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("media"), withIntermediateDirectories: true)
    try photo.write(to: folder.url.appendingPathComponent("media/sea.png"))
    try PNGSamples.other.write(to: folder.url.appendingPathComponent("media/land.png"))
  }

  private func edition(_ photos: String...) throws -> SiteSnapshot {
    let images = photos.map { #"{"url": "\#($0)", "mime_type": "image/png"}"# }.joined(separator: ", ")
    try folder.write(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1", "content_text": "A sea", "#
        + #""attachments": [\#(images)]}]}"#, to: "feed.json")
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(inputs: ["."], overrides: ProjectOverrides(), environment: environment)
    return try SiteSnapshot(project: project, environment: environment, after: nil, changes: .all, report: { _ in })
  }

  /// Returns the originals of the first post at all places that a page may request.
  private func originals(_ edition: SiteSnapshot, shownIn output: URL? = nil) throws -> [[UInt8]] {
    let id = edition.posts[0].id
    return try (-1..<12).flatMap { part in
      try (-1..<3).compactMap { page in
        try edition.original(ofCard: id, part: part, page: page, shownIn: output)?.bytes
      }
    }
  }

  @Test("each is there once, by its part and page, and a post that is not there has none")
  func found() throws {
    let edition = try edition("media/sea.png", "media/land.png")
    #expect(try originals(edition) == [Array(photo), Array(PNGSamples.other)])
    #expect(try edition.original(ofCard: "../../etc", part: 0, page: 0, shownIn: nil) == nil)
  }

  @Test("none comes from outside of the feed's folder, by its address or over a link")
  func outside() throws {
    let other = try TemporaryFolder()
    let secret = other.url.appendingPathComponent("secret.png")
    try photo.write(to: secret)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("media/link.png"), withDestinationURL: secret)
    #expect(try originals(edition("media/link.png")).isEmpty)
    #expect(try originals(edition("../\(other.url.lastPathComponent)/secret.png")).isEmpty)
    #expect(try originals(edition("file://\(secret.path)")).isEmpty)
  }

  @Test("of an export it is there as long as the export reports the same card")
  func exported() async throws {
    let edition = try edition("media/sea.png")
    let project = edition.renderer.project
    #expect(try originals(edition, shownIn: project.output).isEmpty)
    let run = ExportRun(
      project: project, output: OutputFolder(project.output), context: RunContext(.tests(in: folder.url), jobs: 1))
    _ = try await run.run()
    #expect(try originals(edition, shownIn: project.output) == [Array(photo)])
    #expect(try originals(self.edition("media/sea.png", "media/land.png"), shownIn: project.output).isEmpty)
  }
}

extension SiteSnapshot {
  fileprivate func card(_ place: Int) -> [FeedCard]? { source.made?.input(posts[place]).cards }
}

import Foundation
import Support
import Testing

@Suite("Archives on the command line")
struct ArchiveExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("temporary"), withIntermediateDirectories: false)
  }

  private static func status(_ id: Int, media: String = "") -> String {
    """
    {"id": "\(id)", "created_at": "2024-01-0\(id)T10:00:00Z", "content": "<p>status \(id)</p>",
     "account": {"id": "1", "acct": "anna", "display_name": "Anna"}, "media_attachments": [\(media)]}
    """
  }

  /// Writes two statuses, the second with an image in a shade of gray.
  private func writeArchive(lightness: UInt8) throws {
    let media =
      #"{"id": "1", "type": "image", "url": "media_attachments/a.png", "meta": {"original": {"width": 40, "height": 30}}}"#
    var picture = HandmadePNG(width: 40, height: 30)
    picture.filteredRows = (0..<30).flatMap { _ in [0] + [UInt8](repeating: lightness, count: 40) }
    let archive = HandmadeArchive([
      .init("account/posts.json", "[\(Self.status(1)), \(Self.status(2, media: media))]"),
      .init("account/media_attachments/a.png", picture.bytes),
      .init("account/film.mp4", [UInt8](repeating: 1, count: 99)),
    ])
    try Data(archive.zip).write(to: folder.url.appendingPathComponent("account.zip"))
  }

  private func run(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(
      arguments, environment: ["TMPDIR": folder.url.appendingPathComponent("temporary").path], in: folder.url)
  }

  @Test("an archive is drawn again only if one of its images changes, and leaves no files")
  func incremental() throws {
    let export = ["export", "account.zip", "--output", "out", "--locale", "en", "--scale", "1"]
    func exported() throws -> String {
      let outcome = try Tool.run(
        export, environment: ["TMPDIR": folder.url.appendingPathComponent("temporary").path], in: folder.url)
      #expect(outcome.status == 0)
      return outcome.output + outcome.error
    }
    try writeArchive(lightness: 40)
    let first = try exported()
    #expect(!first.contains("warning[") && !first.contains("photo.missing"))
    #expect(try exported().contains("2 kept"))
    try writeArchive(lightness: 200)
    #expect(try exported().contains("1 kept"))
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("temporary").path)
    #expect(left.isEmpty)
  }

  @Test("media that were skipped of an archive are missing, packed or not, with the place where they would be")
  func withoutMedia() throws {
    let outbox = """
      {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection", "orderedItems": [
        {"type": "Note", "id": "https://m.example/users/anna/statuses/1", "published": "2024-01-01T10:00:00Z",
         "content": "A lake", "attributedTo": "https://m.example/users/anna", "attachment": [
          {"type": "Document", "mediaType": "image/png", "url": "/bucket/media_attachments/files/1/lake.png"}]}]}
      """
    try Data(HandmadeArchive([.init("outbox.json", outbox)]).tarGz)
      .write(to: folder.url.appendingPathComponent("account.tar.gz"))
    try folder.write(outbox, to: "account/outbox.json")
    for feed in ["account.tar.gz", "account"] {
      let outcome = try run("export", feed, "--output", "out-\(feed)", "--locale", "en", "--scale", "1")
      #expect(outcome.status == 0 && outcome.error.contains("photo.missing"), "\(outcome.error)")
      #expect(!outcome.error.contains("photo.outside"))
      #expect(outcome.error.contains("media_attachments/files/1/lake.png"))
    }
  }

  @Test("archives and files of several services are one feed, sorted by date on request")
  func severalServices() throws {
    try writeArchive(lightness: 40)
    try folder.write(
      #"{"events": [{"title": "Jazz", "id": "jazz"}]}"#, to: "events.json")
    try folder.write(
      #"{"response": {"items": [{"post_type": "post", "source_id": 1, "post_id": 7, "date": 1704189600, "text": "a"}], "profiles": [{"id": 1, "first_name": "V"}]}}"#,
      to: "wall.json")
    func ids(_ order: String...) throws -> [Substring] {
      let outcome = try Tool.run(
        ["show", "--stage", "post", "events.json", "account.zip", "wall.json"] + order,
        environment: ["TMPDIR": folder.url.appendingPathComponent("temporary").path], in: folder.url)
      #expect(outcome.status == 0)
      return outcome.output.split(separator: "\n").filter { $0.contains(" · ") && !$0.hasPrefix(" ") }
        .compactMap { $0.split(separator: " ").first }
    }
    #expect(try ids() == ["event-jazz", "mastodon-1", "mastodon-2", "wall1_7"])
    // The wall's post has the date of the second status.
    #expect(try ids("--order", "date") == ["mastodon-2", "wall1_7", "mastodon-1", "event-jazz"])
    #expect(try run("show", "--stage", "post", "wall.json", "--order", "size").status == 2)
  }

  @Test("anything that is wrong with an archive is one error with a hint, and status 2 if there is not a post")
  func broken() throws {
    try Data(HandmadeArchive([.init("film.mp4", [1])]).zip).write(to: folder.url.appendingPathComponent("a.zip"))
    let outcome = try run("show", "--stage", "post", "a.zip")
    #expect(outcome.status == 2 && outcome.error.hasPrefix("error[archive.no-feed]: a.zip: "))
    #expect(outcome.error.contains("hint: ") && outcome.error.contains("film.mp4"))
  }
}

import Foundation
import Support
import Testing

@Suite("Originals of photos in an export")
struct OriginalTests {
  private let folder: TemporaryFolder
  private let photo = PNGSamples.photo

  init() throws {
    folder = try TemporaryFolder()
    try write(["sea.png", "sea.png"], text: "two of one")
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("media"), withIntermediateDirectories: true)
    try photo.write(to: folder.url.appendingPathComponent("media/sea.png"))
  }

  private func write(_ photos: [String], text: String) throws {
    let images = photos.map { #"{"url": "media/\#($0)", "mime_type": "image/png"}"# }.joined(separator: ", ")
    try folder.write(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1", "content_text": "\#(text)", "#
        + #""attachments": [\#(images)]}]}"#, to: "feed.json")
  }

  private func export(_ options: String...) throws -> [String] {
    let outcome = try Tool.run(
      ["export", "feed.json", "--quiet", "--scale", "1", "--locale", "en"] + options, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    return try originals
  }

  private var originals: [String] {
    get throws {
      let output = folder.url.appendingPathComponent("output/cards")
      let all = FileManager.default.enumerator(atPath: output.path)?.compactMap { $0 as? String } ?? []
      return all.filter { $0.contains("original-") }.sorted()
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent("output/\(path)"), encoding: .utf8)
  }

  @Test("originals are copied on request, once each, and listed in the manifest and the page")
  func copies() throws {
    #expect(try export().isEmpty && !text("manifest/0.ndjson").contains("originals"))
    let names = try export("--originals")
    #expect(names.count == 1)
    let path = "cards/\(try #require(names.first))"
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("output/\(path)")) == photo)
    #expect(try text("manifest/0.ndjson").contains(path) && text("site/stories/0.js").contains(path))
    #expect(try export("--originals") == names)
    #expect(try export().isEmpty)
  }

  @Test("the command line can override the project file")
  func takenBack() throws {
    try folder.write("originals: true\nfeeds: feed.json\nscales: 1\n", to: "feedproof.yml")
    func count(_ options: String...) throws -> Int {
      #expect(try Tool.run(["export", ".", "--quiet"] + options, in: folder.url).status == 0)
      return try originals.count
    }
    #expect(try count() == 1)
    #expect(try count("--no-originals") == 0)
  }

  @Test("another photo has another name, and the old one goes")
  func changes() throws {
    let before = try export("--originals")
    try PNGSamples.other.write(to: folder.url.appendingPathComponent("media/sea.png"))
    let after = try export("--originals")
    #expect(before.count == 1 && after.count == 1 && before != after)
    try write([], text: "none")
    #expect(try export("--originals").isEmpty)
  }

  @Test("nothing is copied from outside of the feed's folders")
  func outside() throws {
    let other = try TemporaryFolder()
    try photo.write(to: other.url.appendingPathComponent("secret.png"))
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("media/sea.png"))
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("media/sea.png"),
      withDestinationURL: other.url.appendingPathComponent("secret.png"))
    #expect(try export("--originals").isEmpty)
  }
}

/// Two different images of the same size.

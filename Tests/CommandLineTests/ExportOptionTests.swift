import Foundation
import Support
import Testing

@Suite("What feedproof export's options do")
struct ExportOptionTests {
  private let project: ProofProject

  init() throws {
    project = try ProofProject(settings: "widths: 375\nscales: 1\nlocale: en\n")
  }

  private func export(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["export", "."] + options, in: project.folder.url)
  }

  @Test("--force draws what is unchanged")
  func force() throws {
    #expect(try export().error.contains("drawing 2 cards"))
    #expect(try export().error.contains("drawing 0 cards; 2 are unchanged"))
    #expect(try export("--force").error.contains("drawing 2 cards\n"))
  }

  @Test("--highlight marks the words that are looked for")
  func highlight() throws {
    _ = try export("--quiet")
    let card = "output/cards/wall1_1/375@1x-light-expanded.png"
    let other = "output/cards/wall1_2/375@1x-light-expanded.png"
    let (plain, untouched) = (try project.data(card), try project.data(other))
    #expect(try export("--quiet", "--highlight", "fox").status == 0)
    #expect(try project.data(card) != plain)
    #expect(try project.data(other) == untouched)
  }

  @Test(
    "prefetch options reach the page",
    arguments: [
      (["--prefetch-budget", "7"], "budget:7"), (["--prefetch-weights", "photo=3,text=0.5"], "photo:3,"),
    ])
  func prefetch(options: [String], expected: String) throws {
    let outcome = try Tool.run(["export", ".", "--quiet"] + options, in: project.folder.url)
    #expect(outcome.status == 0)
    let index = String(decoding: try project.data("output/site/index.js"), as: UTF8.self)
    #expect(index.filter { $0 != "\"" }.contains(expected), "\(index)")
  }

  @Test("--time-zone and --now decide what a date is called")
  func dates() throws {
    func drawn(_ zone: String) throws -> Data {
      #expect(try export("--quiet", "--time-zone", zone, "--now", "2018-11-18T20:00:00Z").status == 0)
      return try project.data("output/cards/wall1_1/375@1x-light-expanded.png")
    }
    #expect(try drawn("UTC") != drawn("Asia/Tokyo"))
  }

  @Test("dates are reported in full next to the relative ones, and drawn so with --dates absolute")
  func absoluteDates() throws {
    func story() throws -> String { String(decoding: try project.data("output/site/stories/0.js"), as: UTF8.self) }
    _ = try export("--quiet")
    let card = "output/cards/wall1_1/375@1x-light-expanded.png"
    let (relative, words) = (try project.data(card), try story())
    #expect(words.contains(#""d":""#))
    #expect(try export("--quiet", "--dates", "absolute").status == 0)
    #expect(try project.data(card) != relative)
    #expect(try !story().contains(#""d":""#) && story() != words)
    #expect(
      String(decoding: try project.data("output/manifest.json"), as: UTF8.self).contains(#""dates" : "absolute""#))
    #expect(try export("--dates", "long").status != 0)
  }

  @Test(
    "a photo of another folder is refused and reported, unless that folder is named",
    arguments: ["option", "file", nil])
  func photos(named: String?) throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let photo = other.url.appendingPathComponent("lake.jpg")
    try FileManager.default.copyItem(at: Checkout.url("Examples/newsfeed/media/lake_1280.jpg"), to: photo)
    let attachment = #"{"type":"photo","photo":{"id":1,"sizes":[{"url":"\#(photo.absoluteString)"}]}}"#
    try folder.write(
      #"{"items":[{"type":"post","source_id":1,"post_id":1,"text":"A","attachments":[\#(attachment)]}],"profiles":[{"id":1,"first_name":"A"}]}"#,
      to: "feed.json")
    let key = named == "file" ? "photos: \(other.url.path)\n" : ""
    try folder.write("locale: en\nscales: 1\nfeeds: feed.json\n\(key)", to: "feedproof.yml")
    let option = named == "option" ? ["--photos", other.url.path] : []
    for command in [["export"], ["compare", "--record", "all"]] {
      let outcome = try Tool.run(command + ["."] + option, in: folder.url)
      #expect(outcome.error.contains("photo.outside") == (named == nil), "\(outcome.error)")
    }
  }

  @Test("--memory changes no image, and an amount that is none is an error")
  func memory() throws {
    _ = try export("--quiet")
    func manifest() throws -> Data {
      try project.data("output/manifest.json") + project.data("output/manifest/0.ndjson")
    }
    let before = try manifest()
    #expect(try export("--quiet", "--force", "--memory", "16MB").status == 0)
    #expect(try manifest() == before)
    let outcome = try export("--memory", "little")
    #expect(outcome.status == 2 && outcome.error.contains("an amount of memory"))
  }
}

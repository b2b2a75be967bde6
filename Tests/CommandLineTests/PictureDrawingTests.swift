import Foundation
import Support
import Testing

@Suite("feedproof image as SVG")
struct PictureDrawingTests {
  private static let settings = "widths: 320\nscales: 1\nlocale: en\n"

  private func drawing(_ posts: [String], _ options: [String] = []) throws -> String {
    let project = try ProofProject(posts: posts, settings: Self.settings)
    let outcome = try Tool.run(["picture", ".", "-o", "feed.svg", "--quiet"] + options, in: project.folder.url)
    try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    return String(decoding: try project.data("feed.svg"), as: UTF8.self)
  }

  @Test("a feed is one drawing as wide as the screen, with its texts")
  func feed() throws {
    let text = try drawing(["Hello", "Привет"])
    #expect(text.hasPrefix("<svg xmlns=") && text.contains(" viewBox=\"0 0 320 ") && text.contains(" lang=\"en\""))
    #expect(text.contains(">Hello</tspan>") && text.contains(">Привет</tspan>"))
    #expect(text.contains("@font-face"))
  }

  @Test("the same feed gives the same bytes")
  func deterministic() throws {
    #expect(try drawing(["Hello 🎉", "World"]) == drawing(["Hello 🎉", "World"]))
  }

  @Test("as outlines texts are shapes")
  func outlines() throws {
    let text = try drawing(["Hello"], ["--outlines", "--post", "1"])
    #expect(!text.contains("<text") && !text.contains("@font-face"))
    #expect(text.contains(/<desc[^>]*>[^<]*Hello/))
  }

  @Test("outlines are an SVG's alone", arguments: ["a.png", "a.pdf"])
  func outlinesElsewhere(file: String) throws {
    let project = try ProofProject(posts: ["Hello"], settings: Self.settings)
    let outcome = try Tool.run(["picture", ".", "-o", file, "--outlines"], in: project.folder.url)
    #expect(outcome.status == 2 && outcome.error.contains("use the extension .svg"), "\(outcome.error)")
    #expect(!project.files(in: ".").contains(file))
  }

  @Test("anything that is too tall for an image of pixels is none too tall for a drawing; pages are files of their own")
  func tall() throws {
    let long = (0..<1500).map { "line \($0)" }.joined(separator: "\\n")
    #expect(try drawing([long], ["--post", "1"]).contains(">line 1499</tspan>"))
    let project = try ProofProject(posts: ["Hello", "World", "Once more"], settings: Self.settings)
    let outcome = try Tool.run(["picture", ".", "-o", "feed.svg", "--pages", "220"], in: project.folder.url)
    #expect(outcome.status == 0 && project.files(in: ".").contains("feed-2.svg"), "\(outcome.error)")
  }
}

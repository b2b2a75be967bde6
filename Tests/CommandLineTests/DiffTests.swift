import Foundation
import Support
import Testing

@Suite("feedproof diff")
struct DiffTests {
  /// Gray PNGs made by another program.
  private static let pictures = [
    // 2 × 2, white
    "white.png":
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGP8z8DEwAAABQ0BA7hKXG8AAAAASUVORK5CYII=",
    // 2 × 2, its last pixel black
    "corner.png":
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGP8z8DwnwEABwUCALEy0FkAAAAASUVORK5CYII=",
    // 2 × 3, white
    "tall.png":
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAAAAACcgYFdAAAAEUlEQVR4nGP8z8DEwMDEwAAACBwBBc5xN30AAAAASUVORK5CYII=",
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in Self.pictures {
      try #require(Data(base64Encoded: text)).write(to: folder.url.appendingPathComponent(name))
    }
    return folder
  }

  private struct Verdict: Decodable {
    var verdict: String
    var differing: Int
    var sizeDelta: [String: Int]
    var regions: [[String: Int]]
  }

  private func json(_ outcome: Tool.Outcome) throws -> Verdict {
    try JSONDecoder().decode(Verdict.self, from: Data(outcome.output.utf8))
  }

  @Test("the same image is status 0")
  func same() throws {
    let folder = try folder()
    let outcome = try Tool.run(["diff", "white.png", "white.png"], in: folder.url)
    #expect(outcome.status == 0 && outcome.output == "same: 4 pixels\n" && outcome.error.isEmpty)
  }

  @Test("a differing pixel is status 1, with its place and an image of it")
  func different() throws {
    let folder = try folder()
    let outcome = try Tool.run(
      ["diff", "white.png", "corner.png", "--json", "--output", "out/diff.png"], in: folder.url)
    let verdict = try json(outcome)
    #expect(outcome.status == 1 && verdict.verdict == "different" && verdict.differing == 1)
    #expect(verdict.regions == [["x": 1, "y": 1, "width": 1, "height": 1, "differing": 1]])
    let drawn = try Data(contentsOf: folder.url.appendingPathComponent("out/diff.png"))
    #expect(drawn.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test("an added white row is a verdict of its own, with the delta")
  func size() throws {
    let folder = try folder()
    let outcome = try Tool.run(["diff", "white.png", "tall.png", "--json"], in: folder.url)
    let verdict = try json(outcome)
    #expect(outcome.status == 1 && verdict.verdict == "size" && verdict.differing == 0)
    #expect(verdict.sizeDelta == ["width": 0, "height": 1])
  }

  @Test("masked boxes do not differ")
  func mask() throws {
    let folder = try folder()
    let outcome = try Tool.run(["diff", "white.png", "corner.png", "--mask", "1,1,1,1"], in: folder.url)
    #expect(outcome.status == 0 && outcome.output == "same: 3 pixels\n")
  }

  @Test("a file that is cut off, no image or not there is status 2, even where both are the same")
  func broken() throws {
    let folder = try folder()
    let whole = try Data(contentsOf: folder.url.appendingPathComponent("tall.png"))
    try whole.prefix(50).write(to: folder.url.appendingPathComponent("cut.png"))
    try folder.write("hello", to: "text.png")
    for file in ["cut.png", "text.png", "nowhere.png"] {
      let outcome = try Tool.run(["diff", file, file], in: folder.url)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.error.contains("error[") && outcome.error.contains(file))
    }
  }

  @Test(
    "wrong usage is status 2",
    arguments: [["--threshold", "1.5"], ["--threshold", "-1"], ["--mask", "1,2,3"], ["--mask", "0,0,0,5"]])
  func usage(options: [String]) throws {
    let folder = try folder()
    let outcome = try Tool.run(["diff", "white.png", "corner.png"] + options, in: folder.url)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
  }

  @Test(
    "pixels of real images are counted as another implementation counts them",
    .enabled(if: PixelVectors.folder != nil))
  func vectors() throws {
    let folder = try #require(PixelVectors.folder)
    let pair = try #require(try PixelVectors(in: folder).pairs.first)
    let files = [pair.first, pair.second].map { folder.appendingPathComponent($0).path }
    let options = ["--threshold", String(pair.threshold), "--json"]
    #expect(try json(Tool.run(["diff"] + files + options)).differing == pair.differing)
    let withAntialiased = try json(Tool.run(["diff"] + files + options + ["--count-antialiased"]))
    #expect(withAntialiased.differing == pair.differingWithAntialiased)
  }
}

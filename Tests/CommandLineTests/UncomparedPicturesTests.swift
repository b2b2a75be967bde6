import Foundation
import Support
import Testing

/// A comparison of two folders never passes by mistake.
@Suite("Images that were removed or not compared")
struct UncomparedPicturesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try put(Self.image(1), "before/a.png", "after/a.png")
  }

  private static func image(_ value: UInt8, chunks: [(kind: String, payload: [UInt8])] = []) -> [UInt8] {
    var png = HandmadePNG(width: 2, height: 2, chunks: chunks)
    png.filteredRows = [0, value, 9, 0, 9, value]
    return png.bytes
  }

  /// Returns a file with an animation chunk (PNG, third edition, 11.3.6.1).
  private static func animation(_ comment: String) -> [UInt8] {
    image(1, chunks: [("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), ("tEXt", Array("Comment\0\(comment)".utf8))])
  }

  private func put(_ bytes: [UInt8], _ paths: String...) throws {
    for path in paths {
      let file = url(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  private func url(_ path: String) -> URL { folder.url.appendingPathComponent(path) }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: url(path).path, withDestinationPath: target)
  }

  private func compare(_ more: String...) throws -> Tool.Outcome {
    try Tool.run(["compare", "--before", "before", "--after", "after"] + more, in: folder.url)
  }

  private func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

  // MARK: Removed images

  @Test("a removed image fails the run and is in every form of the report")
  func removed() throws {
    try put(Self.image(2), "before/gone.png")
    let outcome = try compare()
    #expect(outcome.status == 1 && outcome.output.contains("removed: gone.png"), "\(outcome)")
    #expect(outcome.output.contains("--allow-removed"))
    #expect(try text("output/review/summary.md").contains("### Removed images"))
    #expect(try text("output/review/summary.md").contains("`gone.png`"))
    let junit = try text("output/review/junit.xml")
    #expect(junit.contains(#"tests="2" failures="1""#) && junit.contains(#"name="gone.png""#), "\(junit)")
    let page = try text("output/review/site/index.js")
    #expect(page.contains("--allow-removed"))
    let comment = try Tool.run(["comment", "output"], in: folder.url)
    #expect(comment.output.contains("1 image removed**: `gone.png`") && !comment.output.contains("--prune"))
    let json = try compare("--json").output
    #expect(json.contains(#""removed":["gone.png"]"#) && json.contains(#""exitStatus":1"#), "\(json)")
  }

  @Test("--allow-removed lists removed images and ends with 0")
  func allowed() throws {
    try put(Self.image(2), "before/gone.png")
    let outcome = try compare("--allow-removed")
    #expect(outcome.status == 0 && outcome.output.contains("removed: gone.png"), "\(outcome)")
    #expect(try Tool.run(["compare", "--allow-removed"], in: folder.url).status == 2)
  }

  @Test("an empty folder after fails the run; a missing one, and two empty ones, are errors")
  func empty() throws {
    try FileManager.default.removeItem(at: url("after/a.png"))
    let outcome = try compare()
    #expect(outcome.status == 1 && outcome.error.contains("warning[pictures.empty]"), "\(outcome)")
    #expect(try compare("--allow-removed").status == 0)
    try FileManager.default.removeItem(at: url("before/a.png"))
    #expect(try compare("--allow-removed").status == 2)
    try FileManager.default.removeItem(at: url("after"))
    #expect(try compare("--allow-removed").status == 2)
  }

  // MARK: Not compared

  private func expectUncompared(_ words: String, _ more: String...) throws {
    let outcome = try Tool.run(["compare", "--before", "before", "--after", "after"] + more, in: folder.url)
    #expect(outcome.status == 2 && outcome.output.contains("not compared: "), "\(outcome)")
    #expect(outcome.output.contains(words), "\(outcome.output)")
    #expect(try text("output/review/junit.xml").contains("<error type=\"error\" message=\"not compared: "))
  }

  @Test("animated images whose bytes differ are not compared")
  func animated() throws {
    try put(Self.animation("one"), "before/b.png")
    try put(Self.animation("two"), "after/b.png")
    try expectUncompared("animated")
    try put(Self.animation("one"), "after/b.png")
    #expect(try compare().status == 0)
  }

  @Test(
    "formats that are not decoded are not compared", arguments: ["gif", "avif", "svg", "bmp", "tiff", "heic", "jxl"])
  func formats(ending: String) throws {
    try put([1, 2], "before/b.\(ending)")
    try put([1, 3], "after/b.\(ending)")
    try expectUncompared("images can't be decoded")
    try put([1, 2], "after/b.\(ending)")
    #expect(try compare().status == 0)
    try FileManager.default.removeItem(at: url("after/b.\(ending)"))
    #expect(try compare().status == 1)
  }

  @Test("a link is followed within its folder; others are not compared")
  func links() throws {
    try put(Self.image(3), "outside.png", "before/b.png", "after/real.png", "before/real.png")
    try link("after/b.png", to: "real.png")
    #expect(try compare().status == 0)
    try put(Self.image(4), "before/b.png")
    #expect(try compare().status == 1)
    try FileManager.default.removeItem(at: url("after/b.png"))
    try link("after/b.png", to: "../outside.png")
    try expectUncompared("symbolic link that leads out of the folder")
    try FileManager.default.removeItem(at: url("after/b.png"))
    try link("after/b.png", to: "nowhere.png")
    try expectUncompared("symbolic link to a file that does not exist")
  }

  @Test("a folder behind a link is compared, and one without an end is not")
  func linkedFolder() throws {
    try put(Self.image(3), "before/dark/c.png", "before/real/c.png")
    try put(Self.image(4), "after/real/c.png")
    try link("after/dark", to: "real")
    #expect(try compare().output.contains("3 cases: 1 identical, 2 different"))
    try link("after/loop", to: ".")
    try expectUncompared("symbolic link to a folder around it")
  }

  @Test("images of 16 bits per channel that look the same at 8 bits are not compared")
  func deep() throws {
    func image(_ low: UInt8) -> [UInt8] {
      var bytes = HandmadePNG(width: 1, height: 1)
      bytes.bitDepth = 16
      bytes.filteredRows = [0, 7, low]
      return bytes.bytes
    }
    try put(image(1), "before/b.png")
    try put(image(2), "after/b.png")
    try expectUncompared("16 bits per channel")
  }

  @Test("the same numbers with another color profile are not compared")
  func profiles() throws {
    try put(Self.image(2), "before/b.png")
    try put(Self.image(2, chunks: [("cICP", [9, 16, 0, 1])]), "after/b.png")
    try expectUncompared("color profiles")
    // Plain sRGB, declared in chunks.
    try put(Self.image(2, chunks: [("sRGB", [0]), ("gAMA", [0, 0, 0xB1, 0x8F])]), "after/b.png")
    #expect(try compare().status == 0)
  }

  @Test("a mask or a tolerance that lets everything pass compares nothing")
  func rules() throws {
    try put(Self.image(2), "after/a.png")
    try folder.write("masks:\n  - {rect: [0, 0, 9, 9], reason: all of it}\n", to: "pictures.yml")
    try expectUncompared("masks cover the entire image")
    for tolerance in ["pixels: 1", "threshold: 1", "count: 4"] {
      try folder.write("tolerances: {\(tolerance)}\n", to: "pictures.yml")
      try expectUncompared("the tolerance allows every pixel to differ")
    }
  }

  @Test("names that no case can have, and files that are not files, are not skipped")
  func names() throws {
    try put(Self.image(1), "before/x\\y.png", "after/x\\y.png")
    try expectUncompared("can't be the name of a case")
    try FileManager.default.removeItem(at: url("before/x\\y.png"))
    try FileManager.default.removeItem(at: url("after/x\\y.png"))
    try put(Self.image(1), "before/caf\u{E9}.png", "before/cafe\u{301}.png", "after/caf\u{E9}.png")
    try expectUncompared("twice, in two Unicode forms")
  }

  // MARK: Two files

  @Test("diff does not call two files the same whose difference it can't see")
  func diff() throws {
    try put(Self.animation("one"), "one.png")
    try put(Self.animation("two"), "two.png")
    let animated = try Tool.run(["diff", "one.png", "two.png"], in: folder.url)
    #expect(animated.status == 2 && animated.error.contains("animated"), "\(animated)")
    #expect(try Tool.run(["diff", "one.png", "one.png"], in: folder.url).status == 0)
    let masked = try Tool.run(["diff", "before/a.png", "two.png", "--mask", "0,0,2,2"], in: folder.url)
    #expect(masked.status == 2)
  }
}

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

  /// Returns an animation with a frame of 2 × 2 pixels for each value.
  private static func animation(_ values: UInt8..., milliseconds: Int = 100) -> [UInt8] {
    var png = HandmadePNG(width: 2, height: 2)
    let frames = values.map { [0, $0, 9, 0, 9, $0] }
    png.filteredRows = frames[0]
    png.furtherFrames = Array(frames.dropFirst())
    png.frameDuration = milliseconds
    return png.bytes
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

  @Test("--fail-on decides which verdicts fail, and the result counts the others")
  func failing() throws {
    try put(Self.image(2), "after/b.png")
    #expect(try compare("--fail-on", "new").status == 1)
    let passed = try compare("--fail-on", "removed")
    #expect(passed.status == 0 && passed.error.contains("passed, with 1 of 2 cases to review"), "\(passed)")
    #expect(try compare("--fail-on", "never").status == 2)
  }

  @Test("JUnit follows --fail-on: allowed differences are passed tests with their reasons")
  func junit() throws {
    try put(Self.image(2), "after/b.png", "before/gone.png", "before/c.png")
    try put(Self.image(3), "after/c.png")
    func junit(_ failing: String) throws -> String {
      _ = try compare("--fail-on", failing)
      return try text("output/review/junit.xml")
    }
    let new = try junit("new")
    #expect(new.contains(#"tests="3" failures="1" errors="0""#), "\(new)")
    #expect(new.contains(#"<failure type="new""#) && !new.contains(#"<failure type="different""#))
    #expect(new.contains("different, allowed by --fail-on: ") && new.contains("[[ATTACHMENT|"))
    let removed = try junit("removed")
    #expect(removed.contains(#"tests="4" failures="1""#), "\(removed)")
    #expect(removed.contains(#"<failure type="obsolete""#))
    #expect(removed.contains("new, allowed by --fail-on: no reference yet"))
    let all = try junit("different,new,removed")
    #expect(all.contains(#"tests="4" failures="3""#) && !all.contains("allowed by"), "\(all)")
  }

  @Test("--fail-on similar fails cases within the tolerance, in JUnit too")
  func similar() throws {
    try put(Self.image(3), "after/a.png")
    try folder.write("tolerances: {count: 3, threshold: 0.1}\n", to: "pictures.yml")
    #expect(try compare().status == 0)
    #expect(try text("output/review/junit.xml").contains(#"failures="0""#))
    #expect(try compare("--fail-on", "similar").status == 1)
    #expect(try text("output/review/junit.xml").contains(#"<failure type="similar""#))
  }

  @Test("the joined report of shards keeps their --fail-on")
  func failingShards() throws {
    try put(Self.image(2), "after/b.png")
    for part in 1...2 { _ = try compare("--shard", "\(part)/2", "--fail-on", "different", "--output", "part\(part)") }
    let merged = try Tool.run(["merge", "part1", "part2", "--output", "whole"], in: folder.url)
    #expect(merged.status == 0 && merged.output.contains("2 cases: 1 identical, 1 new"), "\(merged)")
    let junit = try text("whole/review/junit.xml")
    #expect(junit.contains(#"failures="0""#) && junit.contains("new, allowed by --fail-on"), "\(junit)")
  }

  @Test("shards of folders are joined, and the joined report is approved as it says")
  func shards() throws {
    try put(Self.image(2), "after/b.png")
    for part in 1...2 { _ = try compare("--shard", "\(part)/2", "--output", "part\(part)") }
    let merged = try Tool.run(["merge", "part1", "part2", "--output", "whole"], in: folder.url)
    #expect(merged.status == 1 && merged.output.contains("2 cases: 1 identical, 1 new"), "\(merged)")
    let command = try #require(merged.output.firstMatch(of: #/accept with: feedproof (.+)/#)?.1)
    #expect(try Tool.run(command.split(separator: " ").map(String.init), in: folder.url).status == 0)
    #expect(try compare().status == 0)
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

  @Test("all frames of an animation are compared: pixels, durations and their number")
  func animated() throws {
    try put(Self.animation(1, 2, 3), "before/b.png")
    let others: [([UInt8], String)] = [
      (Self.animation(1, 2, 99), "different: b.png"),
      (Self.animation(1, 2, 3, milliseconds: 250), "all frames are shown for 250 ms instead of 100 ms"),
      (Self.animation(1, 2, 7, 3), "1 frame inserted at frame 3"),
      (Self.animation(1, 3), "1 frame removed at frame 2"),
      (Self.image(1), "2 frames removed at frame 2"),
    ]
    for (other, words) in others {
      try put(other, "after/b.png")
      let outcome = try compare()
      #expect(outcome.status == 1 && outcome.output.contains(words), "\(outcome)")
      #expect(try Tool.run(["diff", "before/b.png", "after/b.png"], in: folder.url).status == 1)
    }
    try put(Self.animation(1, 2, 3), "after/b.png")
    #expect(try compare().status == 0)
  }

  @Test("an animation whose frames are not all there is not compared")
  func brokenAnimation() throws {
    try put(Self.animation(1, 2), "before/b.png")
    try put(Self.image(1, chunks: [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]), "after/b.png")
    try expectUncompared("the image after: corrupt PNG: it states 2 frames and has 0")
  }

  @Test(
    "formats that are not decoded are not compared", arguments: ["avif", "svg", "bmp", "tiff", "heic", "jxl"])
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
    try expectUncompared("symbolic link to a parent folder")
  }

  @Test("a difference of less than a level of 8 bits is similar, and stated; one of a level is different")
  func deep() throws {
    func image(_ low: UInt8) -> [UInt8] {
      var bytes = HandmadePNG(width: 1, height: 1)
      bytes.bitDepth = 16
      bytes.filteredRows = [0, 7, low]
      return bytes.bytes
    }
    try put(image(1), "before/b.png")
    try put(image(2), "after/b.png")
    let outcome = try compare()
    #expect(outcome.status == 0 && outcome.output.contains("2 cases: 1 identical, 1 similar"), "\(outcome)")
    #expect(try text("output/review/report.json").contains("1 pixel differs by at most 1 of 65535"))
    let diff = try Tool.run(["diff", "before/b.png", "after/b.png"], in: folder.url)
    #expect(diff.status == 0 && diff.output.hasPrefix("within the threshold of 0.1: 1 pixel differs"), "\(diff)")
    try put(image(255), "after/b.png")
    #expect(try compare().status == 1)
  }

  @Test("the same numbers with another gamma look different, and that is the cause")
  func gamma() throws {
    try put(Self.image(90), "before/b.png")
    try put(Self.image(90, chunks: [("gAMA", [0, 1, 0x86, 0xA0])]), "after/b.png")
    let outcome = try compare()
    #expect(outcome.status == 1 && outcome.output.contains("color profile: sRGB → gamma 1.0"), "\(outcome)")
    let diff = try Tool.run(["diff", "before/b.png", "after/b.png"], in: folder.url)
    #expect(diff.status == 1 && diff.output.contains("the color profiles differ: sRGB → gamma 1.0"), "\(diff)")
  }

  @Test("the same look with other numbers is similar")
  func sameLook() throws {
    // Linear light: 0.2140 is 55 of 255 and, in sRGB, 128.
    var plain = HandmadePNG(width: 2, height: 2)
    plain.filteredRows = [0, 128, 255, 0, 255, 128]
    try put(plain.bytes, "before/b.png")
    var linear = HandmadePNG(width: 2, height: 2, chunks: [("gAMA", [0, 1, 0x86, 0xA0])])
    linear.filteredRows = [0, 55, 255, 0, 255, 55]
    try put(linear.bytes, "after/b.png")
    let outcome = try compare()
    #expect(outcome.status == 0 && outcome.output.contains("1 similar"), "\(outcome)")
    #expect(try text("output/review/report.json").contains("colors look the same"))
  }

  @Test("a profile of high dynamic range is not compared")
  func profiles() throws {
    try put(Self.image(2), "before/b.png")
    try put(Self.image(2, chunks: [("cICP", [9, 16, 0, 1])]), "after/b.png")
    try expectUncompared("color profiles")
    // Plain sRGB, declared in chunks.
    try put(Self.image(2, chunks: [("sRGB", [0]), ("gAMA", [0, 0, 0xB1, 0x8F])]), "after/b.png")
    #expect(try compare().status == 0)
  }

  @Test(
    "what is no image is named, with its side",
    arguments: [
      ("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n", "a Git LFS pointer", "git lfs pull"),
      ("<!DOCTYPE html><p>404</p>", "an HTML page", "download"), ("", "the file before is empty", "again"),
      ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", "text in base64", "base64 -d"),
      ("data:image/png;base64,AAAA", "a data: address", "base64"), ("{\"error\": 500}", "text", "first line"),
    ])
  func noImages(content: String, words: String, hint: String) throws {
    try put(Array(content.utf8), "before/b.png")
    try put(Self.image(4), "after/b.png")
    let outcome = try compare()
    #expect(outcome.status == 2 && outcome.output.contains(words), "\(outcome)")
    #expect(outcome.error.contains(hint) && (outcome.output + outcome.error).contains("before"), "\(outcome)")
    // The good side is shown, and can replace the broken one.
    #expect(FileManager.default.fileExists(atPath: url("output/review/actual/b.png").path))
    let approved = try Tool.run(["approve", "--before", "before", "b.png"], in: folder.url)
    #expect(approved.status == 0, "\(approved)")
    #expect(try compare().status == 0)
  }

  @Test(
    "a PNG whose line endings were converted is named",
    arguments: [[0x0A, 0x1A, 0x0A], [0x0D, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A]])
  func lineEndings(ending: [UInt8]) throws {
    try put(Self.image(4), "before/b.png")
    try put([0x89, 0x50, 0x4E, 0x47] + ending + Self.image(4).dropFirst(8), "after/b.png")
    let outcome = try compare()
    #expect(outcome.status == 2 && outcome.output.contains("the file after is a PNG whose line endings"), "\(outcome)")
    #expect(outcome.error.contains(".gitattributes"))
    // A broken new image can't be approved.
    #expect(try Tool.run(["approve", "--before", "before", "b.png"], in: folder.url).status == 2)
  }

  @Test("patterns that match nothing and masks outside of their images are reported")
  func staleMasks() throws {
    try folder.write(
      """
      tolerances:
        - {pictures: "a.png", count: 0}
        - {pictures: "gone*", count: 1}
      masks:
        - {pictures: "b", rect: [0, 0, 1, 1], reason: clock}
        - {rect: [7, 0, 1, 1], reason: ad}

      """, to: "pictures.yml")
    let error = try compare().error
    #expect(error.contains("the pattern \"gone*\" matches no image"), "\(error)")
    #expect(error.contains("the pattern \"b\" matches no image") && !error.contains("\"a.png\" matches"))
    #expect(error.contains("the mask 7, 0, 1 × 1 is outside of a.png"), "\(error)")
    try folder.write("masks:\n  - {rect: [0, 0, 0, 9], reason: x}\n", to: "pictures.yml")
    #expect(try compare().status == 2)
  }

  @Test("a size may differ by as many pixels as pictures.yml allows")
  func sizes() throws {
    var taller = HandmadePNG(width: 2, height: 3)
    taller.filteredRows = [0, 1, 9, 0, 9, 1, 0, 5, 5]
    try put(Self.image(1), "before/b.png")
    try put(taller.bytes, "after/b.png")
    #expect(try compare().status == 1)
    try folder.write("tolerances: {size: 1}\n", to: "pictures.yml")
    let outcome = try compare()
    #expect(outcome.status == 0 && outcome.output.contains("1 similar"), "\(outcome)")
    try folder.write("tolerances:\n  - {pictures: \"a*\", size: 1}\n", to: "pictures.yml")
    #expect(try compare().status == 1)
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

  @Test("diff does not call two files the same whose difference it passes or can't see")
  func diff() throws {
    try put(Self.image(200), "one.png")
    try put(Self.image(190), "two.png")
    let within = try Tool.run(["diff", "one.png", "two.png"], in: folder.url)
    #expect(within.status == 0, "\(within)")
    #expect(within.output.hasPrefix("within the threshold of 0.1: 2 pixels differ by at most 0.0"), "\(within)")
    let json = try Tool.run(["diff", "one.png", "two.png", "--json"], in: folder.url).output
    #expect(json.contains("\"similar\"") && json.contains("\"within\""), "\(json)")
    #expect(try Tool.run(["diff", "one.png", "two.png", "--threshold", "0"], in: folder.url).status == 1)
    #expect(try Tool.run(["diff", "one.png", "one.png"], in: folder.url).output.hasPrefix("same: "))
    let masked = try Tool.run(["diff", "before/a.png", "two.png", "--mask", "0,0,2,2"], in: folder.url)
    #expect(masked.status == 2)
  }
}

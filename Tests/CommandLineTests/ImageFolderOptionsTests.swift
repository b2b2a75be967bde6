import Foundation
import Support
import Testing

/// Options and rules of comparisons of image folders.
@Suite("A comparison of image folders")
struct ImageFolderOptionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try put(1, "before/same.png", "after/same.png")
  }

  private static func image(_ value: UInt8) -> [UInt8] {
    var png = HandmadePNG(width: 2, height: 2)
    png.filteredRows = [0, value, 9, 0, 9, value]
    return png.bytes
  }

  private func put(_ value: UInt8, _ paths: String...) throws {
    for path in paths { try put(Self.image(value), path) }
  }

  private func put(_ bytes: [UInt8], _ path: String) throws {
    let file = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  private func diff(_ words: String...) throws -> Tool.Outcome { try Tool.run(["diff"] + words, in: folder.url) }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  // MARK: Names

  @Test("names an image that moved to another path with the same bytes, and approves it there")
  func renamed() throws {
    try put(7, "before/old.png", "after/sub/new.png")
    let outcome = try diff("before", "after")
    #expect(outcome.output.contains("sub/new.png: renamed from old.png: the files have the same bytes"), "\(outcome)")
    #expect(outcome.status == 1 && outcome.output.contains("removed: old.png"))
    #expect(try Tool.run(["approve", "--before", "before", "sub/new.png"], in: folder.url).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("before/sub/new.png").path))
  }

  @Test("hints at names that differ in case alone")
  func letterCase() throws {
    try put(7, "before/Button.png", "after/button.png")
    let words = "button.png: Button.png has the same name but for upper and lower case"
    #expect(try diff("before", "after").output.contains(words))
  }

  @Test("doesn't call another machine's image of the same name renamed")
  func variants() throws {
    try put(7, "before/login-darwin.png", "after/login-linux.png")
    let output = try diff("before", "after").output
    #expect(output.contains("no reference for linux yet; there is darwin") && !output.contains("perhaps renamed"))
  }

  @Test("reports a name that is not in UTF-8, and compares the rest")
  func nameEncoding() throws {
    for side in ["before", "after"] {
      let parent = "\(folder.url.path)/\(side)/".utf8CString.dropLast()
      let path = parent + [0x61, CChar(bitPattern: 0xE9)] + ".png".utf8CString
      let file = try #require(Array(path).withUnsafeBufferPointer { fopen($0.baseAddress, "w") })
      _ = Self.image(side == "before" ? 3 : 4).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
      fclose(file)
    }
    let outcome = try diff("before", "after")
    #expect(outcome.status == 2 && outcome.output.contains("the file's name is not in UTF-8"), "\(outcome)")
    #expect(outcome.output.contains("1 identical"))
  }

  // MARK: Attempts

  @Test("folds attempts of a test into one image, and reports different results as flaky")
  func attempts() throws {
    for (retry, value) in [("", 5), ("-retry1", 6), ("-retry2", 5)] as [(String, UInt8)] {
      try put(1, "results/cart\(retry)/page-expected.png")
      try put(value, "results/cart\(retry)/page-actual.png")
    }
    let outcome = try diff("results")
    #expect(outcome.output.contains("1 case: 1 different"), "\(outcome.output)")
    #expect(outcome.output.contains("flaky: 3 attempts gave 2 different images"))
    #expect(outcome.error.contains("warning[pictures.flaky]: cart/page-expected.png"))
  }

  @Test("reports a test as flaky that passed when it ran again")
  func passedRetry() throws {
    try put(1, "results/cart/page-expected.png")
    try put(5, "results/cart/page-actual.png")
    try put([], "results/cart-retry1/trace.zip")
    #expect(try diff("results").output.contains("flaky: attempt 2 passed after 1 failed attempt"))
  }

  @Test(
    "numbers attempts as the tool does",
    arguments: [
      (["b~ref_0.png", "b~current_0.png", "b~ref_1.png", "b~current_1.png"], "b~ref_0.png"),
      (["b-expect-1.png", "b-actual-1.png", "b-expect-2.png", "b-actual-2.png"], "b-expect-1.png"),
      (
        [
          "baseline/b.png", "comparison/b.png", "baseline/b (attempt 2).png", "comparison/b (attempt 2).png",
        ], "baseline/b.png"
      ),
    ])
  func numberedAttempts(_ paths: [String], _ id: String) throws {
    for (index, path) in paths.enumerated() { try put(UInt8(index), "results/\(path)") }
    let outcome = try diff("results")
    #expect(outcome.output.contains("1 case: 1 different") && outcome.output.contains("different: \(id)"), "\(outcome)")
    #expect(outcome.output.contains("flaky: 2 attempts gave 2 different images"))
  }

  // MARK: Verdicts

  @Test(
    "--fail-on chooses the verdicts that end with status 1; errors always end with 2",
    arguments: [
      (["different"], 1), (["new"], 1), (["removed"], 1), (["similar"], 0), (["new,removed"], 1), (["error"], 0),
    ])
  func failOn(_ verdicts: [String], _ status: Int32) throws {
    try put(1, "before/a.png", "before/gone.png")
    try put(2, "after/a.png", "after/new.png")
    let outcome = try Tool.run(["diff", "before", "after", "--fail-on"] + verdicts, in: folder.url)
    #expect(outcome.status == status && outcome.output.contains("4 cases"), "\(outcome)")
    try put([1, 2, 3], "after/broken.png")
    #expect(try Tool.run(["diff", "before", "after", "--fail-on"] + verdicts, in: folder.url).status == 2)
  }

  @Test("an unknown verdict is an error that lists the known ones")
  func unknownVerdict() throws {
    let outcome = try diff("before", "after", "--fail-on", "worse")
    #expect(outcome.status != 0 && outcome.error.contains("different, new, removed, similar"), "\(outcome)")
  }

  // MARK: Shards

  @Test("joined shards give the report of one run, and its status")
  func shards() throws {
    for index in 0..<5 {
      try put(UInt8(index), "before/\(index).png")
      try put(UInt8(index % 2 == 0 ? index : index + 9), "after/\(index).png")
    }
    try put(3, "before/gone.png")
    #expect(try diff("before", "after", "--output", "whole").status == 1)
    for index in 1...2 { _ = try diff("before", "after", "--shard", "\(index)/2", "--output", "part\(index)") }
    let merged = try Tool.run(["merge", "part1", "part2", "--output", "joined"], in: folder.url)
    #expect(merged.status == 1 && merged.output.contains("removed: gone.png"), "\(merged)")
    func report(_ folder: String) throws -> String {
      try text("\(folder)/review/report.json").replacingOccurrences(of: "--output \(folder) ", with: "")
        .replacingOccurrences(of: "../../before/", with: "")
    }
    #expect(try report("joined") == report("whole"))
    #expect(try text("joined/review/reg.json") == text("whole/review/reg.json"))
    let approved = try Tool.run(["approve", "--before", "before", "--output", "joined", "1.png"], in: folder.url)
    #expect(approved.status == 0, "\(approved)")
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("before/1.png")) == Data(Self.image(10)))
  }

  // MARK: Broken files

  @Test("a broken file that both folders have is an error, however equal its bytes are")
  func brokenOnBothSides() throws {
    let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n".utf8)
    let image = Self.image(8)
    for (name, bytes, words) in [
      ("pointer", pointer, "the file before and after is a Git LFS pointer"),
      ("cut", Array(image.dropLast(20)), "the image before and after"),
      ("empty", [], "the file before and after is empty"),
    ] {
      for side in ["before", "after"] { try put(bytes, "\(side)/\(name).png") }
      let outcome = try diff("before", "after", "--only", "\(name).png")
      #expect(outcome.status == 2 && outcome.error.contains(words), "\(outcome)")
    }
  }

  // MARK: Rules

  @Test("a viewport limits the comparison to a part of the images")
  func viewport() throws {
    try put(1, "before/a.png")
    try put(2, "after/a.png")
    // The images differ in the top left and the bottom right pixel.
    try Data("viewports:\n  - {pictures: a.png, region: [1, 0, 1, 1]}\n".utf8)
      .write(to: folder.url.appendingPathComponent("pictures.yml"))
    #expect(try diff("before", "after").status == 0)
    try Data("viewports:\n  - {pictures: a.png, region: [0, 0, 2, 1]}\n".utf8)
      .write(to: folder.url.appendingPathComponent("pictures.yml"))
    #expect(try diff("before", "after").status == 1)
    try Data("viewports:\n  - {region: [0, 0, 0, 1]}\n".utf8)
      .write(to: folder.url.appendingPathComponent("pictures.yml"))
    #expect(try diff("before", "after").error.contains("a viewport must be {region"))
  }
}

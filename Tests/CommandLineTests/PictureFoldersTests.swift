import Foundation
import Support
import Testing

/// Images from other tools: two folders, one folder of a tool, and decisions.
@Suite("compare --before --after")
struct PictureFoldersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "deep/c", "same", "gone"] { try draw("before/\(name).png") }
    for name in ["a", "b", "deep/c"] { try draw("after/\(name).png", band: 12) }
    try draw("after/same.png")
    try draw("after/new.png", band: 4)
  }

  /// Draws stripes of different colors, with a band of extra rows at row 20.
  private func draw(_ path: String, band: Int = 0) throws {
    let (width, height) = (24, 40)
    var pixels: [UInt8] = []
    for row in 0..<height {
      if row == 20 {
        for _ in 0..<band * width { pixels += [20, 90, 200, 255] }
      }
      for column in 0..<width {
        let blue = row * column % 251
        pixels += [UInt8(row * 5), UInt8(column * 9), UInt8(blue), 255]
      }
    }
    let data = PlainPNG.bytes(width: width, height: height + band, pixels)
    let file = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> Tool.Outcome { try Tool.run(arguments, in: folder.url) }

  @discardableResult
  private func compare(_ more: String...) throws -> Tool.Outcome {
    try Tool.run(["compare", "--before", "before", "--after", "after"] + more, in: folder.url)
  }

  private func data(_ path: String) throws -> Data { try Data(contentsOf: folder.url.appendingPathComponent(path)) }

  private func json(_ path: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data(path)) as? [String: Any])
  }

  @Test("the longest name of a file is compared like any other", arguments: [247, 248])
  func longestName(stem: Int) throws {
    let name = String(repeating: "x", count: stem)
    for (side, band) in [("before", 0), ("after", 12)] {
      let file = folder.url.appendingPathComponent("\(side)/\(name).webp")
      try draw("\(side)/long.png", band: band)
      try FileManager.default.moveItem(at: folder.url.appendingPathComponent("\(side)/long.png"), to: file)
    }
    let told = try compare()
    #expect(told.status == 1, "\(told)")
    #expect(told.output.contains("7 cases: 1 identical, 4 different, 1 new, 1 obsolete"), "\(told)")
  }

  @Test(
    "Images of an unreadable subfolder fail under the subfolder's name; the others are compared",
    .enabled(if: UnprivilegedTool.isAvailable, "no user but root can run the tool"))
  func unreadableSubfolder() throws {
    let outcome = try UnprivilegedTool.closing("after/deep", in: folder.url) {
      try UnprivilegedTool.run(["compare", "--before", "before", "--after", "after"], in: folder.url)
    }
    #expect(outcome.status == 2)
    #expect((outcome.output + outcome.error).contains("after/deep"), "\(outcome)")
    #expect(outcome.output.contains("6 cases"), "\(outcome)")
  }

  @Test("one change of three images is reported once, with the command that accepts it")
  func once() throws {
    let told = try compare()
    #expect(told.status == 1)
    #expect(told.output.contains("different: 3 cases, 12 px inserted"), "\(told)")
    #expect(told.output.contains("12 px inserted at y 20; the rest is equal"))
    #expect(told.output.contains("accept with: feedproof approve --before before c"))
    #expect(told.output.contains("6 cases: 1 identical, 3 different, 1 new, 1 obsolete"))
  }

  @Test("report, JUnit, Markdown and reg.json report the same cases")
  func reports() throws {
    try compare()
    let report = try json("output/review/report.json")
    let counts = try #require(report["counts"] as? [String: Int])
    #expect(counts["different"] == 3 && counts["new"] == 1 && counts["identical"] == 1 && counts["obsolete"] == 1)
    let reg = try json("output/review/reg.json")
    #expect(reg["failedItems"] as? [String] == ["a.png", "b.png", "deep/c.png"])
    #expect(reg["newItems"] as? [String] == ["new.png"] && reg["deletedItems"] as? [String] == ["gone.png"])
    #expect(reg["passedItems"] as? [String] == ["same.png"])
    #expect(reg["diffItems"] as? [String] == ["a.png", "b.png", "deep/c.png"])
    #expect(reg["actualDir"] as? String == "../../after" && reg["expectedDir"] as? String == "../../before")
    let junit = String(decoding: try data("output/review/junit.xml"), as: UTF8.self)
    #expect(junit.contains(#"tests="6" failures="5""#), "\(junit)")
    #expect(String(decoding: try data("output/review/summary.md"), as: UTF8.self).contains("12 px inserted"))
    for file in ["index.html", "actual/a.png", "expected/a.png", "diff/deep/c.png", "actual/new.png"] {
      #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("output/review/\(file)").path))
    }
  }

  @Test("approving copies the new image over the old one, and nothing else")
  func approve() throws {
    try compare()
    let old = try data("before/b.png")
    let told = try run("approve", "--before", "before", "a.png", "new.png")
    #expect(told.status == 0 && told.output.contains("approved 2 baselines"), "\(told)")
    #expect(try data("before/a.png") == data("after/a.png") && data("before/new.png") == data("after/new.png"))
    #expect(try data("before/b.png") == old)
    let there = try FileManager.default.subpathsOfDirectory(atPath: folder.url.appendingPathComponent("before").path)
    #expect(there.sorted() == ["a.png", "b.png", "deep", "deep/c.png", "gone.png", "new.png", "same.png"])
    #expect(try compare().output.contains("6 cases: 3 identical, 2 different, 1 obsolete"))
    let refused = try run("approve", "--before", "before", "--environment")
    #expect(refused.status == 2 && refused.error.contains("pictures.approve"))
    let pruned = try run("approve", "--before", "before", "--prune")
    #expect(pruned.status == 0 && pruned.output.contains("removed 1"), "\(pruned)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("before/gone.png").path))
  }

  @Test("an image that is not the one that was compared is not approved")
  func changedMeanwhile() throws {
    try compare()
    let old = try data("before/a.png")
    try folder.write("other", to: "output/review/actual/a.png")
    let told = try run("approve", "--before", "before", "--all")
    #expect(told.status == 2 && told.error.contains("approve.other-picture"))
    #expect(try data("before/a.png") == old)
  }

  @Test("a single folder of a tool is recognized")
  func tool() throws {
    try draw("results/login-expected.png")
    try draw("results/login-actual.png", band: 3)
    try draw("results/login-diff.png", band: 9)
    let told = try run("compare", "--snapshots", "results")
    #expect(told.status == 1 && told.error.contains("results: Playwright's: 1 pair"), "\(told)")
    #expect(told.output.contains("3 px inserted at y 20") && told.output.contains("1 case: 1 different"))
  }

  @Test("images.yml says what may differ and what is not compared")
  func rules() throws {
    try folder.write(
      "masks:\n  - {pictures: 'a*', rect: [0, 0, 24, 99], reason: the clock}\ntolerances: {count: 0}\n",
      to: "pictures.yml")
    let told = try compare("--only", "a.png")
    // The mask hides colors, but not the changed height.
    #expect(told.status == 1 && told.output.contains("12 px inserted"), "\(told)")
  }

  @Test(
    "rules that can't be followed are refused with their place, not passed over",
    arguments: [
      ("masks:\n  - {rect: [0, 0], reason: the clock}\n", "pictures.yml:2:5"),
      ("masks:\n  - {picture: 'a*', rect: [0, 0, 9, 9], reason: the clock}\n", "pictures.yml:2:6"),
      ("masks: {rect: [0, 0, 9, 9], reason: the clock}\n", "pictures.yml:1:8"),
    ])
  func wrongRules(rules: String, place: String) throws {
    try folder.write(rules, to: "pictures.yml")
    let wrong = try compare()
    #expect(wrong.status == 2 && wrong.error.contains(place), "\(wrong)")
  }

  @Test("a broken image is an error of its case alone")
  func broken() throws {
    try folder.write("no picture", to: "after/a.png")
    let told = try compare()
    #expect(told.status == 2 && told.output.contains("1 error") && told.output.contains("2 different"), "\(told)")
  }

  @Test(
    "options that images have nothing to do with are refused",
    arguments: [
      ["--before", "before"], ["--before", "before", "--after", "after", "--force"],
      ["--before", "before", "--after", "after", "--locale", "en"], ["--before", "x", "--snapshots", "y"],
    ])
  func otherOptions(_ words: [String]) throws {
    #expect(try Tool.run(["compare"] + words, in: folder.url).status == 2)
  }
}

/// An uncompressed RGBA image.
enum PlainPNG {
  static func bytes(width: Int, height: Int, _ pixels: [UInt8]) -> Data {
    var png = HandmadePNG(width: width, height: height)
    png.colorType = 6
    var rows: [UInt8] = []
    for row in 0..<height {
      rows.append(0)
      rows += pixels[(row * width * 4)..<((row + 1) * width * 4)]
    }
    png.filteredRows = rows
    return Data(png.bytes)
  }
}

/// The served review of two folders.
@Suite("serve --before")
struct ServedPicturesTests: ServedReview {
  @Test("approving on the page copies the image, and taking it back puts the old one there again")
  func approve() async throws {
    let project = try ProofProject()
    func pixels(_ value: UInt8) -> Data {
      let pixel: [UInt8] = [value, 0, 0, 255]
      return PlainPNG.bytes(width: 2, height: 2, pixel + pixel + pixel + pixel)
    }
    for (path, value) in [("old/a.png", UInt8(1)), ("new/a.png", 2), ("new/b.png", 3)] {
      let file = project.folder.url.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try pixels(value).write(to: file)
    }
    #expect(try project.run("compare", "--before", "old", "--after", "new", "--quiet").status == 1)
    let old = project.folder.url.appendingPathComponent("old")
    _ = try await serving(project, ["output", "--before", "old"]) { client, _ in
      let answer = try await decide(
        client, #"{"case": "a.png", "decision": "approve"}, {"case": "b.png", "decision": "approve"}"#)
      #expect(answer.status == 200)
      #expect(try Data(contentsOf: old.appendingPathComponent("a.png")) == pixels(2))
      #expect(try Data(contentsOf: old.appendingPathComponent("b.png")) == pixels(3))
      #expect(try await undo(client, ["a.png", "b.png"]).status == 200)
      #expect(try Data(contentsOf: old.appendingPathComponent("a.png")) == pixels(1))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: old.path) == ["a.png"])
  }
}

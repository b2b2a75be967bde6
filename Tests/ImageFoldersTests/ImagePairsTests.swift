import Diagnostics
import Foundation
import ImageFolders
import Support
import Testing

/// Pairs of images in the folder layouts of snapshot testing tools.
@Suite struct ImagePairsTests {
  private func pairs(_ paths: [String]) throws -> ImagePairs {
    let folder = try TemporaryFolder()
    for path in paths { try folder.write("x", to: path) }
    return try ImagePairs(in: folder.url) { _ in }
  }

  private func told(_ pairs: ImagePairs) -> [String] {
    pairs.pairs.map { "\($0.id): \($0.before?.text ?? "-") \($0.after?.text ?? "-")" }
  }

  @Test(
    "a tool's folder is known by how it calls its images; differences and sheets are none",
    arguments: [
      (
        "Playwright", ["t/login-actual.png", "t/login-diff.png", "t/login-expected.png", "t/login-previous.png"],
        "t/login-expected.png: t/login-expected.png t/login-actual.png"
      ),
      (
        "Flutter",
        [
          "failures/a_isolatedDiff.png", "failures/a_maskedDiff.png", "failures/a_masterImage.png",
          "failures/a_testImage.png",
        ],
        "failures/a_masterImage.png: failures/a_masterImage.png failures/a_testImage.png"
      ),
      (
        "Roborazzi",
        [
          "p.Feed.dark.png", "p.Feed.dark_actual.png", "p.Feed.dark_compare.png", "p.Feed.dark.annotated.png",
          "p.Feed.light.png",
        ],
        "p.Feed.dark.png: p.Feed.dark.png p.Feed.dark_actual.png"
      ),
      (
        "Paparazzi",
        [
          "src/test/snapshots/images/p_Feed_dark.png", "build/paparazzi/failures/p_Feed_dark.png",
          "build/paparazzi/failures/delta-p_Feed_dark.png",
        ],
        "src/test/snapshots/images/p_Feed_dark.png: src/test/snapshots/images/p_Feed_dark.png build/paparazzi/failures/p_Feed_dark.png"
      ),
      (
        "reg-cli", ["actual/a.png", "diff/a.png", "expected/a.png"], "expected/a.png: expected/a.png actual/a.png"
      ),
      (
        "BackstopJS",
        [
          "bitmaps_reference/f_a_0.png", "bitmaps_test/20260312-1/f_a_0.png", "bitmaps_test/20260313-1/f_a_0.png",
          "bitmaps_test/20260313-1/failed_diff_f_a_0.png",
        ],
        "bitmaps_reference/f_a_0.png: bitmaps_reference/f_a_0.png bitmaps_test/20260313-1/f_a_0.png"
      ),
      (
        "swift-snapshot-testing",
        ["Tests/__Snapshots__/FeedTests/testFeed.1.png", "artifacts/FeedTests/testFeed.1.png"],
        "Tests/__Snapshots__/FeedTests/testFeed.1.png: Tests/__Snapshots__/FeedTests/testFeed.1.png artifacts/FeedTests/testFeed.1.png"
      ),
      (
        "jest-image-snapshot",
        [
          "__image_snapshots__/a-1-snap.png", "__image_snapshots__/__diff_output__/a-1-diff.png",
          "__image_snapshots__/__received_output__/a-1-received.png",
        ],
        "__image_snapshots__/a-1-snap.png: __image_snapshots__/a-1-snap.png __image_snapshots__/__received_output__/a-1-received.png"
      ),
      (
        "iOSSnapshotTestCase", ["T/diff_a@2x.png", "T/failed_a@2x.png", "T/reference_a@2x.png"],
        "T/reference_a@2x.png: T/reference_a@2x.png T/failed_a@2x.png"
      ),
      (
        "Lost Pixel", [".lostpixel/baseline/a.png", ".lostpixel/current/a.png", ".lostpixel/difference/a.png"],
        "baseline/a.png: baseline/a.png current/a.png"
      ),
      (
        "WebdriverIO", ["actual/desktop/a.png", "baseline/desktop/a.png", "diff/desktop/a.png"],
        "baseline/desktop/a.png: baseline/desktop/a.png actual/desktop/a.png"
      ),
      (
        "cypress-image-diff", ["baseline/a.cy-b.png", "comparison/a.cy-b.png", "diff/a.cy-b.png"],
        "baseline/a.cy-b.png: baseline/a.cy-b.png comparison/a.cy-b.png"
      ),
      (
        "cypress-visual-regression", ["actual/a.cy.ts/b.png", "base/a.cy.ts/b.png", "diff/a.cy.ts/b.png"],
        "base/a.cy.ts/b.png: base/a.cy.ts/b.png actual/a.cy.ts/b.png"
      ),
      (
        "cypress-plugin-visual-regression-diff", ["s/a-#0.actual.png", "s/a-#0.diff.png", "s/a-#0.png"],
        "s/a-#0.png: s/a-#0.png s/a-#0.actual.png"
      ),
      (
        "Vitest",
        ["t/hero-actual-chromium-linux.png", "t/hero-diff-chromium-linux.png", "t/hero-reference-chromium-linux.png"],
        "t/hero-reference-chromium-linux.png: t/hero-reference-chromium-linux.png t/hero-actual-chromium-linux.png"
      ),
      (
        "Creevey", ["B/chrome/B-actual-1.png", "B/chrome/B-diff-1.png", "B/chrome/B-expect-1.png"],
        "B/chrome/B-expect-1.png: B/chrome/B-expect-1.png B/chrome/B-actual-1.png"
      ),
      (
        "Testplane", ["a/chrome~current_0.png", "a/chrome~diff_0.png", "a/chrome~ref_0.png"],
        "a/chrome~ref_0.png: a/chrome~ref_0.png a/chrome~current_0.png"
      ),
      (
        "Compose Preview",
        [
          "build/outputs/screenshotTest-results/preview/debug/diffs/x/H_0.png",
          "build/outputs/screenshotTest-results/preview/debug/rendered/x/H_0.png",
          "src/debug/screenshotTest/reference/x/H_0.png",
        ],
        "src/debug/screenshotTest/reference/x/H_0.png: src/debug/screenshotTest/reference/x/H_0.png build/outputs/screenshotTest-results/preview/debug/rendered/x/H_0.png"
      ),
      (
        "Shot",
        [
          "build/reports/shot/debug/verification/images/a.png",
          "build/reports/shot/debug/verification/images/recorded/a.png", "screenshots/a.png",
        ], "screenshots/a.png: screenshots/a.png build/reports/shot/debug/verification/images/a.png"
      ),
      (
        "Loki", [".loki/current/a.png", ".loki/difference/a.png", ".loki/reference/a.png"],
        "reference/a.png: reference/a.png current/a.png"
      ),
    ])
  func shapes(_ tool: String, _ paths: [String], _ pair: String) throws {
    let found = try pairs(paths)
    #expect(found.shape == "\(tool)'s: 1 pair")
    #expect(told(found) == [pair])
  }

  @Test("anything that is new is where its old image would")
  func new() throws {
    let found = try pairs(["expected/a.png", "actual/a.png", "actual/b.png", "expected/c.png"])
    #expect(
      told(found) == [
        "expected/a.png: expected/a.png actual/a.png", "expected/b.png: - actual/b.png",
        "expected/c.png: expected/c.png -",
      ])
    #expect(
      told(try pairs(["a.png", "a_actual.png", "b_actual.png"])) == [
        "a.png: a.png a_actual.png", "b.png: - b_actual.png",
      ])
  }

  @Test("a folder of sheets alone, and one in no known shape, are reported")
  func unknown() throws {
    let sheets = #expect(throws: Diagnostic.self) { try pairs(["failures/delta-a.png"]) }
    #expect(sheets?.code == "pictures.shape" && sheets?.message.contains("Paparazzi") == true)
    let plain = #expect(throws: Diagnostic.self) { try pairs(["a.png", "b.png"]) }
    #expect(plain?.hint == "pass two folders: feedproof diff BEFORE AFTER")
    #expect(throws: Diagnostic.self) { try pairs(["a.txt"]) }
  }

  @Test("a sheet whose images are missing is a case that fails, and a sheet of equal images is none")
  func loneSheets() throws {
    for (sheet, others) in [
      ("b-diff.png", ["a-expected.png", "a-actual.png"]),
      ("b-diff.png", ["a-expected.png", "a-actual.png", "b-expected.png"]),
      ("failures/delta-b.png", ["snapshots/images/a.png", "failures/a.png"]),
      (
        "__image_snapshots__/__diff_output__/b-1-diff.png",
        [
          "__image_snapshots__/a-1-snap.png", "__image_snapshots__/__received_output__/a-1-received.png",
        ]
      ),
    ] {
      let found = try pairs(others + [sheet]).pairs.filter { $0.obstacle != nil }
      #expect(found.map(\.id) == [sheet] && found.first?.obstacle?.isRefusal == true)
    }
    #expect(try pairs(["a.png", "a_actual.png", "b.annotated.png"]).pairs.allSatisfy { $0.obstacle == nil })
  }

  @Test("a sheet that both folders have is compared like any image")
  func sheetsOnBothSides() throws {
    let (old, new) = (try TemporaryFolder(), try TemporaryFolder())
    for folder in [old, new] {
      for path in ["a.png", "a-diff.png"] { try folder.write("x", to: path) }
    }
    let found = try ImagePairs(before: old.url, after: new.url) { _ in }
    #expect(found.pairs.map(\.id).sorted() == ["a-diff.png", "a.png"] && found.aside == 0)
  }

  @Test("two folders pair by name, in either normal form of Unicode, and without what was made of two images")
  func folders() throws {
    let (old, new) = (try TemporaryFolder(), try TemporaryFolder())
    for path in ["se/Caf\u{E9}.png", "a.png", "gone.webp", "page-diff.png"] { try old.write("x", to: path) }
    for path in ["se/Cafe\u{301}.png", "a.png", "a-diff.png", "new.jpg", "page-diff.png"] {
      try new.write("x", to: path)
    }
    let found = try ImagePairs(before: old.url, after: new.url) { _ in }
    #expect(found.pairs.map(\.id) == ["a.png", "gone.webp", "new.jpg", "page-diff.png", "se/Caf\u{E9}.png"])
    #expect(found.pairs.map { $0.before != nil && $0.after != nil } == [true, false, false, true, true])
    #expect(found.aside == 1)
  }

  @Test(
    "machines, sizes and scales are variants of one image",
    arguments: [
      ("login-chromium-darwin", "login", "chromium darwin", 1), ("login", "login", "", 1),
      ("a/feed@3x", "a/feed", "3x", 3),
      ("t_17_5_393x852@3x", "t_17_5", "393x852 3x", 3), ("linux", "linux", "", 1), ("a/linux", "a/linux", "", 1),
    ])
  func variants(_ path: String, _ name: String, _ variant: String, _ scale: Int) {
    let found = ImageName(path)
    #expect(found.name == name && found.variant == variant && found.scale == scale)
  }

  @Test("an image that another machine has a reference of says so")
  func otherMachine() throws {
    let (old, new) = (try TemporaryFolder(), try TemporaryFolder())
    try old.write("x", to: "login-darwin.png")
    try new.write("x", to: "login-linux.png")
    let found = try ImagePairs(before: old.url, after: new.url) { _ in }
    #expect(found.pairs.map(\.otherVariants) == [[], ["darwin"]])
  }
}

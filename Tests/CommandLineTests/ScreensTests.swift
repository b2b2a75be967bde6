import Foundation
import Support
import Testing

@Suite("compare --screens")
struct CompareScreensTests {
  private let example = Checkout.url("Examples/web-feed").path

  private func compare(_ folder: String) throws -> (status: Int32, output: String, error: String) {
    let outcome = try Tool.run(["compare", example, "--screens", folder], in: Checkout.folder)
    return (outcome.status, outcome.output, outcome.error)
  }

  @Test("a page that follows the cards is as it should be")
  func right() throws {
    let told = try compare("\(example)/screens/right")
    #expect(told.status == 0 && told.output.components(separatedBy: "as it should be").count == 4, "\(told)")
  }

  @Test("each mistake of a page is one cause, told in points")
  func wrong() throws {
    let told = try compare("\(example)/screens/wrong")
    #expect(told.status == 1)
    for cause in [
      "card/avatar: 2 pt to the right", "card/avatar: 4 pt narrower, 4 pt less high", "card/names/name: is #CC0000",
      "card/text: 1 line more (22 pt)", "card/text: is missing", "\"Ad\"", "says \"Grace Hooper\" in place of",
      "card/text: 4 pt lower",
    ] {
      #expect(told.output.contains(cause), "\(cause) in \(told.output)")
    }
    #expect(told.output.components(separatedBy: ": 1 cause;").count == 9, "\(told.output)")
  }

  @Test("a folder without hierarchies, and one with a broken one, are told")
  func broken() throws {
    let folder = try TemporaryFolder()
    let empty = try compare(folder.url.path)
    #expect(empty.status == 2 && empty.error.contains("screens.none"))
    try folder.write("ERROR: could not get idle state.", to: "feed.xml")
    let failed = try compare(folder.url.path)
    #expect(failed.status == 2 && failed.error.contains("screen.tool-failed"))
  }

  @Test("screens.yml says how far parts may be off, and what it says wrongly is told with its place")
  func rules() throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: "\(example)/screens/wrong/moved.json")
    try FileManager.default.copyItem(at: file, to: folder.url.appendingPathComponent("moved.json"))
    try folder.write("tolerances: {avatar: 2}\n", to: "screens.yml")
    #expect(try compare(folder.url.path).status == 0)
    try folder.write("tolerance: 0.5\ntolerences: {}\n", to: "screens.yml")
    let wrong = try compare(folder.url.path)
    #expect(wrong.status == 2 && wrong.error.contains("screens.yml:2:1") && wrong.error.contains("tolerances"))
  }

  @Test(
    "options that a screen has nothing to do with are refused, not passed over",
    arguments: [
      ["compare", "--screens", "x", "--force"], ["compare", "--screens", "x", "--record", "all"],
      ["show", "--stage", "post", "--picture", "x.png"], ["show", "--stage", "screen", "--post", "1"],
    ])
  func otherOptions(_ words: [String]) throws {
    let outcome = try Tool.run(words + [example], in: Checkout.folder)
    #expect(outcome.status == 2 && (outcome.error.contains("--screens") || outcome.error.contains("--stage screen")))
  }
}
